import * as z from 'zod/mini'
import { KNOWLEDGE_QUERY_MAX, TOP_K_DEFAULT, TOP_K_MAX } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { rawItems } from '../raw-json.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { CountSchema, listOf, MomentSchema, preprocess } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { ValiditySchema } from './knowledge-entry.ts'

/** Range of matching words in `content`, in UTF-16 units, at grapheme boundaries. */
const HighlightSchema = z.object({ from: CountSchema, to: CountSchema })

/** Servers that implement only the API calls of the specification omit the optional fields. */
export const KnowledgeResultSchema = z.object({
  content: z.string(),
  source: z.string(),
  entry_id: z.optional(z.string()),
  origin: z.optional(z.enum(['manual', 'url'])),
  /** URL of the imported web page. Null when a staff member wrote the entry. */
  url: z.optional(z.nullable(z.string())),
  updated_at: z.optional(MomentSchema),
  updated_by: z.optional(z.nullable(StaffMemberSchema)),
  ...z.partial(ValiditySchema).shape,
  /** Fraction (0 to 1) of the question's words found in `content`, weighted by rarity. Missing for semantic search. */
  coverage: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** True when the entry probably answers the question, false when it is only similar. */
  is_close: z.optional(z.boolean()),
  /** Relevance: higher is better. Comparable only within one query. */
  score: z.optional(z.number()),
  /** Matching ranges, in order and without overlap, at most 20. */
  highlights: z.optional(z.array(HighlightSchema)),
})
export type KnowledgeResult = z.infer<typeof KnowledgeResultSchema>

export const searchKnowledge = defineCall({
  name: 'searchKnowledge',
  method: 'POST',
  path: '/kb/search',
  summary: 'The passages that match a question best',
  access: 'staff',
  ignoresUnknownFields: true,
  body: z.object({
    query: StorableTextSchema.check(
      z.maxLength(KNOWLEDGE_QUERY_MAX),
      z.refine((query) => query.trim() !== '', 'must not be empty'),
    ),
    top_k: z._default(z.int().check(z.gte(1), z.lte(TOP_K_MAX)), TOP_K_DEFAULT),
  }),
  response: z.object({ results: z.array(KnowledgeResultSchema) }),
  decode: preprocess(
    (value) => ({ results: rawItems(value, 'results') }),
    z.object({ results: listOf(KnowledgeResultSchema) }),
  ),
})
