import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { DURATION_COLUMNS, eachHistogram, HISTOGRAMS, type HistogramName } from './count-durations.store.ts'
import { type MetricFilter, within } from './day-metrics.store.ts'
import { DurationHistogram } from './duration-histogram.ts'
import { wholePartsOf } from './period.ts'

export interface DurationSums extends Record<HistogramName, DurationHistogram> {
  /** Number of tickets that were closed after a reply. */
  answered_count: number
  answered_ms: number
}

export type AgentDurations = DurationSums & { staff_id: string }
export type DayDurations = DurationSums & { day: string }

/** Row in which each histogram column has concatenated encoded histograms, or null when there are no durations. */
type EncodedRow<Key extends string> = Record<Key, string> &
  Record<HistogramName, Buffer | null> &
  Pick<DurationSums, 'answered_count' | 'answered_ms'>

const decoded = <Key extends string>(row: EncodedRow<Key>) => ({
  ...row,
  ...eachHistogram((name) => DurationHistogram.from(row[name] ?? Buffer.alloc(0))),
})

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

export async function readAgentDurations(
  tx: Tx,
  filter: MetricFilter,
  staffId?: string,
): Promise<AgentDurations[]> {
  const { months, days } = wholePartsOf(filter.period, filter.today)
  const staffCondition = staffId === undefined ? sql`` : sql`and staff_id = ${staffId}::uuid`
  const { scope } = filter
  const columns = sql.raw(`staff_id, ${DURATION_COLUMNS}`)
  const parts = days.map(
    (period) =>
      sql`select ${columns} from agent_duration_days where ${within({ period, scope })} ${staffCondition}`,
  )
  if (months !== null)
    parts.push(
      sql`select ${columns} from agent_duration_months where ${within({ period: months, scope }, sql`month`)} ${staffCondition}`,
    )
  const found = await tx.execute<EncodedRow<'staff_id'>>(
    sql`select staff_id, ${durationsOf(filter)} from (${sql.join(parts, sql` union all `)}) parts group by staff_id`,
  )
  return found.rows.map(decoded)
}

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
    sql`select day::text, ${durationsOf(filter)} from ${rows} ${within(filter)} group by day`,
  )
  return found.rows.map(decoded)
}
