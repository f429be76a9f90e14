import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import type { TicketEventKind } from '../db/schema.ts'
import type { VisibleTicket } from './ticket.store.ts'
import { revisionOf } from './ticket-row.ts'

interface Change {
  set: SQL
  where?: SQL
  /** SQL that changes `ticket_assignments`; it reads ticket ids from `changed`. */
  assignment: SQL
  event: { kind: TicketEventKind; staffId: string | null; now: Date; data?: Record<string, unknown> }
}

const ended = (by: string | null, at: string, reason: string | null = null) => sql`
  update ticket_assignments a set ended_at = greatest(a.started_at, ${at}::timestamptz), ended_by_id = ${by}::uuid, reason = ${reason}::text
  from changed where a.ticket_id = changed.id and a.ended_at is null`

const begun = (staffId: string, by: string | null, at: string) => sql`
  insert into ticket_assignments (ticket_id, staff_id, started_at, started_by_id)
  select id, ${staffId}::uuid, ${at}::timestamptz, ${by}::uuid from changed`

/** Assigns an unassigned ticket. Returns undefined when the ticket is closed or already assigned. */
export function claimTicket(
  tx: Tx,
  ticket: VisibleTicket,
  staffId: string,
  now: Date,
): Promise<number | undefined> {
  const at = now.toISOString()
  return changeOpenTicket(tx, ticket, {
    set: sql`assignee_id = ${staffId}::uuid, absent_alert_seq = null, accepted_at = coalesce(t.accepted_at, ${at}::timestamptz)`,
    where: sql`t.assignee_id is null`,
    assignment: begun(staffId, staffId, at),
    event: { kind: 'accepted', staffId, now },
  })
}

/** Closes an open ticket. Returns undefined when it is already closed. */
export function closeOpenTicket(
  tx: Tx,
  ticket: VisibleTicket,
  staffId: string,
  now: Date,
): Promise<number | undefined> {
  const at = now.toISOString()
  return changeOpenTicket(tx, ticket, {
    set: sql`status = 'CLOSED', closed_at = ${at}::timestamptz, closed_by_id = ${staffId}::uuid, waiting_since = null`,
    assignment: ended(staffId, at),
    event: { kind: 'closed', staffId, now },
  })
}

export interface AssigneeChange {
  /** Staff member who made the change; null when a program on the command line made it. */
  by: string | null
  from: string
  reason: string | null
  now: Date
}

export async function transferOpenTicket(
  tx: Tx,
  ticket: VisibleTicket,
  { by, from, reason, now }: AssigneeChange,
  to: string,
): Promise<number | undefined> {
  const at = now.toISOString()
  // The old assignment is ended by a separate SQL statement, because an index allows one open assignment per ticket.
  await tx.execute(sql`with changed as (select ${ticket.id}::uuid as id) ${ended(by, at, reason)}`)
  return changeOpenTicket(tx, ticket, {
    set: sql`assignee_id = ${to}::uuid, absent_alert_seq = null`,
    assignment: begun(to, by, at),
    event: { kind: 'transferred', staffId: by, now, data: { from, to, reason } },
  })
}

export function unassignOpenTicket(
  tx: Tx,
  ticket: VisibleTicket,
  { by, from, reason, now }: AssigneeChange,
): Promise<number | undefined> {
  return changeOpenTicket(tx, ticket, {
    set: sql`assignee_id = null, absent_alert_seq = null`,
    assignment: ended(by, now.toISOString(), reason),
    event: { kind: 'returned', staffId: by, now, data: { from, reason } },
  })
}

/** Returns true when this was the last assignment change of the locked ticket. `to` is null for the queue. */
export async function isLastAssigneeChange(
  tx: Tx,
  { id, head }: VisibleTicket,
  { by, from, to }: { by: string; from: string; to: string | null },
): Promise<boolean> {
  if (head.assignee_id !== to) return false
  const found = await tx.execute(sql`
    select from (select * from ticket_assignments where ticket_id = ${id}::uuid and ended_at is not null order by id desc limit 1) a
    where a.staff_id = ${from}::uuid and a.ended_by_id = ${by}::uuid`)
  return found.rows.length > 0
}

/** Changes an open ticket and records an event. Returns undefined when the ticket is closed or `where` is false. */
async function changeOpenTicket(
  tx: Tx,
  { id }: VisibleTicket,
  { set, where = sql`true`, assignment, event }: Change,
): Promise<number | undefined> {
  const { kind, staffId, now, data } = event
  const changed = await tx.execute<{ id: string }>(sql`
    with changed as (
      update tickets t set ${set}, version = t.version + 1, revision = ${revisionOf('t')} + 1
      where t.id = ${id}::uuid and t.status = 'OPEN' and ${where}
      returning t.id, t.channel_key, t.last_seq, t.revision),
    assignment as (${assignment})
    insert into ticket_events (ticket_id, channel_key, kind, staff_id, at, data, after_seq, revision)
    select id, channel_key, ${kind}, ${staffId}::uuid, ${now.toISOString()}::timestamptz,
      ${data === undefined ? null : JSON.stringify(data)}::jsonb, last_seq, revision from changed
    returning id`)
  const [timelineEvent] = changed.rows
  return timelineEvent === undefined ? undefined : Number(timelineEvent.id)
}

export async function findOwnOpenTickets(
  db: Db,
  staffId: string,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const found = await db.execute<{ id: string; total: number }>(sql`
    select t.id, count(*) over ()::int as total from tickets t
    where t.assignee_id = ${staffId}::uuid and t.status = 'OPEN'
    order by t.waiting_since asc nulls last, t.opened_at, t.id limit ${limit}`)
  return { ids: found.rows.map(({ id }) => id), total: found.rows[0]?.total ?? 0 }
}
