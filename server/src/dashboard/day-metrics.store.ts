import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { type Period, type PeriodBefore, partsOf, type TimeRange, timeRangeOf } from './period.ts'

/** Days and channels that metrics cover. With `isOpenTime`, durations include only time within opening hours. */
export interface MetricFilter {
  period: Period
  scope: ChannelScope
  isOpenTime: boolean
  /** Current day in Bangkok. */
  today: string
}

export const NO_SUMS = {
  held: 0,
  handled: 0,
  pickup_ms: 0,
  responded: 0,
  response_ms: 0,
  closed: 0,
  resolution_ms: 0,
  unanswered: 0,
  replies: 0,
}

/** Sums of durations in ms, and the number of tickets in each sum. */
export type Sums = typeof NO_SUMS

export interface AgentSums extends Sums, Record<string, unknown> {
  staff_id: string
  line_user_id: string
  display_name: string
  picture_url: string | null
  id_tail: string | null
}

export interface DaySums extends Sums, Record<string, unknown> {
  day: string
}

type OfDays = Pick<MetricFilter, 'period' | 'scope' | 'today'>

export const within = ({ period, scope }: Pick<MetricFilter, 'period' | 'scope'>, column = sql`day`) =>
  sql`${column} between ${period.from}::date and ${period.to}::date and ${scope.condition(sql`channel_key`)}`

interface Summed {
  days: { from: string; keys: string }
  months: { from: string; keys: string }
  sums: readonly string[]
}

/** Returns a query for a period's months and days. Negative rows subtract the days of a month outside the period. */
function daysAndMonths(filter: OfDays, { days, months, sums }: Summed): SQL {
  const parts = partsOf(filter.period, filter.today)
  const rows = ({ from, keys }: Summed['days'], sign = '') =>
    sql.raw(`select ${[keys, ...sums.map((sum) => `${sign}${sum} as ${sum}`)].join(', ')} from ${from}`)
  const selects = [
    ...parts.days.map((period) => sql`${rows(days)} where ${within({ ...filter, period })}`),
    ...parts.off.map((period) => sql`${rows(days, '-')} where ${within({ ...filter, period })}`),
  ]
  if (parts.months !== null)
    selects.push(sql`${rows(months)} where ${within({ ...filter, period: parts.months }, sql`month`)}`)
  return sql.join(selects, sql` union all `)
}

export const subjectsWithin = (filter: OfDays): SQL =>
  daysAndMonths(filter, {
    days: { from: 'subject_days', keys: 'subject' },
    months: { from: 'subject_months', keys: 'subject' },
    sums: ['handled'],
  })

const DURATIONS = ['pickup', 'response', 'resolution'] as const
const COUNTS = ['held', 'handled', 'responded', 'closed', 'unanswered', 'replies'] as const

/** Returns the SQL columns of the sums as doubles, which are exact up to 2^53 (285,000 years in ms). */
function sumsOf({ isOpenTime }: Pick<MetricFilter, 'isOpenTime'>): SQL {
  const sum = (column: string, name = column) => `sum(${column}::float8) as ${name}`
  return sql.raw(
    [
      ...COUNTS.map((column) => sum(column)),
      ...DURATIONS.map((what) => sum(durationOf(what, isOpenTime), `${what}_ms`)),
    ].join(', '),
  )
}

const durationOf = (what: string, isOpenTime: boolean) => `${what}_${isOpenTime ? 'open_' : ''}ms`

const MAX_AGENTS = 1_000

export async function readAgents(tx: Tx, filter: MetricFilter): Promise<AgentSums[]> {
  const rows = daysAndMonths(filter, {
    days: { from: 'agent_days', keys: 'staff_id' },
    months: { from: 'agent_months', keys: 'staff_id' },
    sums: [...COUNTS, ...DURATIONS.map((what) => durationOf(what, filter.isOpenTime))],
  })
  const found = await tx.execute<AgentSums>(sql`
    select s.id as staff_id, s.line_user_id, s.display_name, s.picture_url, s.id_tail, sums.*
    from (select staff_id, ${sumsOf(filter)} from (${rows}) parts group by staff_id) sums
    join staff s on s.id = sums.staff_id
    where sums.held + sums.handled + sums.responded + sums.closed + sums.replies > 0
    order by sums.closed desc, sums.held desc, s.display_name, s.id limit ${MAX_AGENTS}`)
  return found.rows
}

/** Returns the sums of each day with activity: of the team or, with `staffId`, of one agent. */
export async function readDays(
  tx: Tx,
  filter: Omit<MetricFilter, 'today'>,
  staffId?: string,
): Promise<DaySums[]> {
  const rows =
    staffId === undefined ? sql`channel_days where` : sql`agent_days where staff_id = ${staffId}::uuid and`
  const found = await tx.execute<DaySums>(sql`
    select day::text, ${sumsOf(filter)} from ${rows} ${within(filter)} group by day order by day`)
  return found.rows
}

/** Returns sums of the team or of one agent; the caller adds them up to get the sum of the comparison period. */
export async function readBefore(
  tx: Tx,
  filter: Omit<MetricFilter, 'period' | 'today'>,
  { whole, part }: PeriodBefore,
  staffId?: string,
): Promise<Sums[]> {
  if (part === null) return whole === null ? [] : readDays(tx, { ...filter, period: whole }, staffId)
  const { since, until } = timeRangeOf({ from: part.day, to: part.day })
  const rest = { since: part.until, until }
  if (spanOf({ since, until: part.until }) <= spanOf(rest)) {
    const days = whole === null ? [] : await readDays(tx, { ...filter, period: whole }, staffId)
    return [...days, await readMoments(tx, filter, { since, until: part.until }, staffId)]
  }
  // When the rest of the last day is shorter than the compared part, it is subtracted from the whole day's sums.
  const days = await readDays(
    tx,
    { ...filter, period: { from: whole?.from ?? part.day, to: part.day } },
    staffId,
  )
  const later = await readMoments(tx, filter, rest, staffId)
  return [
    ...days.map((sums) => (sums.day === part.day ? { ...sums, replies: 0 } : sums)),
    Object.fromEntries(Object.entries(later).map(([name, sum]) => [name, -sum])) as unknown as Sums,
  ]
}

const spanOf = ({ since, until }: TimeRange) => until.getTime() - since.getTime()

/** Computes the sums for a part of a day from single tickets. Omits replies, which are stored only per day. */
async function readMoments(
  tx: Tx,
  { scope, isOpenTime }: Omit<MetricFilter, 'period' | 'today'>,
  { since, until }: TimeRange,
  staffId: string | undefined,
): Promise<Sums> {
  const ms = isOpenTime ? 'open_ms' : 'ms'
  const count = (kind: string, name: string) => `count(*) filter (where kind = '${kind}')::float8 as ${name}`
  const sum = (kind: string, name: string) =>
    `coalesce(sum(${ms}::float8) filter (where kind = '${kind}'), 0) as ${name}`
  const sums = [
    ...[count('held', 'held'), count('unanswered', 'unanswered')],
    ...[count('handled', 'handled'), sum('handled', 'pickup_ms')],
    ...[count('first_response', 'responded'), sum('first_response', 'response_ms')],
    ...[count('closed', 'closed'), sum('closed', 'resolution_ms')],
  ].join(', ')
  // The kind `held` counts tickets per agent, so sums of the team do not need it.
  const kinds = [
    'handled',
    'first_response',
    'closed',
    'unanswered',
    ...(staffId === undefined ? [] : ['held']),
  ]
  const found = await tx.execute<Sums & Record<string, unknown>>(sql`
    select ${sql.raw(sums)}, 0 as replies from case_figures
    where kind = any(${sql.param(kinds)}::text[]) and at >= ${since.toISOString()}::timestamptz and at < ${until.toISOString()}::timestamptz
      and ${scope.condition(sql`channel_key`)} ${staffId === undefined ? sql`` : sql`and staff_id = ${staffId}::uuid`}`)
  return found.rows[0] as Sums
}

export async function readSubjects(tx: Tx, filter: MetricFilter) {
  const found = await tx.execute<{ category: string; count: number }>(sql`
    select subject as category, sum(handled)::float8 as count from (${subjectsWithin(filter)}) parts
    group by subject having sum(handled) > 0 order by 2 desc, 1 limit 100`)
  return found.rows
}

/** A Sunday before all days with metrics, from which weekdays are computed. */
const SOME_SUNDAY = '2000-01-02'

export const incomingWithin = (filter: OfDays): SQL =>
  daysAndMonths(filter, {
    days: { from: 'incoming_hours', keys: `(day - '${SOME_SUNDAY}'::date) % 7 as weekday, hour` },
    months: { from: 'incoming_months', keys: 'weekday, hour' },
    sums: ['messages'],
  })

export async function readIncoming(tx: Tx, filter: MetricFilter) {
  const found = await tx.execute<{ weekday: number; hour: number; count: number }>(sql`
    select weekday, hour, sum(messages::float8) as count from (${incomingWithin(filter)}) parts
    group by 1, 2 having sum(messages::float8) > 0 order by 1, 2`)
  return found.rows
}
