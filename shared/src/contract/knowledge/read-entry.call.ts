import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { KnowledgeEntrySchema } from './knowledge-entry.ts'

/** Returns an entry, also when its validity period has not begun or has ended, but not when it was removed. */
export const readEntry = defineCall({
  name: 'readEntry',
  method: 'GET',
  path: '/kb/entries/:id',
  summary: 'One entry of the knowledge base in its current state',
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  response: KnowledgeEntrySchema,
  errors: ['not_found'],
})
