import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import {
  isPeriod,
  KnowledgeEntrySchema,
  KnowledgeTextSchema,
  NO_PERIOD,
  ValiditySchema,
} from './knowledge-entry.ts'

const EntryIdSchema = z.object({ id: z.uuid() })
const VersionSchema = z.int().check(z.gte(1), z.lte(2_147_483_647))

/**
 * Findable as it reads now once this has been answered. What changes nothing makes no version and no line of the history.
 * `conflict` says why: with `entry` (as it is now) somebody else has changed it since `version`; with `known_id` the source has that
 * text already, as that entry. Nothing has been changed then.
 */
export const updateEntry = defineCall({
  name: 'updateEntry',
  method: 'PUT',
  path: '/kb/entries/:id',
  summary: 'Change a text of the knowledge base or its period',
  access: 'BUSINESS',
  params: EntryIdSchema,
  body: z
    .extend(ValiditySchema, {
      /** The one that was read. */
      version: VersionSchema,
      text: KnowledgeTextSchema,
    })
    .check(z.refine(isPeriod, NO_PERIOD)),
  answer: KnowledgeEntrySchema,
  errors: ['forbidden', 'not_found', 'conflict'],
})

/** Out of every search once this has been answered; undo brings it back. `conflict` has `entry`, as for `updateEntry`. */
export const deleteEntry = defineCall({
  name: 'deleteEntry',
  method: 'DELETE',
  path: '/kb/entries/:id',
  summary: 'Remove a text from the knowledge base',
  access: 'BUSINESS',
  params: EntryIdSchema,
  /** The one that was read. */
  query: z.object({ version: z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)) }),
  answer: z.object({ ok: z.literal(true) }),
  errors: ['forbidden', 'not_found', 'conflict'],
})
