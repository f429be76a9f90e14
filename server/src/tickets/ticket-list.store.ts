import { type SQL, sql } from 'drizzle-orm'
import type { TicketOrder } from 'shared/contract/tickets/list-tickets.call.ts'
import type { Db } from '../db/client.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { type TicketRow, ticketSelect } from './ticket-row.ts'
import {
  MAX_CUSTOMERS,
  NAME_WINDOW,
  SEARCH_WINDOW,
  type TicketSearch,
  ticketSearch,
} from './ticket-search.ts'
import { isUnreadBy, joinUnread } from './unread-tickets.store.ts'

type Status = 'OPEN' | 'CLOSED'

export interface TicketFilter {
  /** Staff member whose unread tickets are listed when `unreadOnly` is true. */
  viewerId: string
  scope: ChannelScope
  /** Status of the listed tickets; undefined for both open and closed tickets. */
  status: Status | undefined
  assigneeId: string | undefined
  unassigned: boolean
  unreadOnly: boolean
  /** Ids of all unread tickets if they are cached; then only these tickets are read. */
  among?: readonly string[] | undefined
  search: string | undefined
}

/** How unread tickets are found: by one lookup per ticket in list order, or by one join of all tickets. */
type UnreadLookup = 'along the list' | 'at once'
/** Minimum and maximum number of tickets per status that are read at the top of the list to find unread tickets. */
const UNREAD_WINDOW = { least: 500, most: 5_000 }

export interface TicketPage {
  order: TicketOrder
  limit: number
  offset: number
}

interface Order {
  columns: readonly string[]
  by: SQL
}

/** Sort orders, each with its own index. They end with the id, so that pages neither repeat nor skip tickets. */
const ORDERS: Record<TicketOrder, Order> = {
  '-closed_at': {
    columns: ['closed_at', 'last_activity_at'],
    by: sql`closed_at desc nulls last, last_activity_at desc, id desc`,
  },
  '-last_activity_at': { columns: ['last_activity_at'], by: sql`last_activity_at desc, id desc` },
  opened_at: { columns: ['opened_at'], by: sql`opened_at, id` },
  '-opened_at': { columns: ['opened_at'], by: sql`opened_at desc, id desc` },
  waiting_since: {
    columns: ['waiting_since', 'opened_at'],
    by: sql`waiting_since asc nulls last, opened_at, id`,
  },
}

const ofOpen = (name: string) => sql`case when status = 'OPEN' then ${sql.identifier(name)} end`
const BY_CLOSING = sql`closed_at desc nulls last, id desc`

/** Sort orders of lists that show open tickets first, followed by closed tickets by closing time. */
const OPEN_FIRST: Partial<Record<TicketOrder, Order>> = {
  waiting_since: {
    columns: ['status', 'waiting_since', 'opened_at', 'closed_at'],
    by: sql`status, ${ofOpen('waiting_since')} nulls last, ${ofOpen('opened_at')}, ${ofOpen('id')}, ${BY_CLOSING}`,
  },
  '-opened_at': {
    columns: ['status', 'opened_at', 'closed_at'],
    by: sql`status, ${ofOpen('opened_at')} desc nulls last, ${ofOpen('id')} desc nulls last, ${BY_CLOSING}`,
  },
}

/** Returns the sort order of tickets of one status, the same as in its index. Open tickets have no closing time. */
function orderAmong(status: Status, order: TicketOrder, filter: TicketFilter): SQL {
  if (status === 'CLOSED' && isOpenFirst(filter, order)) return sql`closed_at desc, id desc`
  if (order === '-closed_at' && status === 'OPEN') return ORDERS['-last_activity_at'].by
  if (order === '-closed_at') return sql`closed_at desc, last_activity_at desc, id desc`
  if (order === 'waiting_since' && status === 'CLOSED') return ORDERS.opened_at.by
  return ORDERS[order].by
}

function isOpenFirst(filter: TicketFilter, order: TicketOrder): boolean {
  return filter.status === undefined && OPEN_FIRST[order] !== undefined
}

function statusesOf(filter: TicketFilter): Status[] {
  return filter.status === undefined ? ['OPEN', 'CLOSED'] : [filter.status]
}

const names = (columns: readonly string[]) =>
  sql.join(
    columns.map((name) => sql`t.${sql.identifier(name)}`),
    sql`, `,
  )
const isAmong = (ids: readonly string[]) => sql`t.id = any(${sql.param(ids)}::uuid[])`

const statusName = (status: Status) => sql.raw(`'${status}'`)

function conditions(filter: TicketFilter, status: Status | undefined): SQL {
  const found: SQL[] = [status === undefined ? sql`true` : sql`t.status = ${statusName(status)}`]
  if (filter.scope.channels !== 'all') found.push(filter.scope.condition(sql`t.channel_key`))
  if (filter.assigneeId !== undefined) found.push(sql`t.assignee_id = ${filter.assigneeId}::uuid`)
  if (filter.unassigned) found.push(sql`t.assignee_id is null`)
  if (filter.unreadOnly) found.push(isUnreadBy(filter.viewerId))
  if (filter.among !== undefined) found.push(isAmong(filter.among))
  return sql.join(found, sql` and `)
}

/** Returns the query for one status. Searches without an index, or for a common name, read the top of the list. */
function queryOfStatus(
  filter: TicketFilter,
  search: TicketSearch | null,
  status: Status,
  order: TicketOrder,
  columns: readonly string[],
  limit: number | null,
  unread: UnreadLookup,
): SQL {
  const by = orderAmong(status, order, filter)
  const bound = limit === null ? sql`` : sql`order by ${by} limit ${limit}`
  if (search === null && unread === 'at once') {
    const fits = conditions({ ...filter, unreadOnly: false }, status)
    return sql`(select ${names(columns)} from ${joinUnread(filter.viewerId, fits)} t ${bound})`
  }
  const fits = conditions(filter, status)
  if (search === null) {
    // `offset 0` makes PostgreSQL read only the cached unread tickets instead of the index of the sort order.
    const from = filter.among
      ? sql`(select * from tickets t where ${isAmong(filter.among)} offset 0) t`
      : sql`tickets t`
    return sql`(select ${names(columns)} from ${from} where ${fits} ${bound})`
  }
  const firstThat = (window: number, condition: SQL) => {
    const read = [
      'id',
      'customer_id',
      'subject',
      'closed_at',
      ...ORDERS[order].columns,
      ...columns,
      'last_activity_at',
    ]
    return sql`select ${names(columns)} from (
      select ${names([...new Set(read)])} from tickets t where ${fits} order by ${by} limit ${window}) t
      where ${condition}`
  }
  const found: SQL[] = []
  if (search.condition !== null) {
    if (search.kind === 'windowed') found.push(firstThat(SEARCH_WINDOW, search.condition))
    else
      found.push(sql`select ${names(columns)} from tickets t where ${fits} and ${search.condition} ${bound}`)
  }
  if (search.named !== undefined) {
    found.push(sql`select ${names(columns)} from of_named t where t.status = ${status}::ticket_status`)
    found.push(
      firstThat(
        NAME_WINDOW,
        sql`(select count(*) from named) = ${MAX_CUSTOMERS}::int and t.customer_id in (select id from with_name)`,
      ),
    )
  }
  const all = sql.join(
    found.map((each) => sql`(${each})`),
    sql` union `,
  )
  return sql`(select ${names(columns)} from (${all}) t ${bound})`
}

function queryOfStatuses(
  filter: TicketFilter,
  search: TicketSearch | null,
  order: TicketOrder,
  columns: readonly string[],
  limit: number | null,
  unread: UnreadLookup,
): SQL {
  return sql.join(
    statusesOf(filter).map((status) => queryOfStatus(filter, search, status, order, columns, limit, unread)),
    sql` union all `,
  )
}

/** Query for a search by name. `offset 0` forces a lookup per customer; a join would read all tickets. */
function withNamed(filter: TicketFilter, search: TicketSearch | null, columns: readonly string[]): SQL {
  if (search?.named === undefined) return sql``
  return sql`
    with_name as materialized (${search.named}),
    named as materialized (
      select id from with_name order by last_message_at desc nulls last limit ${MAX_CUSTOMERS}),
    of_named as materialized (
      select ${names([...new Set([...columns, 'status'])])} from named n cross join lateral (
        select * from tickets t where t.customer_id = n.id and ${conditions(filter, filter.status)} offset 0) t),`
}

/** Returns the query for a page. Each status has its own limited scan; otherwise PostgreSQL would sort all rows. */
export function pageStatement(
  filter: TicketFilter,
  page: TicketPage,
  unread: UnreadLookup = 'along the list',
): SQL {
  const { columns, by: byBoth } =
    (filter.status === undefined && OPEN_FIRST[page.order]) || ORDERS[page.order]
  const by = filter.status === undefined ? byBoth : orderAmong(filter.status, page.order, filter)
  const search = ticketSearch(filter.search, filter)
  const read = [...new Set(['id', ...columns, 'last_activity_at'])]
  const candidates = queryOfStatuses(filter, search, page.order, read, page.offset + page.limit, unread)
  return sql`
    with ${withNamed(filter, search, read)} page as materialized (
      select id, row_number() over () as place
      from (select id from (${candidates}) u order by ${by} limit ${page.limit} offset ${page.offset}) o)
    ${ticketSelect(filter.viewerId, sql`page join tickets t on t.id = page.id`)}
    order by page.place`
}

/** Returns a query that counts tickets. `order` matters only for searches that read the top of the list. */
export function countStatement(
  filter: TicketFilter,
  order: TicketOrder,
  limit: number | null,
  unread: UnreadLookup = 'along the list',
): SQL {
  const bound = limit === null ? sql`` : sql`limit ${limit}`
  const search = ticketSearch(filter.search, filter)
  const found = queryOfStatuses(filter, search, order, ['id'], null, unread)
  return sql`
    with ${withNamed(filter, search, ['id'])} n as (select 1 from (${found}) u ${bound})
    select count(*)::int as count from n`
}

/** Returns a query for whether the top of the list has `wanted` unread tickets per status or contains all tickets. */
export function probeStatement(filter: TicketFilter, order: TicketOrder, wanted: number): SQL {
  const all = { ...filter, unreadOnly: false }
  const window = Math.min(UNREAD_WINDOW.most, Math.max(UNREAD_WINDOW.least, 2 * wanted))
  const first = statusesOf(filter).map(
    (status) => sql`(select count(*) as read, count(*) filter (where ${isUnreadBy(filter.viewerId)}) as unread
      from (select t.id, t.last_in_seq from tickets t where ${conditions(all, status)}
        order by ${orderAmong(status, order, filter)} limit ${window}) t)`,
  )
  return sql`
    select bool_and(p.unread >= ${wanted}::int or p.read < ${window}::int) as is_near
    from (${sql.join(first, sql` union all `)}) p`
}

async function chooseUnreadLookup(
  db: Db,
  filter: TicketFilter,
  order: TicketOrder,
  wanted: number,
): Promise<UnreadLookup> {
  if (!filter.unreadOnly || filter.among !== undefined || (filter.search ?? '') !== '')
    return 'along the list'
  const { rows } = await db.execute<{ is_near: boolean }>(probeStatement(filter, order, wanted))
  return rows[0]?.is_near ? 'along the list' : 'at once'
}

export async function readPage(db: Db, filter: TicketFilter, page: TicketPage): Promise<TicketRow[]> {
  const unreadLookup = await chooseUnreadLookup(db, filter, page.order, page.offset + page.limit)
  const found = await db.execute<TicketRow>(pageStatement(filter, page, unreadLookup))
  return found.rows
}

export async function countTickets(
  db: Db,
  filter: TicketFilter,
  order: TicketOrder,
  limit: number | null,
): Promise<number> {
  // Unread tickets are counted by one join: counting reads all of them, so one lookup per ticket would be slower.
  const isUnreadAlone = filter.unreadOnly && filter.among === undefined && (filter.search ?? '') === ''
  const unreadLookup: UnreadLookup = isUnreadAlone ? 'at once' : 'along the list'
  const found = await db.execute<{ count: number }>(countStatement(filter, order, limit, unreadLookup))
  return found.rows[0]?.count ?? 0
}
