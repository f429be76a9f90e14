import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, staff, tickets } from './schema.ts'

/**
 * What colleagues note in a conversation. Nothing that goes to LINE refers to it: `deliveries` and `line_sends` know messages alone. It
 * takes no seq: it stands behind the message of `after_seq`, and its changes count as revisions of the ticket.
 */
export const internalNotes = pgTable(
  'internal_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    /** The writer's own name for it: written twice it is one note. */
    clientId: text('client_id').notNull(),
    /** null: removed. */
    text: text('text'),
    afterSeq: integer('after_seq').notNull(),
    /** The ticket's revision at the note's last change. */
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

/** Who is named in a note and was told, until they have seen it. */
export const mentions = pgTable(
  'mentions',
  {
    noteId: uuid('note_id')
      .notNull()
      .references(() => internalNotes.id, { onDelete: 'cascade' }),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** The note's, so that what a person has seen of a ticket is found without it. */
    ticketId: uuid('ticket_id').notNull(),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at'),
  },
  (t) => [
    primaryKey({ columns: [t.noteId, t.staffId] }),
    index('mentions_unseen').on(t.staffId, t.createdAt, t.noteId).where(sql`${t.seenAt} is null`),
  ],
)
