import { sql } from 'drizzle-orm'
import type { Friendship } from 'shared/contract/tickets/ticket.ts'
import type { Db, Tx } from '../db/client.ts'
import { revisionOf, type TicketRow, ticketSelect } from './ticket-row.ts'

/** One ticket as `viewerId` sees it; undefined when there is none. */
export async function findTicket(
  db: Db | Tx,
  id: string,
  viewerId: string | null,
): Promise<TicketRow | undefined> {
  const found = await db.execute<TicketRow>(sql`${ticketSelect(viewerId)} where t.id = ${id}::uuid`)
  return found.rows[0]
}

export interface TicketHead extends Record<string, unknown> {
  channel_key: string
  status: 'OPEN' | 'CLOSED'
  assignee_id: string | null
  last_seq: number
  revision: number
  friendship: Friendship
}

const HEAD = sql`t.channel_key, t.status, t.assignee_id, t.last_seq, ${revisionOf('t')} as revision,
  c.friendship from tickets t join customers c on c.id = t.customer_id`

/** What rights depend on, without a lock. */
export async function findTicketHead(db: Db | Tx, id: string): Promise<TicketHead | undefined> {
  const found = await db.execute<TicketHead>(sql`select ${HEAD} where t.id = ${id}::uuid`)
  return found.rows[0]
}

/** The same, and nobody else changes the ticket before this transaction ends. */
export async function lockTicketHead(tx: Tx, id: string): Promise<TicketHead | undefined> {
  const found = await tx.execute<TicketHead>(sql`select ${HEAD} where t.id = ${id}::uuid for update of t`)
  return found.rows[0]
}

/** Gives an open ticket that nobody has to `staffId`. False when it is closed or somebody was first. */
export async function claimTicket(tx: Tx, id: string, staffId: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const changed = await tx.execute(sql`
    with claimed as (
      update tickets set assignee_id = ${staffId}::uuid, accepted_at = ${at}, version = version + 1
      where id = ${id}::uuid and assignee_id is null and status = 'OPEN'
      returning id, channel_key)
    insert into ticket_events (ticket_id, channel_key, kind, staff_id, at)
    select id, channel_key, 'accepted', ${staffId}::uuid, ${at}::timestamptz from claimed`)
  return changed.rowCount === 1
}

/** Closes an open ticket; nobody waits any more. False when it is closed already. */
export async function closeOpenTicket(tx: Tx, id: string, staffId: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const changed = await tx.execute(sql`
    with closed as (
      update tickets set status = 'CLOSED', closed_at = ${at}, closed_by_id = ${staffId}::uuid, waiting_since = null,
        version = version + 1
      where id = ${id}::uuid and status = 'OPEN'
      returning id, channel_key)
    insert into ticket_events (ticket_id, channel_key, kind, staff_id, at)
    select id, channel_key, 'closed', ${staffId}::uuid, ${at}::timestamptz from closed`)
  return changed.rowCount === 1
}

/** Notes how far a person has read; never goes back, never past the newest message. Answers how far that is. */
export async function saveRead(
  db: Db,
  read: { ticketId: string; staffId: string; seq: number; now: Date },
): Promise<number> {
  const saved = await db.execute<{ seq: number }>(sql`
    insert into ticket_reads as r (ticket_id, staff_id, seq, read_at)
    select t.id, ${read.staffId}::uuid, least(${read.seq}::bigint, t.last_seq), ${read.now.toISOString()}::timestamptz
    from tickets t where t.id = ${read.ticketId}::uuid
    on conflict (ticket_id, staff_id) do update
      set seq = greatest(r.seq, excluded.seq), read_at = excluded.read_at
    returning seq`)
  return saved.rows[0]?.seq ?? 0
}

/** The id of a member of staff by id or LINE user id. */
export async function findStaffId(db: Db, word: string): Promise<string | undefined> {
  const found = await db.execute<{ id: string }>(
    sql`select id from staff where line_user_id = ${word} or id::text = ${word.toLowerCase()} limit 1`,
  )
  return found.rows[0]?.id
}
