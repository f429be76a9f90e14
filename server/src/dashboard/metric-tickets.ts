import { CLOSED_SAMPLE, MAX_ORDERED_TICKETS } from 'shared/contract/constants.ts'
import type { listMetricTickets, TicketsOrder } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import type { listOwnMetricTickets } from 'shared/contract/dashboard/list-own-metric-tickets.call.ts'
import type * as z from 'zod/mini'
import type { Tx } from '../db/client.ts'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { findStaffByLineUserId } from '../staff/staff.store.ts'
import { customerOf } from '../tickets/ticket-customer.ts'
import { iso } from '../tickets/ticket-row.ts'
import {
  type MetricOf,
  type MetricPage,
  type MetricPosition,
  type MetricSums,
  type MetricTicketRow,
  orderOf,
  readHandling,
  readHandlingTickets,
  readMetric,
  readMetricTickets,
} from './metric-tickets.store.ts'
import { filterOf, withSnapshot } from './overview-and-ranking.ts'
import { average } from './percentiles.ts'

type Page = z.input<typeof listMetricTickets.response>

/** Lists the tickets of a metric; the list is empty when the agent does not exist. */
export async function readTicketsOf(
  context: ServerContext,
  request: CallRequest<typeof listMetricTickets>,
): Promise<Page> {
  const filter = filterOf(context, request)
  const { query } = request
  const lineUserId = query.agent_line_user_id
  const agent = lineUserId === undefined ? undefined : await findStaffByLineUserId(context.db, lineUserId)
  if (lineUserId !== undefined && agent === undefined)
    return {
      items: [],
      total: 0,
      avg_secs: null,
      median_secs: null,
      p90_secs: null,
      cursor: null,
      order: orderOf(query.metric, query.order),
      is_cut: false,
    }
  const { metric: name, category, weekday, hour } = query
  const metric = { ...filter, metric: name, staffId: agent?.id, category, weekday, hour }
  return readPage(context, metric, query)
}

export function readOwnTickets(
  context: ServerContext,
  request: CallRequest<typeof listOwnMetricTickets>,
): Promise<Page> {
  const filter = filterOf(context, request)
  const { signedIn, query } = request
  const { id: staffId } = signedIn.staff
  if (query.metric !== 'handling')
    return readPage(context, { ...filter, metric: query.metric, staffId }, query)
  const handling = { staffId, scope: filter.scope, limit: CLOSED_SAMPLE }
  return pageOf(context, query, query.order, {
    sums: (tx) => readHandling(tx, handling),
    rows: (tx, page) => readHandlingTickets(tx, handling, page),
  })
}

const readPage = (context: Pick<ServerContext, 'db'>, metric: MetricOf, query: PageQuery) =>
  pageOf(context, query, orderOf(metric.metric, query.order), {
    sums: (tx) => readMetric(tx, metric),
    rows: (tx, page) => readMetricTickets(tx, metric, page),
  })

interface PageQuery {
  order: TicketsOrder
  cursor?: string | undefined
  limit: number
}

interface Listed {
  sums: (tx: Tx) => Promise<MetricSums>
  rows: (tx: Tx, page: MetricPage) => Promise<MetricTicketRow[]>
}

async function pageOf(
  { db }: Pick<ServerContext, 'db'>,
  { cursor, limit }: PageQuery,
  requestedOrder: TicketsOrder,
  listed: Listed,
): Promise<Page> {
  const after = cursor === undefined ? undefined : positionOf(cursor)
  // A cursor without a duration is from a page sorted by time, so the next page is sorted by time too.
  const order = after?.ms === null ? 'latest' : requestedOrder
  const { sums, rows } = await withSnapshot(db, async (tx) => ({
    sums: await listed.sums(tx),
    rows: await listed.rows(tx, { order, after, limit: limit + 1 }),
  }))
  const { total, sum_ms, median_secs, p90_secs } = sums
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(metricTicketOf),
    total,
    avg_secs: sum_ms === null ? null : average(sum_ms, total),
    median_secs,
    p90_secs,
    cursor: last === undefined ? null : cursorOf(last, order),
    order,
    is_cut: order === 'longest' && total > MAX_ORDERED_TICKETS,
  }
}

/** Placeholder in cursors of inbound messages, which have no staff id. */
const NO_STAFF_ID = '00000000-0000-0000-0000-000000000000'

const cursorOf = ({ ms, at, ticket_id, staff_id }: MetricTicketRow, order: TicketsOrder) =>
  [
    ...(order === 'longest' ? [ms ?? 0] : []),
    new Date(at).getTime(),
    ticket_id,
    staff_id ?? NO_STAFF_ID,
  ].join('.')

function positionOf(cursor: string): MetricPosition {
  const [staffId = '', ticketId = '', at, ms] = cursor.split('.').reverse()
  return { ms: ms === undefined ? null : Number(ms), at: new Date(Number(at)), ticketId, staffId }
}

function metricTicketOf(row: MetricTicketRow): Page['items'][number] {
  return {
    ticket_id: row.ticket_id,
    status: row.status,
    subject: row.subject,
    channel: { key: row.channel_key, name: row.channel_name },
    customer: {
      id: row.customer_id,
      ...customerOf(row),
    },
    agent: row.agent,
    at: iso(row.at),
    count: row.count,
    secs: row.ms === null ? null : row.ms / 1000,
  }
}
