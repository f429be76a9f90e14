import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { CountSchema } from '../response-parts.ts'
import {
  isPeriod,
  KnowledgeTextSchema,
  NO_PERIOD,
  SourceNameSchema,
  ValiditySchema,
} from './knowledge-entry.ts'

/** `inserted` is 0 when the source already has the text. The error reason `over`: `valid_until` has passed. */
export const upsertKnowledge = defineCall({
  name: 'upsertKnowledge',
  method: 'POST',
  path: '/kb/upsert',
  summary: 'Add an entry to the knowledge base',
  access: 'staff',
  ignoresUnknownFields: true,
  body: z
    .object({
      source: SourceNameSchema,
      text: KnowledgeTextSchema,
      replace: z._default(z.boolean(), false),
      valid_from: z._default(ValiditySchema.shape.valid_from, null),
      valid_until: z._default(ValiditySchema.shape.valid_until, null),
    })
    .check(z.refine(isPeriod, NO_PERIOD)),
  response: z.object({
    inserted: CountSchema,
    /** Id of the new or existing entry. Servers with only the specification's API calls omit this field. */
    entry_id: z.optional(z.string()),
  }),
})
