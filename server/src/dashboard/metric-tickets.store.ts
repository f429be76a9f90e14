import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MAX_ORDERED_TICKETS } from 'shared/contract/constants.ts'
import {
  type ListedMetric,
  TIMED_METRICS,
  type TicketsOrder,
  type TimedMetric,
} from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import type { Tx } from '../db/client.ts'
import { channels, customers, tickets } from '../db/schema.ts'
import { type RowOf, selectList } from '../db/select-fields.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import { CUSTOMER_FIELDS } from '../tickets/ticket-customer.ts'
import type { HistogramName } from './count-durations.store.ts'
import { incomingWithin, type MetricFilter, subjectsWithin, within } from './day-metrics.store.ts'
import { histogramOf, medianAndP90 } from './percentiles.ts'
import { daysOf, timeRangeOf } from './period.ts'
import { readAgentDurations } from './read-durations.store.ts'
import { wholeSecondsMs } from './ticket-metrics.store.ts'

export interface MetricOf extends MetricFilter {
  metric: ListedMetric
  staffId?: string | undefined
  category?: string | undefined
  /** Weekday for the metric `incoming`; 0 is Sunday. */
  weekday?: number | undefined
  hour?: number | undefined
}

export interface MetricPosition {
  /** Duration in ms when the list is sorted by duration; null otherwise. */
  ms: number | null
  at: Date
  ticketId: string
  staffId: string
}

const SUM_OF: Record<Exclude<ListedMetric, 'incoming' | 'answered'>, string> = {
  handled: 'handled',
  held: 'held',
  first_response: 'responded',
  closed: 'closed',
  unanswered: 'unanswered',
  replied: 'replies',
}

/** Count of a metric, and sum, median and 90th percentile of its durations; null for metrics without durations. */
export interface MetricSums extends Record<string, unknown> {
  total: number
  sum_ms: number | null
  median_secs: number | null
  p90_secs: number | null
}

const DURATION_OF: Partial<Record<ListedMetric, string>> = {
  handled: 'pickup',
  first_response: 'response',
  closed: 'resolution',
} satisfies Record<Exclude<TimedMetric, 'answered'>, string>

const HISTOGRAMS_OF: Record<TimedMetric, readonly HistogramName[]> = {
  handled: ['pickup'],
  first_response: ['response'],
  closed: ['answered', 'unanswered'],
  answered: ['answered'],
}

export async function readMetric(tx: Tx, filter: MetricOf): Promise<MetricSums> {
  const { metric, staffId, category } = filter
  const timed = category === undefined ? TIMED_METRICS.find((each) => each === metric) : undefined
  const durations = timed === undefined ? [] : await readAgentDurations(tx, filter, staffId)
  const { median, p90 } = medianAndP90(
    histogramOf(durations, ...(timed === undefined ? [] : HISTOGRAMS_OF[timed])),
  )
  const percentiles = { median_secs: median, p90_secs: p90 }
  if (metric === 'answered') {
    const sum = (name: 'answered_count' | 'answered_ms') =>
      durations.reduce((total, sums) => total + sums[name], 0)
    return { total: sum('answered_count'), sum_ms: sum('answered_ms'), ...percentiles }
  }
  const found = await tx.execute<Pick<MetricSums, 'total' | 'sum_ms'>>(sumStatement({ ...filter, metric }))
  const { total, sum_ms } = found.rows[0] ?? { total: 0, sum_ms: null }
  return { total, sum_ms, ...percentiles }
}

function sumStatement(filter: MetricOf & { metric: Exclude<ListedMetric, 'answered'> }): SQL {
  const { metric, staffId, category } = filter
  const duration = DURATION_OF[metric]
  const sumMs =
    duration === undefined
      ? sql`null`
      : sql.raw(`coalesce(sum(${duration}_${filter.isOpenTime ? 'open_' : ''}ms::float8), 0)`)
  if (metric === 'incoming')
    return sql`select coalesce(sum(messages), 0)::float8 as total, null as sum_ms from (${incomingWithin(filter)}) parts
      where weekday = ${filter.weekday} and hour = ${filter.hour}`
  if (category !== undefined)
    return sql`select coalesce(sum(handled), 0)::float8 as total, null as sum_ms from (${subjectsWithin(filter)}) parts where subject = ${category}`
  const sums =
    staffId === undefined ? sql`channel_days where` : sql`agent_days where staff_id = ${staffId}::uuid and`
  return sql`select coalesce(sum(${sql.raw(SUM_OF[metric])}::float8), 0) as total, ${sumMs} as sum_ms
    from ${sums} ${within(filter)}`
}

const TIMED: ReadonlySet<string> = new Set([...TIMED_METRICS, 'handling'])

/** Returns the order of a list. Metrics without durations are always sorted latest first. */
export const orderOf = (metric: ListedMetric | 'handling', order: TicketsOrder): TicketsOrder =>
  TIMED.has(metric) ? order : 'latest'

export interface MetricPage {
  order: TicketsOrder
  after: MetricPosition | undefined
  limit: number
}

const weekdaysOf = ({ period, weekday }: MetricOf) =>
  daysOf(period).filter((day) => new Date(day).getUTCDay() === weekday)

/** Returns a query for one page of tickets. Only the latest `most` tickets are sorted by duration. */
export function metricTicketsStatement(
  filter: MetricOf,
  { order, after, limit }: MetricPage,
  most = MAX_ORDERED_TICKETS,
): SQL {
  const { metric, isOpenTime } = filter
  const ms = isOpenTime ? 'open_ms' : 'ms'
  if (orderOf(metric, order) === 'latest') return listedStatement(latestOf(filter, { after, limit }), ms)
  // No index contains the durations, so all of the latest tickets are read and sorted.
  const latest = latestOf(filter, { after: undefined, limit: most })
  return listedStatement(longestOf(latest, ms, { after, limit }), ms, 'longest')
}

type Part = Omit<MetricPage, 'order'>

function longestOf(rows: SQL, ms: Ms, { after, limit }: Part): SQL {
  const further =
    after === undefined
      ? sql``
      : sql`where (${durationExpression(ms)}, f.at, f.ticket_id) < (${after.ms}::bigint, ${after.at.toISOString()}::timestamptz, ${after.ticketId}::uuid)`
  return sql`select f.* from (${rows}) f ${further} ${longest(ms)} limit ${limit}`
}

function latestOf(filter: MetricOf, { after, limit }: Part): SQL {
  const { metric, staffId, category, period, scope } = filter
  const { since, until } = timeRangeOf(period)
  const isIncoming = metric === 'incoming'
  // The kind is a literal instead of a parameter, so that PostgreSQL uses the partial index of this kind.
  const kind = sql.raw(`'${metric === 'answered' ? 'closed' : metric}'`)
  // The staff id makes the sort order unique. It is omitted for inbound messages, whose rows have no staff id.
  const position = isIncoming ? sql`f.at, f.ticket_id` : sql`f.at, f.ticket_id, f.staff_id`
  const further = [
    staffId === undefined ? sql`` : sql`and f.staff_id = ${staffId}::uuid`,
    category === undefined ? sql`` : sql`and f.subject = ${category}`,
    metric === 'answered'
      ? sql`and not exists (select from case_figures u where u.ticket_id = f.ticket_id and u.kind = 'unanswered')`
      : sql``,
    after === undefined
      ? sql``
      : sql`and (${position}) < (${after.at.toISOString()}::timestamptz, ${after.ticketId}::uuid${isIncoming ? sql`` : sql`, ${after.staffId}::uuid`})`,
  ]
  const between = (from: SQL, to: SQL, columns = sql`*`) => sql`
    select ${columns} from case_figures f
    where f.kind = ${kind} and f.at >= ${from} and f.at < ${to} and ${scope.condition(sql`f.channel_key`)} ${sql.join(further, sql` `)}
    ${LATEST} limit ${limit}`
  const [begins, ends] = [sql`${since.toISOString()}::timestamptz`, sql`${until.toISOString()}::timestamptz`]
  const mornings = weekdaysOf(filter).map((day) => timeRangeOf({ from: day, to: day }).since.toISOString())
  return isIncoming
    ? sql`select f.* from unnest(${sql.param(mornings)}::timestamptz[]) as day (begins)
        cross join lateral (select day.begins + ${`${filter.hour} hours`}::interval as begins) part
        cross join lateral (${between(sql`part.begins`, sql`part.begins + interval '1 hour'`)}) f ${LATEST} limit ${limit}`
    : staffId === undefined
      ? between(begins, ends)
      : // Finds the page by the index alone, so that the agent's rows of other channels are not read from the table.
        sql`select f.* from (${between(begins, ends, sql`f.ticket_id, f.staff_id, f.at`)}) p
          cross join lateral (
            select * from case_figures f
            where f.ticket_id = p.ticket_id and f.kind = ${kind} and f.staff_id = p.staff_id and f.at = p.at offset 0) f`
}

type Ms = 'ms' | 'open_ms'

const LATEST = sql`order by f.at desc, f.ticket_id desc, f.staff_id desc`
const durationExpression = (ms: Ms) => sql`coalesce(f.${sql.raw(ms)}, 0)::bigint`
/** The ticket id makes the sort order unique, because metrics with a duration have one row per ticket. */
const longest = (ms: Ms) => sql`order by ${durationExpression(ms)} desc, f.at desc, f.ticket_id desc`

const ch = alias(channels, 'ch')

const metricFields = (ms: Ms) => ({
  ticket_id: sql<string>`f.ticket_id`,
  staff_id: sql<string | null>`f.staff_id`,
  at: sql<Date | string>`f.at`,
  count: sql<number>`f.count`,
  ms: sql<number | null>`f.${sql.raw(ms)}::float8`,
  status: alias(tickets, 't').status,
  subject: sql<string>`f.subject`,
  channel_key: ch.key,
  channel_name: ch.name,
  customer_id: alias(customers, 'c').id,
  ...CUSTOMER_FIELDS,
  agent: staffMemberJson('s'),
})
export type MetricTicketRow = RowOf<ReturnType<typeof metricFields>>

function listedStatement(page: SQL, ms: Ms, order: TicketsOrder = 'latest'): SQL {
  return sql`
    select ${selectList(metricFields(ms))}
    from (${page}) f
    join tickets t on t.id = f.ticket_id
    join channels ch on ch.key = f.channel_key
    join customers c on c.id = t.customer_id
    left join staff s on s.id = f.staff_id
    ${order === 'latest' ? LATEST : longest(ms)}`
}

export async function readMetricTickets(
  tx: Tx,
  filter: MetricOf,
  page: MetricPage,
): Promise<MetricTicketRow[]> {
  return (await tx.execute<MetricTicketRow>(metricTicketsStatement(filter, page))).rows
}

/** Maximum number of an agent's closed tickets that are searched for tickets that the agent held. */
const MAX_SCANNED = 1_000

export interface HandlingOf {
  staffId: string
  scope: ChannelScope
  limit: number
}

/** Query for handling times, from the agent's first assignment until the agent's close; 0 if the close came first. */
const handlingStatement = ({ staffId, scope, limit }: HandlingOf) => sql`
  select f.ticket_id, f.staff_id, f.at, f.count, f.channel_key, f.subject, ${wholeSecondsMs(sql`f.at - h.at`)} as ms from (
    select * from case_figures
    where staff_id = ${staffId}::uuid and kind = 'closed' and ${scope.condition(sql`channel_key`)}
    order by at desc, ticket_id desc limit ${MAX_SCANNED}) f
  cross join lateral (
    select at from case_figures where ticket_id = f.ticket_id and kind = 'held' and staff_id = f.staff_id offset 0) h
  order by f.at desc, f.ticket_id desc limit ${limit}`

export async function readHandling(tx: Tx, of: HandlingOf): Promise<MetricSums> {
  const found = await tx.execute<MetricSums>(sql`
    select count(*)::int as total, coalesce(sum(ms), 0)::float8 as sum_ms,
      percentile_cont(0.5) within group (order by ms) / 1000 as median_secs,
      percentile_cont(0.9) within group (order by ms) / 1000 as p90_secs
    from (${handlingStatement(of)}) last`)
  return found.rows[0] ?? { total: 0, sum_ms: 0, median_secs: null, p90_secs: null }
}

export async function readHandlingTickets(
  tx: Tx,
  of: HandlingOf,
  { order, after, limit }: MetricPage,
): Promise<MetricTicketRow[]> {
  if (order === 'longest') {
    const page = longestOf(handlingStatement(of), 'ms', { after, limit })
    return (await tx.execute<MetricTicketRow>(listedStatement(page, 'ms', order))).rows
  }
  const further =
    after === undefined
      ? sql``
      : sql`where (f.at, f.ticket_id) < (${after.at.toISOString()}::timestamptz, ${after.ticketId}::uuid)`
  const page = sql`select * from (${handlingStatement(of)}) f ${further} ${LATEST} limit ${limit}`
  return (await tx.execute<MetricTicketRow>(listedStatement(page, 'ms'))).rows
}
