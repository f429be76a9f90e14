import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { KnowledgeEntrySchema, SourceNameSchema } from './knowledge-entry.ts'

/** Lists entries, also those whose validity period has not begun or has ended, but not removed ones. */
export const listEntries = defineCall({
  name: 'listEntries',
  method: 'GET',
  path: '/kb/entries',
  summary: 'The entries of one source of the knowledge base, last changed first',
  access: 'staff',
  query: z.object({
    source: SourceNameSchema,
    // At most 20 entries per page, because an entry can have 100,000 characters.
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(20)), 10),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
  }),
  response: z.object({ items: z.array(KnowledgeEntrySchema) }),
})
