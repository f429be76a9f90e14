import * as z from 'zod/mini'
import { listOf, preprocess } from '../answer-parts.ts'
import { TOP_K_DEFAULT, TOP_K_MAX } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { rawItems } from '../raw-json.ts'
import { StorableTextSchema } from '../request-parts.ts'

export const KnowledgeResultSchema = z.object({ content: z.string(), source: z.string() })
export type KnowledgeResult = z.infer<typeof KnowledgeResultSchema>

export const searchKnowledge = defineCall({
  name: 'searchKnowledge',
  method: 'POST',
  path: '/kb/search',
  summary: 'The passages nearest to a question',
  access: 'staff',
  body: z.object({
    query: StorableTextSchema.check(
      z.maxLength(1000),
      z.refine((query) => query.trim() !== '', 'must not be empty'),
    ),
    top_k: z._default(z.int().check(z.gte(1), z.lte(TOP_K_MAX)), TOP_K_DEFAULT),
  }),
  answer: z.object({ results: z.array(KnowledgeResultSchema) }),
  decode: preprocess(
    (value) => ({ results: rawItems(value) }),
    z.object({ results: listOf(KnowledgeResultSchema) }),
  ),
})
