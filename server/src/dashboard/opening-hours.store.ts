import { sql } from 'drizzle-orm'
import type { OpenDay, OpeningHours } from 'shared/contract/dashboard/opening-hours.call.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

const MAX_CHANNELS = 500

/** Of the connected accounts, in the order of accounts everywhere. */
export async function readOpeningHours(db: Db | Tx, scope: ChannelScope): Promise<OpeningHours[]> {
  const found = await db.execute<OpeningHours & Record<string, unknown>>(sql`
    select ch.key as channel_key,
      (select json_agg(json_build_object('weekday', h.weekday, 'opens_at', h.opens_at, 'closes_at', h.closes_at) order by h.weekday)
        from channel_hours h where h.channel_key = ch.key) as days,
      exists (select from channel_recounts r where r.channel_key = ch.key) as is_recounting
    from channels ch where ch.removed_at is null and ${scope.condition(sql`ch.key`)}
    order by ch.position, ch.name limit ${MAX_CHANNELS}`)
  return found.rows
}

/** Whether there is such an account, which nobody else changes before this transaction ends. */
export async function lockChannel(tx: Tx, key: string): Promise<boolean> {
  const found = await tx.execute(
    sql`select key from channels where key = ${key} and removed_at is null for no key update`,
  )
  return found.rows.length > 0
}

/** `days` null: always open. The account's cases are to be counted again from the first on, also where that was under way. */
export async function writeOpeningHours(tx: Tx, key: string, days: readonly OpenDay[] | null): Promise<void> {
  await tx.execute(sql`delete from channel_hours where channel_key = ${key}`)
  await tx.execute(sql`
    insert into channel_hours (channel_key, weekday, opens_at, closes_at)
    select ${key}, weekday, opens_at, closes_at
    from json_to_recordset(${JSON.stringify(days ?? [])}::json) as day (weekday smallint, opens_at smallint, closes_at smallint)`)
  await tx.execute(sql`
    insert into channel_recounts (channel_key) values (${key}) on conflict (channel_key) do update set after_ticket = null`)
}

/** So many cases of all accounts are looked at for those of the one. */
const LOOKED_AT = 5_000

/**
 * Notes up to `limit` cases of an account whose opening hours were set, for the fold; the account is done when there are no more. Answers
 * whether there was one.
 */
export async function noteRecounts(db: Db, limit: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const found = await tx.execute(sql`
      with account as materialized (
        select channel_key, after_ticket from channel_recounts order by channel_key limit 1 for update skip locked),
      looked_at as materialized (
        select t.id, t.channel_key from tickets t, account a
        where t.id > coalesce(a.after_ticket, '00000000-0000-0000-0000-000000000000') order by t.id limit ${LOOKED_AT}),
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
