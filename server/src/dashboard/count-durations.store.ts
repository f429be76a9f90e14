import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { DurationHistogram } from './duration-histogram.ts'

export const HISTOGRAMS = ['pickup', 'response', 'answered', 'unanswered'] as const
export type HistogramName = (typeof HISTOGRAMS)[number]

export interface DurationKey extends Record<string, unknown> {
  day: string
  channel_key: string
  staff_id: string
}

const DURATION_KINDS = sql.raw(`('handled', 'first_response', 'closed', 'unanswered')`)

/** Returns a SELECT, to complete an SQL statement, for the days whose durations changed in the rows of `source`. */
export const changedDurations = (source: string): SQL => {
  const change = sql.raw(source)
  return sql`
    select day::text, channel_key, staff_id from (
      select day, channel_key, staff_id from ${change} where kind in ${DURATION_KINDS}
      group by day, channel_key, staff_id, ticket_id, kind, ms, open_ms having sum(sign) <> 0
      union
      select day, channel_key, staff_id from ${change} c where sign = 1 and kind in ${DURATION_KINDS} and not exists (
        select from agent_duration_days d where d.day = c.day and d.channel_key = c.channel_key and d.staff_id = c.staff_id)) changed`
}

type Histograms = Record<HistogramName, DurationHistogram>

export const DURATION_COLUMNS = [
  ...HISTOGRAMS.flatMap((name) => [name, `open_${name}`]),
  'answered_count',
  'answered_ms',
  'answered_open_ms',
].join(', ')

interface DurationRow {
  /** Index, from 1, in the list of keys whose durations are computed. */
  n: number
  all: Histograms
  open: Histograms
  answered: { count: number; ms: number; openMs: number }
}

export const eachHistogram = (histogramOf: (name: HistogramName) => DurationHistogram) =>
  Object.fromEntries(HISTOGRAMS.map((name) => [name, histogramOf(name)])) as Histograms

const newRow = (n: number): DurationRow => ({
  n,
  all: eachHistogram(() => new DurationHistogram()),
  open: eachHistogram(() => new DurationHistogram()),
  answered: { count: 0, ms: 0, openMs: 0 },
})

interface Keys {
  table: string
  columns: readonly (readonly [name: string, type: string])[]
  keys: readonly (readonly string[])[]
}

const listOf = ({ keys, columns }: Keys) =>
  sql.join(
    columns.map(([, type], index) => sql`${sql.param(keys.map((key) => key[index]))}::${sql.raw(type)}[]`),
    sql`, `,
  )
const namesOf = ({ columns }: Keys) => columns.map(([name]) => name).join(', ')

const DAY = ['day', 'date'] as const
const MONTH = ['month', 'date'] as const
const CHANNEL = ['channel_key', 'text'] as const
const STAFF = ['staff_id', 'uuid'] as const

const distinctKeys = (keys: readonly (readonly string[])[]) => [
  ...new Map(keys.map((key) => [JSON.stringify(key), key])).values(),
]

/** Recomputes the stored durations of the changed days. The caller must hold the lock of the metric projectors. */
export async function countDurations(tx: Tx, changed: readonly DurationKey[]): Promise<void> {
  if (changed.length === 0) return
  const days: Keys = {
    table: 'agent_duration_days',
    columns: [DAY, CHANNEL, STAFF],
    keys: changed.map((key) => [key.day, key.channel_key, key.staff_id]),
  }
  await store(tx, days, await count(tx, days))
  await sumUp(tx, {
    table: 'channel_duration_days',
    columns: [DAY, CHANNEL],
    keys: distinctKeys(changed.map((key) => [key.day, key.channel_key])),
  })
  await sumUp(tx, {
    table: 'agent_duration_months',
    columns: [MONTH, CHANNEL, STAFF],
    keys: distinctKeys(changed.map((key) => [`${key.day.slice(0, 7)}-01`, key.channel_key, key.staff_id])),
  })
}

export async function countDurationsOfMonth(tx: Tx, month: string): Promise<void> {
  const ofMonth = sql`>= ${month}::date and day < ${month}::date + interval '1 month'`
  for (const table of ['agent_duration_days', 'channel_duration_days'])
    await tx.execute(sql`delete from ${sql.raw(table)} where day ${ofMonth}`)
  await tx.execute(sql`delete from agent_duration_months where month = ${month}::date`)
  const found = await tx.execute<DurationKey>(
    sql`select day::text, channel_key, staff_id from agent_days where day ${ofMonth} order by day`,
  )
  for (const day of new Set(found.rows.map((key) => key.day)))
    await countDurations(
      tx,
      found.rows.filter((key) => key.day === day),
    )
}

async function count(tx: Tx, keys: Keys): Promise<DurationRow[]> {
  const found = await tx.execute<{
    n: number
    kind: 'handled' | 'first_response' | 'closed'
    is_unanswered: boolean
    secs: number
    open_secs: number
    count: number
  }>(sql`
    select k.n::int, f.* from unnest(${listOf(keys)}) with ordinality k (day, channel_key, staff_id, n)
    cross join lateral (
      select kind, ms / 1000.0::float8 as secs, coalesce(open_ms, ms) / 1000.0::float8 as open_secs, count(*)::int,
        kind = 'closed' and exists (select from case_figures u where u.ticket_id = f.ticket_id and u.kind = 'unanswered') as is_unanswered
      from case_figures f
      where f.staff_id = k.staff_id and f.kind in ('handled', 'first_response', 'closed') and f.channel_key = k.channel_key
        and f.at >= k.day::timestamp at time zone 'Asia/Bangkok' and f.at < (k.day + 1)::timestamp at time zone 'Asia/Bangkok'
        and f.ms is not null
      group by kind, secs, open_secs, is_unanswered) f`)
  const rows = new Map<number, DurationRow>()
  for (const { n, kind, is_unanswered, secs, open_secs, count: times } of found.rows) {
    const row = rows.get(n) ?? newRow(n)
    rows.set(n, row)
    const name =
      kind === 'handled'
        ? 'pickup'
        : kind === 'first_response'
          ? 'response'
          : is_unanswered
            ? 'unanswered'
            : 'answered'
    row.all[name].add(secs, times)
    row.open[name].add(open_secs, times)
    if (name !== 'answered') continue
    row.answered.count += times
    row.answered.ms += times * secs * 1000
    row.answered.openMs += times * open_secs * 1000
  }
  return [...rows.values()]
}

async function sumUp(tx: Tx, keys: Keys): Promise<void> {
  const bytes = HISTOGRAMS.flatMap((name) => [
    `string_agg(d.${name}, ''::bytea) as ${name}`,
    `string_agg(coalesce(d.open_${name}, d.${name}), ''::bytea) as open_${name}`,
  ])
  const joined = keys.columns.map(([name]) =>
    name === 'month' ? `d.day >= k.month and d.day < k.month + interval '1 month'` : `d.${name} = k.${name}`,
  )
  const found = await tx.execute<
    Record<string, unknown> & { n: number; count: number; ms: number; open_ms: number }
  >(sql`
    select k.n::int, sum(answered_count)::float8 as count, sum(answered_ms)::float8 as ms, sum(answered_open_ms)::float8 as open_ms,
      ${sql.raw(bytes.join(', '))}
    from unnest(${listOf(keys)}) with ordinality k (${sql.raw(namesOf(keys))}, n)
    join agent_duration_days d on ${sql.raw(joined.join(' and '))} group by k.n`)
  await store(
    tx,
    keys,
    found.rows.map((row) => {
      const merged = (prefix: string) =>
        eachHistogram((name) => DurationHistogram.from(row[`${prefix}${name}`] as Buffer))
      const answered = { count: row.count, ms: row.ms, openMs: row.open_ms }
      return { n: row.n, all: merged(''), open: merged('open_'), answered }
    }),
  )
}

/** Replaces the stored durations of the given keys. A key without durations gets no row. */
async function store(tx: Tx, keys: Keys, rows: readonly DurationRow[]): Promise<void> {
  const table = sql.raw(keys.table)
  const hasSameKey = keys.columns.map(([name]) => `t.${name} = k.${name}`).join(' and ')
  await tx.execute(
    sql`delete from ${table} t using unnest(${listOf(keys)}) k (${sql.raw(namesOf(keys))}) where ${sql.raw(hasSameKey)}`,
  )
  if (rows.length === 0) return
  const stored = { ...keys, keys: rows.map(({ n }) => keys.keys[n - 1] ?? []) }
  const columns = HISTOGRAMS.flatMap((name) => {
    const all = rows.map((row) => row.all[name].encode())
    const open = rows.map((row, index) => {
      const bytes = row.open[name].encode()
      return all[index]?.equals(bytes) ? null : bytes
    })
    return [sql`${sql.param(all)}::bytea[]`, sql`${sql.param(open)}::bytea[]`]
  })
  const numbers = (of: (row: DurationRow) => number) =>
    sql`${sql.param(rows.map((row) => Math.round(of(row))))}::bigint[]`
  const values = [
    listOf(stored),
    ...columns,
    numbers(({ answered }) => answered.count),
    numbers(({ answered }) => answered.ms),
    numbers(({ answered }) => answered.openMs),
  ]
  await tx.execute(sql`
    insert into ${table} (${sql.raw(`${namesOf(keys)}, ${DURATION_COLUMNS}`)})
    select * from unnest(${sql.join(values, sql`, `)})`)
}
