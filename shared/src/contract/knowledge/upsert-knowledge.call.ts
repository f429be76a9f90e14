import * as z from 'zod/mini'
import { CountSchema } from '../answer-parts.ts'
import { KNOWLEDGE_SOURCES } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'

export const upsertKnowledge = defineCall({
  name: 'upsertKnowledge',
  method: 'POST',
  path: '/kb/upsert',
  summary: 'Add a text to the knowledge base',
  access: 'staff',
  body: z.object({
    source: z.enum([KNOWLEDGE_SOURCES.general, KNOWLEDGE_SOURCES.promotion]),
    text: StorableTextSchema.check(
      z.maxLength(100_000),
      z.refine((text) => text.trim() !== '', 'must not be empty'),
    ),
    replace: z._default(z.boolean(), false),
  }),
  answer: z.object({ inserted: CountSchema }),
})
