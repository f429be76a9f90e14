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
 * Changes an entry. The search finds the new text as soon as the response arrives. The error `conflict` contains
 * `entry` when the entry has changed since `version`, or `known_id` when another entry of the source already has that
 * text.
 */
export const updateEntry = defineCall({
  name: 'updateEntry',
  method: 'PUT',
  path: '/kb/entries/:id',
  summary: 'Change an entry of the knowledge base or its validity period',
  access: 'BUSINESS',
  params: EntryIdSchema,
  body: z
    .extend(ValiditySchema, {
      version: VersionSchema,
      text: KnowledgeTextSchema,
    })
    .check(z.refine(isPeriod, NO_PERIOD)),
  response: KnowledgeEntrySchema,
  errors: ['forbidden', 'not_found', 'conflict'],
})

/** Deletes an entry, which the search then excludes. Can be undone. Its `conflict` is that of `updateEntry`. */
export const deleteEntry = defineCall({
  name: 'deleteEntry',
  method: 'DELETE',
  path: '/kb/entries/:id',
  summary: 'Remove an entry from the knowledge base',
  access: 'BUSINESS',
  params: EntryIdSchema,
  query: z.object({ version: z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)) }),
  response: z.object({ ok: z.literal(true) }),
  errors: ['forbidden', 'not_found', 'conflict'],
})
