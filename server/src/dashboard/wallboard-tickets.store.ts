import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { WallboardMetric } from 'shared/contract/dashboard/list-wallboard-tickets.call.ts'
import type { Tx } from '../db/client.ts'
import { channels, customers, tickets } from '../db/schema.ts'
import { type RowOf, selectList } from '../db/select-fields.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import {
  BY_LONGEST_WAIT,
  COUNTED_BY_METRIC,
  connectedChannels,
  TICKET_FIELDS,
  ticketsOfChannel,
  ticketsOfStaffMember,
  type WallboardChannelRow,
  type WallboardStaffRow,
  wallboardChannelsStatement,
  wallboardStaffStatement,
} from './wallboard.store.ts'

export interface WallboardNumber {
  metric: WallboardMetric
  scope: ChannelScope
  staffId: string | undefined
}

export interface WallboardPosition {
  /** Start of the waiting time; null when the ticket needs no reply. */
  waitingSince: Date | null
  openedAt: Date
  ticketId: string
}

export interface WallboardPage {
  after: WallboardPosition | undefined
  limit: number
}

const t = alias(tickets, 't')

const LISTED_FIELDS = {
  ...TICKET_FIELDS,
  opened_at: t.openedAt,
  waiting_since: t.waitingSince,
  channel_name: alias(channels, 'ch').name,
  customer_id: alias(customers, 'c').id,
}
export type WallboardListedRow = RowOf<typeof LISTED_FIELDS>

export async function readCounts(
  tx: Tx,
  { scope, staffId }: WallboardNumber,
): Promise<{ channels: WallboardChannelRow[]; staffMember: WallboardStaffRow | undefined }> {
  if (staffId === undefined) {
    const channels = await tx.execute<WallboardChannelRow>(wallboardChannelsStatement(scope))
    return { channels: channels.rows, staffMember: undefined }
  }
  const staff = await tx.execute<WallboardStaffRow>(wallboardStaffStatement([staffId]))
  return { channels: [], staffMember: staff.rows[0] }
}

const COLUMNS = sql`t.id, t.channel_key, t.customer_id, t.assignee_id, t.subject, t.opened_at, t.waiting_since, t.absent_alert_seq`

/** Returns a query for one page of tickets. It reads no more tickets than the wallboard counts. */
export function wallboardTicketsPageStatement(
  { metric, scope, staffId }: WallboardNumber,
  { after, limit }: WallboardPage,
): SQL {
  const page = (counted: SQL) => sql`
    select t.* from (${counted}) t where ${COUNTED_BY_METRIC[metric]} ${after === undefined ? sql`` : further(after)}
    order by ${BY_LONGEST_WAIT} limit ${limit}`
  // Materialized, so that the staff member's tickets are read once instead of once for each joined channel.
  const theirs = sql`
    with theirs as materialized (${ticketsOfStaffMember(sql`${staffId}::uuid`, COLUMNS)})
    select t.* from theirs t join (${connectedChannels(sql`ch.key`, scope)}) ch on ch.key = t.channel_key
    where exists (select from staff s where s.id = ${staffId}::uuid and s.status = 'APPROVED')`
  const rows =
    staffId === undefined
      ? sql`select t.* from (${connectedChannels(sql`ch.key`, scope)}) ch
          cross join lateral (${page(ticketsOfChannel(sql`ch.key`, COLUMNS))}) t order by ${BY_LONGEST_WAIT} limit ${limit}`
      : page(theirs)
  return sql`
    select ${selectList(LISTED_FIELDS)}
    from (${rows}) t
    join channels ch on ch.key = t.channel_key
    join customers c on c.id = t.customer_id
    left join staff a on a.id = t.assignee_id
    order by ${BY_LONGEST_WAIT}`
}

function further({ waitingSince, openedAt, ticketId }: WallboardPosition): SQL {
  const opened = sql`(t.opened_at, t.id) > (${openedAt.toISOString()}::timestamptz, ${ticketId}::uuid)`
  if (waitingSince === null) return sql`and t.waiting_since is null and ${opened}`
  const since = sql`${waitingSince.toISOString()}::timestamptz`
  return sql`and (t.waiting_since is null or t.waiting_since > ${since} or (t.waiting_since = ${since} and ${opened}))`
}

export async function readWallboardTickets(
  tx: Tx,
  of: WallboardNumber,
  page: WallboardPage,
): Promise<WallboardListedRow[]> {
  return (await tx.execute<WallboardListedRow>(wallboardTicketsPageStatement(of, page))).rows
}
