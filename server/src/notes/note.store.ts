import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { internalNotes } from '../db/note-schema.ts'
import type { VisibleTicket } from '../tickets/ticket.store.ts'
import { revisionOf } from '../tickets/ticket-row.ts'

type Note = typeof internalNotes.$inferSelect

export async function findNote(tx: Tx, id: string): Promise<Note | undefined> {
  const [note] = await tx.select().from(internalNotes).where(eq(internalNotes.id, id))
  return note
}

export async function findNoteByClientId(
  tx: Tx,
  { id: ticketId }: VisibleTicket,
  clientId: string,
): Promise<Note | undefined> {
  const isSame = and(eq(internalNotes.ticketId, ticketId), eq(internalNotes.clientId, clientId))
  const [note] = await tx.select().from(internalNotes).where(isSame)
  return note
}

export function countNotes(tx: Tx, { id: ticketId }: VisibleTicket): Promise<number> {
  return tx.$count(internalNotes, and(eq(internalNotes.ticketId, ticketId), isNull(internalNotes.deletedAt)))
}

/** SQL that gives a locked ticket its next revision but no new version, because ticket lists show no notes. */
const nextRevision = (ticketId: SQL) => sql`
  update tickets t set revision = ${revisionOf('t')} + 1 where t.id = ${ticketId} returning t.id, t.last_seq, t.revision`

/** Adds a note after the newest message of a locked ticket. Returns its id. */
export async function addNote(
  tx: Tx,
  ticket: VisibleTicket,
  note: { staffId: string; clientId: string; text: string; now: Date },
): Promise<string> {
  const added = await tx.execute<{ id: string }>(sql`
    with ticket as (${nextRevision(sql`${ticket.id}::uuid`)})
    insert into internal_notes (ticket_id, staff_id, client_id, text, after_seq, revision, created_at)
    select id, ${note.staffId}::uuid, ${note.clientId}, ${note.text}, last_seq, revision, ${note.now.toISOString()}::timestamptz
    from ticket returning id`)
  const [row] = added.rows
  if (row === undefined) throw new Error('no note was added to the locked ticket')
  return row.id
}

/** Changes the text of a note in a locked ticket; a null text deletes the note. Returns false for a deleted note. */
export async function changeNote(
  tx: Tx,
  noteId: string,
  { text, now }: { text: string | null; now: Date },
): Promise<boolean> {
  const at = now.toISOString()
  const changed = await tx.execute(sql`
    with ticket as (${nextRevision(sql`(select n.ticket_id from internal_notes n where n.id = ${noteId}::uuid and n.deleted_at is null)`)})
    update internal_notes n set text = ${text}, revision = ticket.revision,
      ${text === null ? sql`deleted_at = ${at}::timestamptz` : sql`edited_at = ${at}::timestamptz`}
    from ticket where n.id = ${noteId}::uuid and n.deleted_at is null returning n.id`)
  return changed.rows.length > 0
}
