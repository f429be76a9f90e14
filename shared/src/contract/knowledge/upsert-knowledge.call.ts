import * as z from 'zod'
import { KNOWLEDGE_SOURCES } from '../constants.ts'
import { defineCall } from '../define-call.ts'

export const upsertKnowledge = defineCall({
  name: 'upsertKnowledge',
  method: 'POST',
  path: '/kb/upsert',
  summary: 'Add a text to the knowledge base',
  access: 'staff',
  body: z.object({
    source: z.enum([KNOWLEDGE_SOURCES.general, KNOWLEDGE_SOURCES.promotion]),
    text: z
      .string()
      .max(100_000)
      .refine((text) => text.trim() !== '', 'must not be empty'),
    replace: z.boolean().default(false),
  }),
  answer: z.object({ inserted: z.number().int().nonnegative() }),
})
