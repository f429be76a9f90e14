import * as z from 'zod'
import { listOf } from '../answer-parts.ts'
import { TOP_K_DEFAULT, TOP_K_MAX } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { rawItems } from '../raw-json.ts'

export const KnowledgeResultSchema = z.object({ content: z.string(), source: z.string() })
export type KnowledgeResult = z.infer<typeof KnowledgeResultSchema>

export const searchKnowledge = defineCall({
  name: 'searchKnowledge',
  method: 'POST',
  path: '/kb/search',
  summary: 'The passages nearest to a question',
  access: 'staff',
  body: z.object({
    query: z
      .string()
      .max(1000)
      .refine((query) => query.trim() !== '', 'must not be empty'),
    top_k: z.number().int().min(1).max(TOP_K_MAX).default(TOP_K_DEFAULT),
  }),
  answer: z.object({ results: z.array(KnowledgeResultSchema) }),
  decode: z.preprocess(
    (value) => ({ results: rawItems(value) }),
    z.object({ results: listOf(KnowledgeResultSchema) }),
  ),
})
