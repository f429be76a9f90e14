import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  MAX_WALLBOARD_COUNT,
  MAX_WALLBOARD_STAFF_TICKETS,
  WALLBOARD_LONGEST,
} from 'shared/contract/constants.ts'
import type { WallboardMetric } from 'shared/contract/dashboard/list-wallboard-tickets.call.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Db } from '../db/client.ts'
import { tickets } from '../db/schema.ts'
import { type RowOf, selectList } from '../db/select-fields.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import { type WaitRow, waitOfChannel } from '../tickets/delivery-wait-of-ticket.ts'
import { CUSTOMER_FIELDS } from '../tickets/ticket-customer.ts'
import { ASSIGNEE_ABSENT } from '../tickets/ticket-row.ts'

const MAX_CHANNELS = 500
const MAX_STAFF = 1_000

export const COUNTED_BY_METRIC = {
  waiting: sql`t.waiting_since is not null`,
  unassigned: sql`t.waiting_since is not null and t.assignee_id is null`,
  open: sql`true`,
} satisfies Record<WallboardMetric, SQL>

export const BY_LONGEST_WAIT = sql`t.waiting_since asc nulls last, t.opened_at, t.id`

/** Tickets of a channel. The index `tickets_open_channel_waiting` has the assignee, so counts read only the index. */
export const ticketsOfChannel = (key: SQL, columns: SQL) => sql`
  select ${columns} from tickets t where t.channel_key = ${key} and t.status = 'OPEN' order by ${BY_LONGEST_WAIT} limit ${MAX_WALLBOARD_COUNT}`

/** Open tickets of a staff member, by the index `tickets_open_assignee`. */
export const ticketsOfStaffMember = (id: SQL, columns: SQL) => sql`
  select ${columns} from tickets t where t.assignee_id = ${id} and t.status = 'OPEN' order by t.opened_at, t.id limit ${MAX_WALLBOARD_STAFF_TICKETS}`

export const connectedChannels = (columns: SQL, scope?: ChannelScope) => sql`
  select ${columns} from channels ch
  where ch.removed_at is null ${scope === undefined ? sql`` : sql`and ${scope.condition(sql`ch.key`)}`}
  order by ch.position, ch.name limit ${MAX_CHANNELS}`

export interface WallboardChannelRow extends Record<string, unknown> {
  key: string
  name: string
  waiting_count: number
  waiting_unassigned_count: number
  longest_waiting_since: string | Date | null
  open_count: number
  reply_wait: WaitRow | null
  reply_wait_count: number
}

const WAITING_REPLIES = sql`(select count(*)::int from (
  select 1 from deliveries d where d.channel_key = ch.key and d.state in ('queued', 'sending') limit ${MAX_WALLBOARD_COUNT}) d)`

export function wallboardChannelsStatement(scope?: ChannelScope): SQL {
  return sql`
    select ch.key, ch.name, open.*, ${waitOfChannel(sql`ch.key`)} as reply_wait, ${WAITING_REPLIES} as reply_wait_count
    from (${connectedChannels(sql`ch.*`, scope)}) ch
    cross join lateral (
      select (count(*) filter (where ${COUNTED_BY_METRIC.waiting}))::int as waiting_count,
        (count(*) filter (where ${COUNTED_BY_METRIC.unassigned}))::int as waiting_unassigned_count,
        min(waiting_since) as longest_waiting_since, count(*)::int as open_count
      from (${ticketsOfChannel(sql`ch.key`, sql`t.assignee_id, t.waiting_since`)}) t) open
    order by ch.position, ch.name`
}

const t = alias(tickets, 't')

export const TICKET_FIELDS = {
  id: t.id,
  channel_key: t.channelKey,
  subject: t.subject,
  waiting_since: sql<Date | string>`t.waiting_since`,
  ...CUSTOMER_FIELDS,
  assignee: staffMemberJson('a'),
  assignee_absent: ASSIGNEE_ABSENT,
}
type WallboardTicketRow = RowOf<typeof TICKET_FIELDS>

export function wallboardTicketsStatement(): SQL {
  return sql`
    select ${selectList(TICKET_FIELDS)}
    from (${connectedChannels(sql`ch.key`)}) ch
    cross join lateral (
      select * from tickets t where t.channel_key = ch.key and t.status = 'OPEN' and t.waiting_since is not null
      order by ${BY_LONGEST_WAIT} limit ${WALLBOARD_LONGEST}) t
    join customers c on c.id = t.customer_id left join staff a on a.id = t.assignee_id
    order by t.waiting_since, t.opened_at, t.id`
}

export interface WallboardStaffRow extends Record<string, unknown> {
  staff_member: StaffMember
  all_channels: boolean
  channel_keys: string[]
  tickets: { channel_key: string; open_count: number; waiting_count: number }[]
  has_more: boolean
}

export function wallboardStaffStatement(staffIds: readonly string[]): SQL {
  return sql`
    select ${staffMemberJson('s')} as staff_member, s.all_channels,
      array(select c.channel_key from staff_channels c where c.staff_id = s.id) as channel_keys, has.*
    from staff s
    cross join lateral (
      select coalesce(json_agg(json_build_object('channel_key', channel_key, 'open_count', open_count, 'waiting_count', waiting_count)
        order by channel_key) filter (where key is not null), '[]'::json) as tickets,
        coalesce(sum(open_count), 0) >= ${MAX_WALLBOARD_STAFF_TICKETS} as has_more
      from (
        select channel_key, count(*)::int as open_count, count(waiting_since)::int as waiting_count
        from (${ticketsOfStaffMember(sql`s.id`, sql`t.channel_key, t.waiting_since`)}) t
        group by channel_key) c
      left join channels ch on ch.key = c.channel_key and ch.removed_at is null) has
    where s.id = any(${sql.param(staffIds)}::uuid[]) and s.status = 'APPROVED'
    order by s.display_name, s.id limit ${MAX_STAFF}`
}

export interface WallboardData {
  at: Date
  channels: WallboardChannelRow[]
  tickets: WallboardTicketRow[]
  staff: WallboardStaffRow[]
}

export async function countWallboard(db: Db, staffIds: readonly string[], at: Date): Promise<WallboardData> {
  const [channels, tickets, staff] = await Promise.all([
    db.execute<WallboardChannelRow>(wallboardChannelsStatement()),
    db.execute<WallboardTicketRow>(wallboardTicketsStatement()),
    db.execute<WallboardStaffRow>(wallboardStaffStatement(staffIds)),
  ])
  return { at, channels: channels.rows, tickets: tickets.rows, staff: staff.rows }
}
