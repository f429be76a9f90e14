import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { CountSchema } from '../response-parts.ts'
import { ValiditySchema } from './knowledge-entry.ts'
import { KnowledgeLogSchema } from './knowledge-logs.call.ts'

const LogIdSchema = z.object({ id: z.uuid() })

const KnowledgeStateSchema = z.extend(ValiditySchema, { text: z.string() })

export const KnowledgeChangeSchema = z.object({
  entry_id: z.string(),
  before: z.nullable(KnowledgeStateSchema),
  after: z.nullable(KnowledgeStateSchema),
})
export type KnowledgeChange = z.infer<typeof KnowledgeChangeSchema>

export const logChanges = defineCall({
  name: 'logChanges',
  method: 'GET',
  path: '/kb/logs/:id/changes',
  summary: 'The changes of one history row of the knowledge base',
  access: 'staff',
  params: LogIdSchema,
  query: z.object({
    // At most 20 changes per page, because each change has up to two texts of 100,000 characters.
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(20)), 10),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
  }),
  response: z.object({
    log: KnowledgeLogSchema,
    items: z.array(KnowledgeChangeSchema),
    total: CountSchema,
    /** True when no entry has changed since this change. */
    can_undo: z.boolean(),
  }),
  errors: ['not_found'],
})

/**
 * Undoes a change for all of its entries or none. Returns null when the undo continues in the background. The error is
 * `conflict` when an entry has changed again, or `conflict` with the `known_id` of another entry that already has the
 * earlier text.
 */
export const undoLog = defineCall({
  name: 'undoLog',
  method: 'POST',
  path: '/kb/logs/:id/undo',
  summary: 'Undo a change of the knowledge base',
  access: 'BUSINESS',
  params: LogIdSchema,
  response: z.object({ log: z.nullable(KnowledgeLogSchema) }),
  errors: ['forbidden', 'not_found', 'conflict'],
})
