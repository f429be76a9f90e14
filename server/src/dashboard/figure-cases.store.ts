import { type SQL, sql } from 'drizzle-orm'
import { MAX_ORDERED_CASES } from 'shared/contract/constants.ts'
import {
  type CasesOrder,
  type ListedFigure,
  TIMED_FIGURES,
  type TimedFigure,
} from 'shared/contract/dashboard/list-figure-cases.call.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Tx } from '../db/client.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import { wholeSecondsMs } from './case-figures.store.ts'
import { incomingWithin, subjectsWithin, type Wanted } from './day-figures.store.ts'
import type { HistogramName } from './duration-count.store.ts'
import { readAgentDurations } from './durations.store.ts'
import { histogramOf, medianAndP90 } from './percentiles.ts'
import { daysOf, momentsOf } from './period.ts'

export interface FigureOf extends Wanted {
  figure: ListedFigure
  /** Of this person alone. */
  staffId?: string | undefined
  category?: string | undefined
  /** Of `incoming`: 0 is Sunday. */
  weekday?: number | undefined
  hour?: number | undefined
}

export interface FigurePlace {
  /** How long it took, in ms: of the order by that; of the other none. */
  ms: number | null
  at: Date
  ticketId: string
  staffId: string
}

export interface FigureCaseRow extends Record<string, unknown> {
  ticket_id: string
  staff_id: string | null
  at: Date | string
  count: number
  ms: number | null
  status: 'OPEN' | 'CLOSED'
  subject: string
  channel_key: string
  channel_name: string
  customer_id: string
  customer_name: string | null
  customer_line_id: string
  customer_picture: string | null
  customer_vip: boolean
  agent: StaffMember | null
}

const SUM_OF: Record<Exclude<ListedFigure, 'incoming' | 'answered'>, string> = {
  handled: 'handled',
  held: 'held',
  first_response: 'responded',
  closed: 'closed',
  unanswered: 'unanswered',
  replied: 'replies',
}

/** The metric, the sum of its durations, their median and 90th percentile; the last three are null for metrics without durations. */
export interface FigureSums extends Record<string, unknown> {
  total: number
  sum_ms: number | null
  median_secs: number | null
  p90_secs: number | null
}

const DURATION_OF: Partial<Record<ListedFigure, string>> = {
  handled: 'pickup',
  first_response: 'response',
  closed: 'resolution',
} satisfies Record<Exclude<TimedFigure, 'answered'>, string>

const HISTOGRAMS_OF: Record<TimedFigure, readonly HistogramName[]> = {
  handled: ['pickup'],
  first_response: ['response'],
  closed: ['answered', 'unanswered'],
  answered: ['answered'],
}

/** Reads the metric from the same sums and histograms as the dashboard's. */
export async function readFigure(tx: Tx, wanted: FigureOf): Promise<FigureSums> {
  const { figure, staffId, category } = wanted
  const timed = category === undefined ? TIMED_FIGURES.find((each) => each === figure) : undefined
  const durations = timed === undefined ? [] : await readAgentDurations(tx, wanted, staffId)
  const { median, p90 } = medianAndP90(
    histogramOf(durations, ...(timed === undefined ? [] : HISTOGRAMS_OF[timed])),
  )
  const percentiles = { median_secs: median, p90_secs: p90 }
  if (figure === 'answered') {
    const sum = (name: 'answered_count' | 'answered_ms') =>
      durations.reduce((total, sums) => total + sums[name], 0)
    return { total: sum('answered_count'), sum_ms: sum('answered_ms'), ...percentiles }
  }
  const found = await tx.execute<Pick<FigureSums, 'total' | 'sum_ms'>>(sumStatement({ ...wanted, figure }))
  const { total, sum_ms } = found.rows[0] ?? { total: 0, sum_ms: null }
  return { total, sum_ms, ...percentiles }
}

function sumStatement(wanted: FigureOf & { figure: Exclude<ListedFigure, 'answered'> }): SQL {
  const { figure, staffId, category, period, scope } = wanted
  const duration = DURATION_OF[figure]
  const sumMs =
    duration === undefined
      ? sql`null`
      : sql.raw(`coalesce(sum(${duration}_${wanted.isOpenTime ? 'open_' : ''}ms::float8), 0)`)
  if (figure === 'incoming')
    return sql`select coalesce(sum(messages), 0)::float8 as total, null as sum_ms from (${incomingWithin(wanted)}) parts
      where weekday = ${wanted.weekday} and hour = ${wanted.hour}`
  if (category !== undefined)
    return sql`select coalesce(sum(handled), 0)::float8 as total, null as sum_ms from (${subjectsWithin(wanted)}) parts where subject = ${category}`
  const sums =
    staffId === undefined ? sql`channel_days where` : sql`agent_days where staff_id = ${staffId}::uuid and`
  return sql`select coalesce(sum(${sql.raw(SUM_OF[figure])}::float8), 0) as total, ${sumMs} as sum_ms
    from ${sums} day between ${period.from}::date and ${period.to}::date and ${scope.condition(sql`channel_key`)}`
}

const TIMED: ReadonlySet<string> = new Set([...TIMED_FIGURES, 'handling'])

/** The order that a list has: what took no time has the latest first. */
export const orderOf = (figure: ListedFigure | 'handling', order: CasesOrder): CasesOrder =>
  TIMED.has(figure) ? order : 'latest'

/** So many cases after `after`. */
export interface FigurePage {
  order: CasesOrder
  after: FigurePlace | undefined
  limit: number
}

/** The days of the period that are this weekday. */
const weekdaysOf = ({ period, weekday }: FigureOf) =>
  daysOf(period).filter((day) => new Date(day).getUTCDay() === weekday)

/** A page of the cases behind it; by how long each took, among the latest `most`. */
export function figureCasesStatement(
  wanted: FigureOf,
  { order, after, limit }: FigurePage,
  most = MAX_ORDERED_CASES,
): SQL {
  const { figure, isOpenTime } = wanted
  const ms = isOpenTime ? 'open_ms' : 'ms'
  if (orderOf(figure, order) === 'latest') return listedStatement(latestOf(wanted, { after, limit }), ms)
  // How long each took stands in no index: the latest of them are read whole, and these ordered.
  const latest = latestOf(wanted, { after: undefined, limit: most })
  return listedStatement(longestOf(latest, ms, { after, limit }), ms, 'longest')
}

type Part = Omit<FigurePage, 'order'>

/** Of these rows, which are few enough to be ordered, a page of those that took longest. */
function longestOf(rows: SQL, ms: Ms, { after, limit }: Part): SQL {
  const further =
    after === undefined
      ? sql``
      : sql`where (${took(ms)}, f.at, f.ticket_id) < (${after.ms}::bigint, ${after.at.toISOString()}::timestamptz, ${after.ticketId}::uuid)`
  return sql`select f.* from (${rows}) f ${further} ${longest(ms)} limit ${limit}`
}

function latestOf(wanted: FigureOf, { after, limit }: Part): SQL {
  const { figure, staffId, category, period, scope } = wanted
  const { since, until } = momentsOf(period)
  const isIncoming = figure === 'incoming'
  // Written out: of a category there is an index of this kind alone.
  const kind = sql.raw(`'${figure === 'answered' ? 'closed' : figure}'`)
  // Who it is decides between equals; customers are nobody.
  const place = isIncoming ? sql`f.at, f.ticket_id` : sql`f.at, f.ticket_id, f.staff_id`
  const further = [
    staffId === undefined ? sql`` : sql`and f.staff_id = ${staffId}::uuid`,
    category === undefined ? sql`` : sql`and f.subject = ${category}`,
    figure === 'answered'
      ? sql`and not exists (select from case_figures u where u.ticket_id = f.ticket_id and u.kind = 'unanswered')`
      : sql``,
    after === undefined
      ? sql``
      : sql`and (${place}) < (${after.at.toISOString()}::timestamptz, ${after.ticketId}::uuid${isIncoming ? sql`` : sql`, ${after.staffId}::uuid`})`,
  ]
  const between = (from: SQL, to: SQL, columns = sql`*`) => sql`
    select ${columns} from case_figures f
    where f.kind = ${kind} and f.at >= ${from} and f.at < ${to} and ${scope.condition(sql`f.channel_key`)} ${sql.join(further, sql` `)}
    ${LATEST} limit ${limit}`
  const [begins, ends] = [sql`${since.toISOString()}::timestamptz`, sql`${until.toISOString()}::timestamptz`]
  const mornings = weekdaysOf(wanted).map((day) => momentsOf({ from: day, to: day }).since.toISOString())
  return isIncoming
    ? sql`select f.* from unnest(${sql.param(mornings)}::timestamptz[]) as day (begins)
        cross join lateral (select day.begins + ${`${wanted.hour} hours`}::interval as begins) part
        cross join lateral (${between(sql`part.begins`, sql`part.begins + interval '1 hour'`)}) f ${LATEST} limit ${limit}`
    : staffId === undefined
      ? between(begins, ends)
      : // Found in the index of people alone, for between two cases of one account may lie all that they did in others.
        sql`select f.* from (${between(begins, ends, sql`f.ticket_id, f.staff_id, f.at`)}) p
          cross join lateral (
            select * from case_figures f
            where f.ticket_id = p.ticket_id and f.kind = ${kind} and f.staff_id = p.staff_id and f.at = p.at offset 0) f`
}

/** In which column the time is. */
type Ms = 'ms' | 'open_ms'

const LATEST = sql`order by f.at desc, f.ticket_id desc, f.staff_id desc`
const took = (ms: Ms) => sql`coalesce(f.${sql.raw(ms)}, 0)::bigint`
/** What takes a time is of one person: no two of the same case are among them. */
const longest = (ms: Ms) => sql`order by ${took(ms)} desc, f.at desc, f.ticket_id desc`

/** Rows of `case_figures` with all that a list says of a case. */
function listedStatement(page: SQL, ms: Ms, order: CasesOrder = 'latest'): SQL {
  return sql`
    select f.ticket_id, f.staff_id, f.at, f.count, f.${sql.raw(ms)}::float8 as ms, t.status, f.subject,
      ch.key as channel_key, ch.name as channel_name, c.id as customer_id, c.display_name as customer_name,
      c.line_user_id as customer_line_id, c.picture_url as customer_picture, c.is_vip as customer_vip, ${staffMemberJson('s')} as agent
    from (${page}) f
    join tickets t on t.id = f.ticket_id
    join channels ch on ch.key = f.channel_key
    join customers c on c.id = t.customer_id
    left join staff s on s.id = f.staff_id
    ${order === 'latest' ? LATEST : longest(ms)}`
}

export async function readFigureCases(tx: Tx, wanted: FigureOf, page: FigurePage): Promise<FigureCaseRow[]> {
  return (await tx.execute<FigureCaseRow>(figureCasesStatement(wanted, page))).rows
}

/** Whoever closes what they never had is not looked through for long. */
const MAX_LOOKED_AT = 1_000

export interface HandlingOf {
  staffId: string
  scope: ChannelScope
  limit: number
}

/**
 * From when a case first came to this person until they closed it, over the last `limit` cases of which both were, among the last
 * `MAX_LOOKED_AT` that they closed, the latest first. One that they closed before it came to them took nothing.
 */
const handlingStatement = ({ staffId, scope, limit }: HandlingOf) => sql`
  select f.ticket_id, f.staff_id, f.at, f.count, f.channel_key, f.subject, ${wholeSecondsMs(sql`f.at - h.at`)} as ms from (
    select * from case_figures
    where staff_id = ${staffId}::uuid and kind = 'closed' and ${scope.condition(sql`channel_key`)}
    order by at desc, ticket_id desc limit ${MAX_LOOKED_AT}) f
  cross join lateral (
    select at from case_figures where ticket_id = f.ticket_id and kind = 'held' and staff_id = f.staff_id offset 0) h
  order by f.at desc, f.ticket_id desc limit ${limit}`

export async function readHandling(tx: Tx, of: HandlingOf): Promise<FigureSums> {
  const found = await tx.execute<FigureSums>(sql`
    select count(*)::int as total, coalesce(sum(ms), 0)::float8 as sum_ms,
      percentile_cont(0.5) within group (order by ms) / 1000 as median_secs,
      percentile_cont(0.9) within group (order by ms) / 1000 as p90_secs
    from (${handlingStatement(of)}) last`)
  return found.rows[0] ?? { total: 0, sum_ms: 0, median_secs: null, p90_secs: null }
}

/** A page of the same cases. */
export async function readHandlingCases(
  tx: Tx,
  of: HandlingOf,
  { order, after, limit }: FigurePage,
): Promise<FigureCaseRow[]> {
  if (order === 'longest') {
    const page = longestOf(handlingStatement(of), 'ms', { after, limit })
    return (await tx.execute<FigureCaseRow>(listedStatement(page, 'ms', order))).rows
  }
  const further =
    after === undefined
      ? sql``
      : sql`where (f.at, f.ticket_id) < (${after.at.toISOString()}::timestamptz, ${after.ticketId}::uuid)`
  const page = sql`select * from (${handlingStatement(of)}) f ${further} ${LATEST} limit ${limit}`
  return (await tx.execute<FigureCaseRow>(listedStatement(page, 'ms'))).rows
}
