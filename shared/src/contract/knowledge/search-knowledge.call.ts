import * as z from 'zod/mini'
import { CountSchema, listOf, MomentSchema, preprocess } from '../answer-parts.ts'
import { KNOWLEDGE_QUERY_MAX, TOP_K_DEFAULT, TOP_K_MAX } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { rawItems } from '../raw-json.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { ValiditySchema } from './knowledge-entry.ts'

/** A part of `content` that says what was asked, in UTF-16 units, between graphemes. */
const HighlightSchema = z.object({ from: CountSchema, to: CountSchema })

/** What is optional a server of the first days does not tell. */
export const KnowledgeResultSchema = z.object({
  content: z.string(),
  source: z.string(),
  entry_id: z.optional(z.string()),
  origin: z.optional(z.enum(['manual', 'url'])),
  /** Of the page that it was read from; null: a person wrote it. */
  url: z.optional(z.nullable(z.string())),
  /** When its entry was changed last, and by whom. */
  updated_at: z.optional(MomentSchema),
  updated_by: z.optional(z.nullable(StaffMemberSchema)),
  /** When its entry is found. */
  ...z.partial(ValiditySchema).shape,
  /** The share of the question that stands in it, 0 to 1, rare words weighing more; a meaning has none. */
  coverage: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** Whether it is likely to be what was asked for; otherwise it only comes near. */
  is_close: z.optional(z.boolean()),
  /** Higher is better; of one question alone. */
  score: z.optional(z.number()),
  /** In order and apart from each other, 20 at most. */
  highlights: z.optional(z.array(HighlightSchema)),
})
export type KnowledgeResult = z.infer<typeof KnowledgeResultSchema>

export const searchKnowledge = defineCall({
  name: 'searchKnowledge',
  method: 'POST',
  path: '/kb/search',
  summary: 'The passages nearest to a question',
  access: 'staff',
  ignoresUnknownFields: true,
  body: z.object({
    query: StorableTextSchema.check(
      z.maxLength(KNOWLEDGE_QUERY_MAX),
      z.refine((query) => query.trim() !== '', 'must not be empty'),
    ),
    top_k: z._default(z.int().check(z.gte(1), z.lte(TOP_K_MAX)), TOP_K_DEFAULT),
  }),
  answer: z.object({ results: z.array(KnowledgeResultSchema) }),
  decode: preprocess(
    (value) => ({ results: rawItems(value, 'results') }),
    z.object({ results: listOf(KnowledgeResultSchema) }),
  ),
})
