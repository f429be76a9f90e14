import * as z from 'zod/mini'
import { CountSchema } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { ValiditySchema } from './knowledge-entry.ts'
import { KnowledgeLogSchema } from './knowledge-logs.call.ts'

const LogIdSchema = z.object({ id: z.uuid() })

/** How an entry read at one time. */
const KnowledgeStateSchema = z.extend(ValiditySchema, { text: z.string() })

export const KnowledgeChangeSchema = z.object({
  entry_id: z.string(),
  /** null: it was not there. */
  before: z.nullable(KnowledgeStateSchema),
  /** null: it was removed. */
  after: z.nullable(KnowledgeStateSchema),
})
export type KnowledgeChange = z.infer<typeof KnowledgeChangeSchema>

/** What one line of the history did, entry by entry. */
export const logChanges = defineCall({
  name: 'logChanges',
  method: 'GET',
  path: '/kb/logs/:id/changes',
  summary: 'What a line of the history of the knowledge base has changed',
  access: 'staff',
  params: LogIdSchema,
  query: z.object({
    // Each has up to two texts of 100,000 letters.
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(20)), 10),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
  }),
  answer: z.object({
    log: KnowledgeLogSchema,
    items: z.array(KnowledgeChangeSchema),
    /** How many entries it changed, on all pages. */
    total: CountSchema,
    /** Whether none of them has been changed since: only then it can be undone. */
    can_undo: z.boolean(),
  }),
  errors: ['not_found'],
})

/**
 * Puts every entry of that line back to how it read before, all or none, as a line of the history of its own (which can be undone too):
 * null where that takes longer than an answer, and goes on; `undo` of the line tells how far it is and how it ended.
 * `conflict`: one of them has been changed since, or, with `known_id`, its earlier text has come in again as that entry.
 */
export const undoLog = defineCall({
  name: 'undoLog',
  method: 'POST',
  path: '/kb/logs/:id/undo',
  summary: 'Undo a change of the knowledge base',
  access: 'BUSINESS',
  params: LogIdSchema,
  answer: z.object({ log: z.nullable(KnowledgeLogSchema) }),
  errors: ['forbidden', 'not_found', 'conflict'],
})
