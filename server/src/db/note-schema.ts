import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, requiredReference, staff, tickets } from './schema.ts'

/** Internal notes, which can never be sent to LINE: `deliveries` and `line_sends` refer only to messages. */
export const internalNotes = pgTable(
  'internal_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ticketId: requiredReference('ticket_id', () => tickets.id),
    staffId: requiredReference('staff_id', () => staff.id),
    /** Idempotency key, created by the browser. */
    clientId: text('client_id').notNull(),
    /** Text of the note; null when the note was deleted. */
    text: text('text'),
    afterSeq: integer('after_seq').notNull(),
    /** The ticket's revision at the last change of the note. */
    revision: integer('revision').notNull(),
    createdAt: moment('created_at').notNull(),
    editedAt: moment('edited_at'),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    uniqueIndex('internal_notes_client_id').on(t.ticketId, t.clientId),
    index('internal_notes_lines').on(t.ticketId, t.revision),
    check('internal_notes_deleted_is_empty', sql`(${t.text} is null) = (${t.deletedAt} is not null)`),
  ],
)

export const mentions = pgTable(
  'mentions',
  {
    noteId: requiredReference('note_id', () => internalNotes.id, { onDelete: 'cascade' }),
    staffId: requiredReference('staff_id', () => staff.id, { onDelete: 'cascade' }),
    /** Copied from the note, so that mentions of a ticket are found without a join. */
    ticketId: uuid('ticket_id').notNull(),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at'),
  },
  (t) => [
    primaryKey({ columns: [t.noteId, t.staffId] }),
    index('mentions_unseen').on(t.staffId, t.createdAt, t.noteId).where(sql`${t.seenAt} is null`),
  ],
)
