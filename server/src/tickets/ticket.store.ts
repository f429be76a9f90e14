import { eq, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { IssueType } from 'shared/contract/constants.ts'
import type { Db, Tx } from '../db/client.ts'
import { executePrepared } from '../db/prepared-statement.ts'
import { customers, staff, tickets } from '../db/schema.ts'
import { type RowOf, selectList } from '../db/select-fields.ts'
import { DeskError } from '../desk-error.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { revisionOf, type TicketRow, ticketSelect } from './ticket-row.ts'

export async function findTicket(db: Db | Tx, id: string): Promise<TicketRow | undefined> {
  const found = await db.execute<TicketRow>(sql`${ticketSelect(null)} where t.id = ${id}::uuid`)
  return found.rows[0]
}

export async function findTickets(tx: Db | Tx, ids: readonly string[]): Promise<Map<string, TicketRow>> {
  const rows =
    ids.length === 1
      ? await executePrepared<TicketRow>(
          tx,
          'one ticket',
          sql`${ticketSelect(null)} where t.id = ${ids[0]}::uuid`,
        )
      : (await tx.execute<TicketRow>(sql`${ticketSelect(null)} where t.id = any(${sql.param(ids)}::uuid[])`))
          .rows
  return new Map(rows.map((row) => [row.id, row]))
}

export async function readTicketFor(
  db: Db | Tx,
  ticket: VisibleTicket,
  viewerId: string,
): Promise<TicketRow> {
  const found = await db.execute<TicketRow>(sql`${ticketSelect(viewerId)} where t.id = ${ticket.id}::uuid`)
  const [row] = found.rows
  if (row === undefined) throw new DeskError('ticket_not_found')
  return row
}

const t = alias(tickets, 't')

const HEAD = {
  channel_key: t.channelKey,
  customer_id: t.customerId,
  status: t.status,
  assignee_id: t.assigneeId,
  last_seq: t.lastSeq,
  last_in_seq: t.lastInSeq,
  revision: revisionOf('t'),
  version: t.version,
  friendship: alias(customers, 'c').friendship,
  /** True in standby, while another LINE module replies to the customer. */
  is_standby: sql<boolean>`c.standby_since is not null`,
  channel_removed: sql<boolean>`ch.removed_at is not null`,
}
type TicketHead = RowOf<typeof HEAD>

/** Functions require a VisibleTicket instead of an id, so that code without an access check does not compile. */
export class VisibleTicket {
  readonly #id: string
  readonly head: Readonly<TicketHead>

  private constructor(id: string, head: TicketHead) {
    this.#id = id
    this.head = head
  }

  get id(): string {
    return this.#id
  }

  static within(scope: ChannelScope, id: string, head: TicketHead | undefined): VisibleTicket {
    if (head === undefined) throw new DeskError('ticket_not_found')
    if (!scope.includes(head.channel_key)) throw new DeskError('forbidden_channel')
    return new VisibleTicket(id, head)
  }
}

/** Throws `ticket_not_found` or `forbidden_channel`. */
export async function findVisibleTicket(
  db: Db | Tx,
  scope: ChannelScope,
  id: string,
): Promise<VisibleTicket> {
  const found = await db.execute<TicketHead>(sql`
    select ${selectList(HEAD)} from tickets t
    join customers c on c.id = t.customer_id
    join channels ch on ch.key = t.channel_key
    where t.id = ${id}::uuid`)
  return VisibleTicket.within(scope, id, found.rows[0])
}

export async function lockVisibleTicket(tx: Tx, scope: ChannelScope, id: string): Promise<VisibleTicket> {
  await tx.execute(sql`select from tickets where id = ${id}::uuid for update`)
  // The ticket is read by a separate SQL statement, because the one that waited for the lock would return outdated rows
  // of customer and channel.
  return findVisibleTicket(tx, scope, id)
}

/** Returns the stored `seq`, which never decreases and is never higher than that of the newest message. */
export async function saveRead(
  db: Db,
  ticket: VisibleTicket,
  read: { staffId: string; seq: number; now: Date },
): Promise<number> {
  const saved = await db.execute<{ seq: number }>(sql`
    insert into ticket_reads as r (ticket_id, staff_id, seq, read_at)
    select t.id, ${read.staffId}::uuid, least(${read.seq}::bigint, t.last_seq), ${read.now.toISOString()}::timestamptz
    from tickets t where t.id = ${ticket.id}::uuid
    on conflict (ticket_id, staff_id) do update
      set seq = greatest(r.seq, excluded.seq), read_at = excluded.read_at
    returning seq`)
  return saved.rows[0]?.seq ?? 0
}

/** Returns the id of a staff member, given the id itself or a LINE user id. */
export async function findStaffId(db: Db, word: string): Promise<string | undefined> {
  const [found] = await db
    .select({ id: staff.id })
    .from(staff)
    .where(or(eq(staff.lineUserId, word), sql`${staff.id}::text = ${word.toLowerCase()}`))
    .limit(1)
  return found?.id
}

/** Maximum attempts while the customer's ticket is opened and closed concurrently; then the LINE event is retried. */
const OPEN_TRIES = 5

/** Open ticket of a customer; the row of the ticket is locked. */
export interface OpenTicket {
  id: string
  isNew: boolean
  /** `sort_at` of the ticket's newest message; null when the ticket has none. */
  newestAt: Date | null
}

/** Locks the open tickets of customers, in one order to avoid deadlocks. Returns them by customer id. */
export async function lockOpenTickets(
  tx: Tx,
  channelKey: string,
  userIds: readonly string[],
): Promise<Map<string, OpenTicket>> {
  const found = await executePrepared<{ id: string; customer_id: string; newest: Date | string | null }>(
    tx,
    'lock open tickets',
    sql`select t.id, t.customer_id, t.newest_sort_at as newest
    from customers c join tickets t on t.customer_id = c.id and t.channel_key = c.channel_key and t.status = 'OPEN'
    where c.channel_key = ${channelKey} and c.line_user_id = any(${sql.param(userIds)}::text[])
    order by t.id for update of t`,
  )
  return new Map(
    found.map((row) => [
      row.customer_id,
      { id: row.id, isNew: false, newestAt: row.newest === null ? null : new Date(row.newest) },
    ]),
  )
}

export interface TicketOpening {
  customerId: string
  /** LINE user id of the customer. */
  userId: string
  subject: IssueType
  isVip: boolean
  openedAt: Date
}

/** Opens tickets that are not in `locked` (from `lockOpenTickets`). A unique index prevents a second open ticket. */
export async function openTicketsOf(
  tx: Tx,
  channelKey: string,
  openings: readonly TicketOpening[],
  locked: ReadonlyMap<string, OpenTicket>,
  now: Date,
): Promise<Map<string, OpenTicket>> {
  const open = new Map(locked)
  const missing = () => openings.filter(({ customerId }) => !open.has(customerId))
  for (let tries = 0; tries < OPEN_TRIES; tries += 1) {
    for (const [customerId, ticket] of await makeTickets(tx, channelKey, missing(), now))
      open.set(customerId, ticket)
    const userIds = missing().map(({ userId }) => userId)
    if (userIds.length === 0) return open
    for (const [customerId, ticket] of await lockOpenTickets(tx, channelKey, userIds))
      open.set(customerId, ticket)
    if (missing().length === 0) return open
  }
  throw new Error('the open ticket of a customer was opened and closed concurrently several times')
}

async function makeTickets(
  tx: Tx,
  channelKey: string,
  openings: readonly TicketOpening[],
  now: Date,
): Promise<Map<string, OpenTicket>> {
  if (openings.length === 0) return new Map()
  const made = await tx.execute<{ id: string; customer_id: string }>(sql`
    with ticket as (
      insert into tickets (channel_key, customer_id, subject, priority, opened_at, last_activity_at, created_at)
      select ${channelKey}, o."customerId", o.subject, (case when o."isVip" then 'VIP' else 'NORMAL' end)::ticket_priority, o."openedAt",
        o."openedAt", ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(openings)}::jsonb)
        as o ("customerId" uuid, subject text, "isVip" boolean, "openedAt" timestamptz)
      order by o."customerId"
      on conflict (channel_key, customer_id) where status = 'OPEN' do nothing
      returning id, channel_key, customer_id, opened_at),
    noted as (
      insert into ticket_events (ticket_id, channel_key, kind, at) select id, channel_key, 'opened', opened_at from ticket)
    select id, customer_id from ticket`)
  return new Map(made.rows.map((row) => [row.customer_id, { id: row.id, isNew: true, newestAt: null }]))
}
