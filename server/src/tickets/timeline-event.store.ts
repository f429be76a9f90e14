import { type SQL, sql } from 'drizzle-orm'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import type { Db, Tx } from '../db/client.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import type { VisibleTicket } from './ticket.store.ts'
import { iso } from './ticket-row.ts'

type TimelineEventRow = Omit<TimelineEvent, 'at' | 'subject' | 'note'> & {
  at: string | Date
  subject?: TimelineEvent['subject'] | null
  note?: NonNullable<TimelineEvent['note']>
}

const TIMELINE_EVENTS = sql`
  select e.id, e.ticket_id, e.kind, e.after_seq, e.revision, e.at, e.data ->> 'reason' as text, e.data -> 'subject' as subject,
    ${staffMemberJson('s')} as staff, ${staffMemberJson('f')} as "from", ${staffMemberJson('r')} as "to"
  from ticket_events e
  left join staff s on s.id = e.staff_id
  left join staff f on f.id = (e.data ->> 'from')::uuid
  left join staff r on r.id = (e.data ->> 'to')::uuid
  where e.revision is not null`

const NOTES = sql`
  select n.id, n.ticket_id, 'note' as kind, n.after_seq, n.revision, n.created_at as at, n.text,
    ${staffMemberJson('s')} as staff, null as "from", null as "to",
    json_build_object('client_id', n.client_id, 'edited_at', to_json(n.edited_at), 'is_deleted', n.deleted_at is not null, 'mentions', (
      select coalesce(json_agg(${staffMemberJson('p')} order by p.display_name, p.id), '[]') from mentions m
      join staff p on p.id = m.staff_id where m.note_id = n.id)) as note
  from internal_notes n join staff s on s.id = n.staff_id`

const timelineEventOf = ({ note, subject, ...row }: TimelineEventRow): TimelineEvent => ({
  ...row,
  id: String(row.id),
  at: iso(row.at),
  ...(subject ? { subject } : {}),
  ...(note === undefined
    ? {}
    : { note: { ...note, edited_at: note.edited_at === null ? null : iso(note.edited_at) } }),
})

export async function findTimelineEvent(tx: Tx, id: number): Promise<TimelineEvent> {
  const timelineEvent = (await findTimelineEvents(tx, [id])).get(String(id))
  if (timelineEvent === undefined) throw new Error('a new timeline event could not be read')
  return timelineEvent
}

export async function findTimelineEvents(
  db: Db | Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<string, TimelineEvent>> {
  if (ids.length === 0) return new Map()
  const found = await db.execute<TimelineEventRow>(
    sql`${TIMELINE_EVENTS} and e.id = any(${sql.param(ids)}::bigint[])`,
  )
  return new Map(found.rows.map(timelineEventOf).map((timelineEvent) => [timelineEvent.id, timelineEvent]))
}

/** Returns a note's timeline event, even when the note was deleted. */
export async function findNoteEvent(db: Db | Tx, noteId: string): Promise<TimelineEvent | undefined> {
  const found = await db.execute<TimelineEventRow>(sql`${NOTES} where n.id = ${noteId}::uuid`)
  return found.rows.map(timelineEventOf)[0]
}

export type TimelineRange =
  /** Changes between two revisions, oldest first. */
  | { afterRevision: number; upToRevision: number }
  /** Events and notes between these messages, newest first. */
  | { fromSeq: number; toSeq: number }

/** Returns up to `limit` events and up to `limit` notes. Deleted notes are included only between two revisions. */
export async function readTimelineEvents(
  db: Db,
  ticket: VisibleTicket,
  range: TimelineRange,
  limit: number,
): Promise<TimelineEvent[]> {
  const isPage = 'fromSeq' in range
  const within = (alias: string): SQL => {
    const row = sql.identifier(alias)
    return 'fromSeq' in range
      ? sql`${row}.after_seq between ${range.fromSeq}::bigint and ${range.toSeq}::bigint order by ${row}.revision desc, ${row}.id desc`
      : sql`${row}.revision > ${range.afterRevision}::bigint and ${row}.revision <= ${range.upToRevision}::bigint order by ${row}.revision`
  }
  const events = await db.execute<TimelineEventRow>(
    sql`${TIMELINE_EVENTS} and e.ticket_id = ${ticket.id}::uuid and ${within('e')} limit ${limit}`,
  )
  const notes = await db.execute<TimelineEventRow>(sql`
    ${NOTES} where n.ticket_id = ${ticket.id}::uuid ${isPage ? sql`and n.deleted_at is null` : sql``} and ${within('n')} limit ${limit}`)
  return [...events.rows, ...notes.rows].map(timelineEventOf)
}
