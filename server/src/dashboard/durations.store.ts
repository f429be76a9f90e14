import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { MetricFilter } from './day-metrics.store.ts'
import { HISTOGRAMS, type HistogramName } from './duration-count.store.ts'
import { DurationHistogram } from './duration-histogram.ts'
import { type Period, wholePartsOf } from './period.ts'

/** Durations of one staff member or one day. */
export interface DurationSums extends Record<HistogramName, DurationHistogram> {
  /** Tickets closed with a reply. */
  answered_count: number
  answered_ms: number
}

export interface AgentDurations extends DurationSums {
  staff_id: string
}

export interface DayDurations extends DurationSums {
  day: string
}

/** Each value is a list of encoded histograms, or null when there is none. */
type EncodedRow<Key extends string> = Record<Key, string> &
  Record<HistogramName, Buffer | null> &
  Pick<DurationSums, 'answered_count' | 'answered_ms'>

function decoded<Key extends string>(row: EncodedRow<Key>) {
  const histogram = (bytes: Buffer | null) => DurationHistogram.from(bytes ?? Buffer.alloc(0))
  return {
    ...row,
    pickup: histogram(row.pickup),
    response: histogram(row.response),
    answered: histogram(row.answered),
    unanswered: histogram(row.unanswered),
  }
}

const within = ({ period, scope }: { period: Period; scope: MetricFilter['scope'] }, column: string) =>
  sql`${sql.raw(column)} between ${period.from}::date and ${period.to}::date and ${scope.condition(sql`channel_key`)}`

function durationsOf({ isOpenTime }: Pick<MetricFilter, 'isOpenTime'>): SQL {
  const histograms = HISTOGRAMS.map((name) => {
    const bytes = isOpenTime ? `coalesce(open_${name}, ${name})` : name
    return `string_agg(${bytes}, ''::bytea) as ${name}`
  })
  const ms = isOpenTime ? 'answered_open_ms' : 'answered_ms'
  return sql.raw(
    [
      ...histograms,
      'sum(answered_count)::float8 as answered_count',
      `sum(${ms})::float8 as answered_ms`,
    ].join(', '),
  )
}

const COLUMNS = sql.raw(
  [
    ...HISTOGRAMS.flatMap((name) => [name, `open_${name}`]),
    'answered_count',
    'answered_ms',
    'answered_open_ms',
  ].join(', '),
)

export async function readAgentDurations(
  tx: Tx,
  filter: MetricFilter,
  staffId?: string,
): Promise<AgentDurations[]> {
  const { months, days } = wholePartsOf(filter.period, filter.today)
  const whose = staffId === undefined ? sql`` : sql`and staff_id = ${staffId}::uuid`
  const { scope } = filter
  const parts = days.map(
    (period) =>
      sql`select staff_id, ${COLUMNS} from agent_duration_days where ${within({ period, scope }, 'day')} ${whose}`,
  )
  if (months !== null)
    parts.push(
      sql`select staff_id, ${COLUMNS} from agent_duration_months where ${within({ period: months, scope }, 'month')} ${whose}`,
    )
  const found = await tx.execute<EncodedRow<'staff_id'>>(
    sql`select staff_id, ${durationsOf(filter)} from (${sql.join(parts, sql` union all `)}) parts group by staff_id`,
  )
  return found.rows.map(decoded)
}

/** Durations by day, of all staff members or of one. */
export async function readDayDurations(
  tx: Tx,
  filter: Omit<MetricFilter, 'today'>,
  staffId?: string,
): Promise<DayDurations[]> {
  const rows =
    staffId === undefined
      ? sql`channel_duration_days where`
      : sql`agent_duration_days where staff_id = ${staffId}::uuid and`
  const found = await tx.execute<EncodedRow<'day'>>(
    sql`select day::text, ${durationsOf(filter)} from ${rows} ${within(filter, 'day')} group by day`,
  )
  return found.rows.map(decoded)
}
