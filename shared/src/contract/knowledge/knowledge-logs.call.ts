import * as z from 'zod'
import { listOf, MomentSchema } from '../answer-parts.ts'
import { KNOWLEDGE_LOG_PAGE } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { asFlag, asMoment, asRaw, firstText, rawItems } from '../raw-json.ts'

export const KnowledgeLogSchema = z.object({
  id: z.string(),
  source: z.string(),
  origin: z.enum(['manual', 'url']),
  /** How many chunks came in. */
  inserted: z.number().int().nonnegative(),
  replaced: z.boolean(),
  at: MomentSchema,
})
export type KnowledgeLog = z.infer<typeof KnowledgeLogSchema>

export const decodeKnowledgeLog = z.preprocess((value) => {
  const raw = asRaw(value)
  return {
    id: firstText(raw, 'id'),
    source: firstText(raw, 'source'),
    origin: raw.origin === 'url' ? 'url' : 'manual',
    inserted: Number(raw.inserted ?? 0),
    replaced: asFlag(raw.replaced),
    at: asMoment(raw.at),
  }
}, KnowledgeLogSchema)

export const knowledgeLogs = defineCall({
  name: 'knowledgeLogs',
  method: 'GET',
  path: '/kb/logs',
  summary: 'The history of the knowledge base, newest first',
  access: 'staff',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(KNOWLEDGE_LOG_PAGE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    source: z.string().max(100).optional(),
  }),
  answer: z.object({ items: z.array(KnowledgeLogSchema) }),
  decode: z.preprocess(
    (value) => ({ items: rawItems(value) }),
    z.object({ items: listOf(decodeKnowledgeLog) }),
  ),
})
