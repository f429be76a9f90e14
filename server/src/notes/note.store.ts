import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { VisibleTicket } from '../tickets/ticket.store.ts'
import { revisionOf } from '../tickets/ticket-row.ts'

export interface NoteHead extends Record<string, unknown> {
  id: string
  ticket_id: string
  staff_id: string
  is_deleted: boolean
}

const HEAD = sql`select n.id, n.ticket_id, n.staff_id, n.deleted_at is not null as is_deleted from internal_notes n`

export async function findNote(db: Pick<Tx, 'execute'>, id: string): Promise<NoteHead | undefined> {
  return (await db.execute<NoteHead>(sql`${HEAD} where n.id = ${id}::uuid`)).rows[0]
}

export async function findNoteByClientId(
  tx: Tx,
  ticket: VisibleTicket,
  clientId: string,
): Promise<NoteHead | undefined> {
  const found = await tx.execute<NoteHead>(
    sql`${HEAD} where n.ticket_id = ${ticket.id}::uuid and n.client_id = ${clientId}`,
  )
  return found.rows[0]
}

export async function countNotes(tx: Tx, ticket: VisibleTicket): Promise<number> {
  const found = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from internal_notes n where n.ticket_id = ${ticket.id}::uuid and n.deleted_at is null`)
  return found.rows[0]?.count ?? 0
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
