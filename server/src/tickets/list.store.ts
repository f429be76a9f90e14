import { type SQL, sql } from 'drizzle-orm'
import type { TicketOrder } from 'shared/contract/tickets/list-tickets.call.ts'
import type { Db } from '../db/client.ts'
import { searchCondition } from './search.ts'
import { type TicketRow, ticketSelect } from './ticket-row.ts'

type Status = 'OPEN' | 'CLOSED'

/** Which tickets; every part narrows. */
export interface TicketFilter {
  /** Whose reading `unreadOnly` goes by. */
  viewerId: string
  /** Null: every channel. */
  channelKeys: readonly string[] | null
  /** Without one: both. */
  status: Status | undefined
  assigneeId: string | undefined
  unassigned: boolean
  unreadOnly: boolean
  search: string | undefined
}

export interface TicketPage {
  order: TicketOrder
  limit: number
  offset: number
}

/** Every order ends in the id, so that a page never repeats or skips a row; each has its index in the schema. */
const ORDERS: Record<TicketOrder, { columns: readonly string[]; by: SQL }> = {
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

/** Open tickets have no closing time: among themselves they stand by their last activity, which has an index of its own. */
function effectiveOrder(filter: TicketFilter, order: TicketOrder): TicketOrder {
  return order === '-closed_at' && statusesOf(filter)[0] === 'OPEN' && statusesOf(filter).length === 1
    ? '-last_activity_at'
    : order
}

function statusesOf(filter: TicketFilter): Status[] {
  return filter.status === undefined ? ['OPEN', 'CLOSED'] : [filter.status]
}

function conditions(filter: TicketFilter): SQL[] {
  const found: SQL[] = []
  const { channelKeys } = filter
  // One channel is an equality, so that the indexes that begin with the channel keep their order.
  if (channelKeys?.length === 1) found.push(sql`t.channel_key = ${channelKeys[0]}`)
  else if (channelKeys !== null) found.push(sql`t.channel_key = any(${sql.param(channelKeys)}::text[])`)
  if (filter.assigneeId !== undefined) found.push(sql`t.assignee_id = ${filter.assigneeId}::uuid`)
  if (filter.unassigned) found.push(sql`t.assignee_id is null`)
  if (filter.unreadOnly) {
    found.push(sql`t.last_in_seq > coalesce((select r.seq from ticket_reads r
      where r.ticket_id = t.id and r.staff_id = ${filter.viewerId}::uuid), 0)`)
  }
  const search = searchCondition(filter.search)
  if (search !== null) found.push(search)
  return found
}

const where = (status: Status | null, rest: SQL[]) => {
  const all = status === null ? rest : [sql`t.status = ${sql.raw(`'${status}'`)}`, ...rest]
  return all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`
}

/** The tickets that fit, one arm per status; `bound` ends each arm. */
function arms(filter: TicketFilter, columns: SQL, bound: SQL): SQL {
  const rest = conditions(filter)
  const each = statusesOf(filter).map(
    (status) => sql`(select ${columns} from tickets t ${where(status, rest)} ${bound})`,
  )
  return sql.join(each, sql` union all `)
}

/**
 * Ids and what the order compares. Over both statuses two index scans that are in order are merged, each with its own limit:
 * without that, PostgreSQL reads and sorts them all. The order of closing has open tickets in its own index, behind the closed.
 */
function candidates(filter: TicketFilter, page: TicketPage): SQL {
  const { columns, by } = ORDERS[effectiveOrder(filter, page.order)]
  const names = ['id', ...columns].map((name) => sql`t.${sql.identifier(name)}`)
  const read = sql.join(names, sql`, `)
  if (statusesOf(filter).length === 1) return arms(filter, read, sql``)
  if (page.order === '-closed_at')
    return sql`select ${read} from tickets t ${where(null, conditions(filter))}`
  return arms(filter, read, sql`order by ${by} limit ${page.offset + page.limit}`)
}

/** The statement that reads one page: ids in order first, then everything else of these few rows. */
export function pageStatement(filter: TicketFilter, page: TicketPage): SQL {
  const { by } = ORDERS[effectiveOrder(filter, page.order)]
  return sql`
    with page as materialized (
      select id, row_number() over () as place
      from (select id from (${candidates(filter, page)}) u order by ${by} limit ${page.limit} offset ${page.offset}) o)
    ${ticketSelect(filter.viewerId, sql`page join tickets t on t.id = page.id`)}
    order by page.place`
}

export function countStatement(filter: TicketFilter, limit: number | null): SQL {
  const bound = limit === null ? sql`` : sql`limit ${limit}`
  return sql`select count(*)::int as count from (select 1 from (${arms(filter, sql`t.id`, sql``)}) u ${bound}) n`
}

/** One page, in order. */
export async function readPage(db: Db, filter: TicketFilter, page: TicketPage): Promise<TicketRow[]> {
  const found = await db.execute<TicketRow>(pageStatement(filter, page))
  return found.rows
}

/** How many fit; counts no further than `limit`. */
export async function countTickets(db: Db, filter: TicketFilter, limit: number | null): Promise<number> {
  const found = await db.execute<{ count: number }>(countStatement(filter, limit))
  return found.rows[0]?.count ?? 0
}
