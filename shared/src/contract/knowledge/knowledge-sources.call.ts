import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { asMoment, asRaw, firstText, rawItems } from '../raw-json.ts'
import { CountSchema, listOf, MomentSchema, preprocess } from '../response-parts.ts'

export const KnowledgeSourceSchema = z.object({
  source: z.string(),
  chunks: CountSchema,
  last_ingested_at: z.nullable(MomentSchema),
})
export type KnowledgeSource = z.infer<typeof KnowledgeSourceSchema>

export const decodeKnowledgeSource = preprocess((value) => {
  const raw = asRaw(value)
  return {
    source: firstText(raw, 'source'),
    chunks: Number(raw.chunks ?? 0),
    last_ingested_at: asMoment(raw.last_ingested_at),
  }
}, KnowledgeSourceSchema)

export const knowledgeSources = defineCall({
  name: 'knowledgeSources',
  method: 'GET',
  path: '/kb/sources',
  summary: 'The sources of the knowledge base',
  access: 'staff',
  response: z.array(KnowledgeSourceSchema),
  decode: preprocess((value) => rawItems(value, null), listOf(decodeKnowledgeSource)),
})
