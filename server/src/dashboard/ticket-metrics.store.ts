import { type SQL, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { METRIC_KINDS } from '../db/dashboard-schema.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import {
  changedDurations,
  countDurations,
  countDurationsOfMonth,
  type DurationKey,
} from './count-durations.store.ts'

/** Returns a query that computes metric rows of tickets. `METRIC_KINDS` and docs/metrics.md define the metrics. */
function metricsOf(ids: SQL): SQL {
  const bangkok = (at: SQL) => sql`(${at} at time zone 'Asia/Bangkok')`
  return sql`
    with cases as materialized (select t.id, t.channel_key, t.subject, t.opened_at from tickets t where t.id = any(${ids})),
    happened as (
      select e.id, e.ticket_id, e.kind, e.at,
        case e.kind when 'transferred' then (e.data ->> 'to')::uuid else e.staff_id end as staff_id
      from ticket_events e
      where e.ticket_id = any(${ids}) and e.kind in ('accepted', 'transferred', 'first_response', 'closed')),
    -- In the order in which they were written, one at a time for each case: clocks of servers differ.
    taken as (select * from happened where kind in ('accepted', 'transferred') and staff_id is not null),
    answered as (
      select distinct on (ticket_id) * from happened where kind = 'first_response' and staff_id is not null order by ticket_id, at, id),
    ended as (
      select distinct on (ticket_id) * from happened where kind = 'closed' and staff_id is not null order by ticket_id, at, id),
    said as (
      select m.ticket_id, m.direction, m.sender_staff_id, m.event_time as at, ${bangkok(sql`m.event_time`)} as local
      from messages m left join deliveries d on d.message_id = m.id
      where m.ticket_id = any(${ids})
        and (m.direction = 'IN' or (m.sender_staff_id is not null and coalesce(d.state, 'sent') = 'sent' and d.to_blocked is not true))),
    counted as (
      (select distinct on (ticket_id) ticket_id, 'handled' as kind, staff_id, at, null::smallint as hour, 1 as count, true as is_timed
        from taken order by ticket_id, id)
      union all
      (select distinct on (ticket_id, staff_id) ticket_id, 'held', staff_id, at, null, 1, false from taken order by ticket_id, staff_id, id)
      union all select ticket_id, 'first_response', staff_id, at, null, 1, true from answered
      union all select ticket_id, 'closed', staff_id, at, null, 1, true from ended
      union all
      select ticket_id, 'unanswered', staff_id, at, null, 1, false
      from ended where not exists (select from answered where answered.ticket_id = ended.ticket_id)
      union all
      select ticket_id, 'replied', sender_staff_id, max(at), null, count(*)::int, false
      from said where direction = 'OUT' group by ticket_id, sender_staff_id, local::date
      union all
      select ticket_id, 'incoming', null, max(at), extract(hour from local)::smallint, count(*)::int, false
      from said where direction = 'IN' group by ticket_id, local::date, extract(hour from local))
    select c.ticket_id, c.kind, c.staff_id, ${bangkok(sql`c.at`)}::date as day, c.hour, cases.channel_key, cases.subject, c.at, c.count,
      case when c.is_timed then ${wholeSecondsMs(sql`c.at - cases.opened_at`)} end as ms,
      case when c.is_timed then coalesce(open.ms, ${wholeSecondsMs(sql`c.at - cases.opened_at`)}) end as open_ms
    from counted c join cases on cases.id = c.ticket_id
    cross join lateral (
      ${openMilliseconds(sql`cases.channel_key`, sql`cases.opened_at`, sql`c.at`)} ) open`
}

/** Rounds an interval to whole seconds, as lists show it, so that a list's average is the metric. In ms, at least 0. */
export const wholeSecondsMs = (interval: SQL) =>
  sql`(greatest(0, round(extract(epoch from ${interval}))) * 1000)::bigint`

/**
 * Query for the time in ms within opening hours. Each day uses the hours that were valid on that day. A shift belongs
 * to the day on which it begins, and ends at the latest when the next day opens, so that no minute is counted twice.
 */
const openMilliseconds = (channelKey: SQL, from: SQL, to: SQL) => sql`
  select case when exists (select from channel_hours h where h.channel_key = ${channelKey})
    or exists (select from channel_special_days s where s.channel_key = ${channelKey}) then coalesce((
    select ${wholeSecondsMs(sql`sum(greatest(interval '0', least(${to}, (day + make_interval(mins => closes_at)) at time zone 'Asia/Bangkok')
      - greatest(${from}, (day + make_interval(mins => opens_at)) at time zone 'Asia/Bangkok')))`)}
    from (
      select day, opens_at, least(closes_at, 1440 + lead(opens_at) over (order by day)) as closes_at from (
        select d.day,
          case when s.day is not null then s.opens_at when version.valid_from is null then 0 else h.opens_at end as opens_at,
          case when s.day is not null then s.closes_at when version.valid_from is null then 1440 else h.closes_at end as closes_at
        from generate_series((${from} at time zone 'Asia/Bangkok')::date - interval '1 day', (${to} at time zone 'Asia/Bangkok')::date + interval '1 day', '1 day') d (day)
        left join channel_special_days s on s.channel_key = ${channelKey} and s.day = d.day::date
        cross join lateral (
          select max(valid_from) as valid_from from channel_hours v where v.channel_key = ${channelKey} and v.valid_from <= d.day::date) version
        left join channel_hours h on h.channel_key = ${channelKey} and h.valid_from = version.valid_from and h.weekday = extract(dow from d.day)
      ) hours) open_days
    where opens_at is not null), 0) end as ms`

/** Advisory lock that only one projector of all servers holds, so that updates of the sums need no other locks. */
const PROJECTOR_LOCK = 8080334

async function locksProjection(tx: Tx): Promise<boolean> {
  const lock = await tx.execute<{ ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(${PROJECTOR_LOCK}) as ours`,
  )
  return lock.rows[0]?.ours === true
}

/**
 * Computes the metrics of due tickets from their current state, so the order of events does not matter. Returns the
 * number of processed rows, or undefined when another projector holds the lock.
 */
export async function projectTickets(db: Db, limit: number): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await locksProjection(tx))) return undefined
    const due = await tx.execute<{ ticket_id: string }>(sql`
      delete from case_figures_due where id = any(array(select id from case_figures_due where not is_aside order by id desc limit ${limit}))
      returning ticket_id`)
    // A second SQL statement reads the tickets: it sees the event of every due row that the first one deleted.
    if (due.rows.length > 0) await recount(tx, [...new Set(due.rows.map((row) => row.ticket_id))])
    return due.rows.length
  })
}

/** Processes the newest due row, and sets it aside when that fails. Returns the failed ticket, otherwise undefined. */
export async function projectNewest(db: Db) {
  return inTransaction(db, async (tx) => {
    if (!(await locksProjection(tx))) return undefined
    const newest = await tx.execute<{ id: string; ticket_id: string }>(
      sql`select id, ticket_id from case_figures_due where not is_aside order by id desc limit 1`,
    )
    const [note] = newest.rows
    if (note === undefined) return undefined
    try {
      await tx.transaction(async (inner) => {
        await inner.execute(sql`delete from case_figures_due where id = ${note.id}`)
        await recount(inner, [note.ticket_id])
      })
      return undefined
    } catch (error) {
      if (!isDataError(error)) throw error
      await tx.execute(sql`update case_figures_due set is_aside = true where id = ${note.id}`)
      return { ticketId: note.ticket_id, error }
    }
  })
}

/** Returns true for PostgreSQL error classes 22 and 23 (values, constraints), which a retry cannot fix. */
export function isDataError(error: unknown): boolean {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: unknown }
  return typeof code === 'string' && /^2[23]/.test(code)
}

export async function retryFailedTickets(db: Db): Promise<void> {
  await db.execute(sql`update case_figures_due set is_aside = false where is_aside`)
}

/** Age in seconds of a due row from which metrics are reported as incomplete; most rows are processed within 1 s. */
const LATE_SECS = 10

/** Returns true while metrics are incomplete; with `isOpenTime`, also while a change of opening hours is processed. */
export async function isCounting(
  tx: Tx,
  { scope, isOpenTime }: { scope: ChannelScope; isOpenTime: boolean },
): Promise<boolean> {
  const recounts = sql`exists (select from channel_recounts where ${scope.condition(sql`channel_key`)})`
  const found = await tx.execute<{ is: boolean }>(sql`
    select coalesce((select noted_at from case_figures_due order by id limit 1) < now() - make_interval(secs => ${LATE_SECS}), false)
      ${isOpenTime ? sql`or ${recounts}` : sql``} as is`)
  return found.rows[0]?.is === true
}

async function recount(tx: Tx, ids: string[]): Promise<void> {
  const tickets = sql`${sql.param(ids)}::uuid[]`
  // Old and new rows are compared by grouping, because the planner cannot estimate the number of rows of a join.
  const changed = await tx.execute<DurationKey>(sql`
    with change as materialized (
      select 1 as sign, fresh.* from (${metricsOf(tickets)}) fresh
      union all select -1, f.* from case_figures f where ticket_id = any(${tickets})),
    compared as materialized (
      select ticket_id, kind, staff_id, day, hour, max(sign) as newest,
        max(channel_key) filter (where sign = 1) as channel_key, max(subject) filter (where sign = 1) as subject,
        max(at) filter (where sign = 1) as at, max(count) filter (where sign = 1) as count,
        max(ms) filter (where sign = 1) as ms, max(open_ms) filter (where sign = 1) as open_ms
      from change group by ticket_id, kind, staff_id, day, hour
      having count(*) < 2 or (min(channel_key), min(subject), min(at), min(count), min(ms), min(open_ms))
        is distinct from (max(channel_key), max(subject), max(at), max(count), max(ms), max(open_ms))),
    gone as (
      delete from case_figures f using compared c
      where c.newest = -1 and f.ticket_id = c.ticket_id and f.kind = c.kind and f.staff_id is not distinct from c.staff_id
        and f.day = c.day and f.hour is not distinct from c.hour),
    written as (
      insert into case_figures (ticket_id, kind, staff_id, day, hour, channel_key, subject, at, count, ms, open_ms)
      select ticket_id, kind, staff_id, day, hour, channel_key, subject, at, count, ms, open_ms from compared where newest = 1
      on conflict (ticket_id, kind, staff_id, day, hour) do update set channel_key = excluded.channel_key, subject = excluded.subject,
        at = excluded.at, count = excluded.count, ms = excluded.ms, open_ms = excluded.open_ms)
    ${addToSums('change')}
    ${changedDurations('change')}`)
  await countDurations(tx, changed.rows)
}

const AGENT_SUMS = {
  held: `sum(sign) filter (where kind = 'held')`,
  handled: `sum(sign) filter (where kind = 'handled')`,
  pickup_ms: `sum(sign * ms) filter (where kind = 'handled')`,
  pickup_open_ms: `sum(sign * open_ms) filter (where kind = 'handled')`,
  responded: `sum(sign) filter (where kind = 'first_response')`,
  response_ms: `sum(sign * ms) filter (where kind = 'first_response')`,
  response_open_ms: `sum(sign * open_ms) filter (where kind = 'first_response')`,
  closed: `sum(sign) filter (where kind = 'closed')`,
  resolution_ms: `sum(sign * ms) filter (where kind = 'closed')`,
  resolution_open_ms: `sum(sign * open_ms) filter (where kind = 'closed')`,
  unanswered: `sum(sign) filter (where kind = 'unanswered')`,
  replies: `sum(sign * count) filter (where kind = 'replied')`,
}

/** Returns SQL that adds metric rows (`sign` 1) to daily sums or subtracts them (-1). Omits sums that do not change. */
function addToSums(source: string): SQL {
  const names = Object.keys(AGENT_SUMS)
  const sums = Object.entries(AGENT_SUMS).map(([name, value]) => `coalesce(${value}, 0)::bigint as ${name}`)
  return sql.raw(`, agents as (
      insert into agent_days as total (day, channel_key, staff_id, ${names.join(', ')})
      select * from (
        select day, channel_key, staff_id, ${sums.join(', ')} from ${source} where staff_id is not null group by day, channel_key, staff_id) s
      where (${names.join(', ')}) <> (${names.map(() => '0').join(', ')})
      on conflict (day, channel_key, staff_id) do update set ${names.map((name) => `${name} = total.${name} + excluded.${name}`).join(', ')}),
    subjects as (
      insert into subject_days as total (day, channel_key, subject, handled)
      select day, channel_key, subject, sum(sign) from ${source} where kind = 'handled' group by day, channel_key, subject having sum(sign) <> 0
      on conflict (day, channel_key, subject) do update set handled = total.handled + excluded.handled),
    hours as (
      insert into incoming_hours as total (day, channel_key, hour, messages)
      select day, channel_key, hour, sum(sign * count) from ${source} where kind = 'incoming'
      group by day, channel_key, hour having sum(sign * count) <> 0
      on conflict (day, channel_key, hour) do update set messages = total.messages + excluded.messages)`)
}

/** Marks the next tickets as due. Returns the id of the last one; null when there are no further tickets. */
export async function markTicketsDue(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ last: string | null; count: number }> {
  const noted = await db.execute<{ last: string | null; count: number }>(sql`
    with batch as materialized (
      select id from tickets where (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}),
    noted as (insert into case_figures_due (ticket_id) select id from batch)
    select max(id::text) as last, count(*)::int as count from batch`)
  return noted.rows[0] ?? { last: null, count: 0 }
}

const KINDS = sql`${sql.param([...METRIC_KINDS])}::text[]`
const DAY_SUMS = ['agent_days', 'subject_days', 'incoming_hours', 'channel_days']
const MONTH_SUMS = ['agent_months', 'subject_months', 'incoming_months']

export async function monthsOfSums(db: Db): Promise<string[]> {
  const ofDays = DAY_SUMS.map((table) => `select date_trunc('month', day::timestamp) as month from ${table}`)
  const ofMonths = MONTH_SUMS.map((table) => `select month::timestamp from ${table}`)
  const outermost = (order: SQL) => sql`(
    select f.at at time zone 'Asia/Bangkok' from unnest(${KINDS}) each cross join lateral (
      select at from case_figures where kind = each order by at ${order} limit 1) f order by f.at ${order} limit 1)`
  const found = await db.execute<{ month: string }>(sql`
    select month::date::text as month from (${sql.raw([...ofDays, ...ofMonths].join(' union '))}
      union select generate_series(date_trunc('month', ${outermost(sql`asc`)}), ${outermost(sql`desc`)}, '1 month')) months
    order by 1`)
  return found.rows.map(({ month }) => month)
}

/** Recomputes a month's sums day by day, so that no statement times out. Returns false when another projector runs. */
export async function recomputeMonth(db: Db, month: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await locksProjection(tx))) return false
    // All sums of the month are deleted. Triggers on the daily sums then write the sums per month and channel again.
    for (const table of DAY_SUMS)
      await tx.execute(
        sql`delete from ${sql.raw(table)} where day >= ${month}::date and day < ${month}::date + interval '1 month'`,
      )
    for (const table of MONTH_SUMS)
      await tx.execute(sql`delete from ${sql.raw(table)} where month = ${month}::date`)
    for (let day = 0; day < 31; day += 1)
      await tx.execute(sql`
        with day as (select day, day::timestamp at time zone 'Asia/Bangkok' as begins from (select ${month}::date + ${day}::int as day) d),
        change as materialized (
          select 1 as sign, f.* from day join case_figures f on f.kind = any(${KINDS}) and f.at >= begins and f.at < begins + interval '1 day'
          where date_trunc('month', day.day::timestamp) = ${month}::date)
        ${addToSums('change')}
        select`)
    await countDurationsOfMonth(tx, month)
    return true
  })
}
