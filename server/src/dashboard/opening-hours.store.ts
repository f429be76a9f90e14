import { sql } from 'drizzle-orm'
import type {
  HoursVersion,
  OpenDay,
  OpeningHours,
  SpecialDay,
} from 'shared/contract/dashboard/opening-hours.call.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

const MAX_CHANNELS = 500

type HoursRow = Pick<OpeningHours, 'channel_key' | 'is_recounting'> & {
  versions: { valid_from: string; days: OpenDay[] }[]
  special_days: SpecialDay[]
}

export async function readOpeningHours(
  db: Db | Tx,
  scope: ChannelScope,
  today: string,
): Promise<OpeningHours[]> {
  const found = await db.execute<HoursRow & Record<string, unknown>>(sql`
    select ch.key as channel_key,
      (select coalesce(json_agg(json_build_object('valid_from', v.valid_from, 'days', v.days) order by v.valid_from), '[]') from (
        select h.valid_from,
          json_agg(json_build_object('weekday', h.weekday, 'opens_at', h.opens_at, 'closes_at', h.closes_at) order by h.weekday) as days
        from channel_hours h where h.channel_key = ch.key group by h.valid_from) v) as versions,
      (select coalesce(json_agg(json_build_object('day', s.day, 'name', s.name, 'opens_at', s.opens_at, 'closes_at', s.closes_at)
        order by s.day), '[]') from channel_special_days s where s.channel_key = ch.key) as special_days,
      exists (select from channel_recounts r where r.channel_key = ch.key) as is_recounting
    from channels ch where ch.removed_at is null and ${scope.condition(sql`ch.key`)}
    order by ch.position, ch.name limit ${MAX_CHANNELS}`)
  return found.rows.map(({ channel_key, is_recounting, special_days, ...row }) => {
    const versions = row.versions.map(({ valid_from, days }) => ({ valid_from, days: weekOf(days) }))
    const current = versions.findLast(({ valid_from }) => valid_from <= today)
    return { channel_key, days: current?.days ?? null, versions, special_days, is_recounting }
  })
}

/** Stored form of "always open": seven days of 24 hours. */
const ALWAYS_OPEN: readonly OpenDay[] = Array.from({ length: 7 }, (_, weekday) => ({
  weekday,
  opens_at: 0,
  closes_at: 1_440,
}))

const weekOf = (days: OpenDay[]): OpenDay[] | null =>
  days.length === 7 && days.every(({ opens_at, closes_at }) => opens_at === 0 && closes_at === 1_440)
    ? null
    : days

/** Locks a channel. Returns false when it does not exist or is disconnected. */
export async function lockChannel(tx: Tx, key: string): Promise<boolean> {
  const found = await tx.execute(
    sql`select key from channels where key = ${key} and removed_at is null for no key update`,
  )
  return found.rows.length > 0
}

/** Stores a version of the opening hours; when `days` is null, the channel is always open. */
export async function writeOpeningHours(
  tx: Tx,
  key: string,
  { days, valid_from: validFrom }: HoursVersion,
): Promise<void> {
  await deleteHoursVersion(tx, key, validFrom)
  await tx.execute(sql`
    insert into channel_hours (channel_key, valid_from, weekday, opens_at, closes_at)
    select ${key}, ${validFrom}::date, weekday, opens_at, closes_at
    from json_to_recordset(${JSON.stringify(days ?? ALWAYS_OPEN)}::json) as day (weekday smallint, opens_at smallint, closes_at smallint)`)
}

export async function deleteHoursVersion(tx: Tx, key: string, validFrom: string): Promise<void> {
  await tx.execute(
    sql`delete from channel_hours where channel_key = ${key} and valid_from = ${validFrom}::date`,
  )
}

export async function writeSpecialDays(tx: Tx, key: string, days: readonly SpecialDay[]): Promise<void> {
  await tx.execute(sql`delete from channel_special_days where channel_key = ${key}`)
  await tx.execute(sql`
    insert into channel_special_days (channel_key, day, name, opens_at, closes_at)
    select ${key}, day, name, opens_at, closes_at
    from json_to_recordset(${JSON.stringify(days)}::json) as d (day date, name text, opens_at smallint, closes_at smallint)`)
}

/** Requests that the metrics of all tickets of the channel are computed again; restarts a recount in progress. */
export async function startRecount(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`
    insert into channel_recounts (channel_key) values (${key}) on conflict (channel_key) do update set after_ticket = null`)
}

/** Number of tickets of all channels that one step scans to find those of one channel. */
const MAX_SCANNED = 5_000

/** Marks tickets of a channel with changed opening hours for recomputation. Returns false when no channel is left. */
export async function markRecountsDue(db: Db, limit: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const found = await tx.execute(sql`
      with account as materialized (
        select channel_key, after_ticket from channel_recounts order by channel_key limit 1 for update skip locked),
      looked_at as materialized (
        select t.id, t.channel_key from tickets t, account a
        where t.id > coalesce(a.after_ticket, '00000000-0000-0000-0000-000000000000') order by t.id limit ${MAX_SCANNED}),
      noted as materialized (
        select l.id from looked_at l join account a on a.channel_key = l.channel_key order by l.id limit ${limit}),
      written as (insert into case_figures_due (ticket_id) select id from noted),
      gone as (
        delete from channel_recounts r using account a where r.channel_key = a.channel_key and not exists (select from looked_at)),
      moved as (
        update channel_recounts r set after_ticket = case when (select count(*) from noted) = ${limit}
          then (select id from noted order by id desc limit 1) else (select id from looked_at order by id desc limit 1) end
        from account a where r.channel_key = a.channel_key and exists (select from looked_at))
      select from account`)
    return found.rows.length > 0
  })
}
