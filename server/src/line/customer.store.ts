import { and, asc, desc, eq, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { normalizeForSearch, SEARCH_NORM_VERSION } from 'shared/contract/search-text.ts'
import type { Friendship } from 'shared/contract/tickets/ticket.ts'
import type { Db, Tx } from '../db/client.ts'
import { executePrepared } from '../db/prepared-statement.ts'
import { customers } from '../db/schema.ts'
import type { CustomerKey } from './inbox.store.ts'
import type { EventMode } from './parse-webhook.ts'

export interface CustomerRow extends Record<string, unknown> {
  id: string
  is_vip: boolean
  profile_due: boolean
}

const PROFILE_AGE = sql`interval '1 day'`

const profileDue = (now: Date) =>
  sql`(profile_fetched_at is null or profile_fetched_at < ${now.toISOString()}::timestamptz - ${PROFILE_AGE})`

/** Ignores a standby event older than the latest message, and an active event older than the standby event. */
const STANDBY_SINCE = (mode: EventMode, at: SQL, lastAt: SQL) =>
  mode === 'standby'
    ? sql`case when coalesce(${lastAt} <= ${at}, true) then coalesce(c.standby_since, ${at}) else c.standby_since end`
    : sql`case when c.standby_since > ${at} then c.standby_since end`

export async function saveMode(
  tx: Tx,
  { channelKey, userId }: CustomerKey,
  { mode, at }: { mode: EventMode; at: Date },
): Promise<void> {
  const moment = sql`${at.toISOString()}::timestamptz`
  await tx.execute(sql`
    update customers c set standby_since = ${STANDBY_SINCE(mode, moment, sql`c.last_message_at`)}
    where channel_key = ${channelKey} and line_user_id = ${userId} and (c.standby_since is not null or ${mode} = 'standby')`)
}

const LIFTS_BLOCK = sql`c.friendship = 'blocked' and coalesce(c.friendship_at < excluded.last_message_at, true)`

/** Standby time that an upsert of customers sets; `excluded.standby_since` is null when the message is active. */
const STANDBY_AFTER_MESSAGE = sql`case when excluded.standby_since is null
  then ${STANDBY_SINCE('active', sql`excluded.last_message_at`, sql`c.last_message_at`)}
  else ${STANDBY_SINCE('standby', sql`excluded.last_message_at`, sql`c.last_message_at`)} end`

export interface Writer {
  userId: string
  at: Date
  mode: EventMode
}

/** Stores the customers who wrote. A message ends an earlier block. Locks rows in the order of LINE user ids. */
export async function upsertWriters(
  tx: Tx,
  channelKey: string,
  writers: readonly Writer[],
  now: Date,
): Promise<Map<string, CustomerRow>> {
  const rows = writers.map(({ userId, at, mode }) => ({
    userId,
    at,
    standbySince: mode === 'standby' ? at : null,
  }))
  const saved = await executePrepared<CustomerRow & { line_user_id: string }>(
    tx,
    'customers who wrote',
    sql`
    insert into customers as c (channel_key, line_user_id, created_at, last_message_at, standby_since)
    select ${channelKey}, w."userId", ${now.toISOString()}::timestamptz, w.at, w."standbySince"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w ("userId" text, at timestamptz, "standbySince" timestamptz)
    order by w."userId"
    on conflict (channel_key, line_user_id) do update
      set standby_since = ${STANDBY_AFTER_MESSAGE},
        last_message_at = greatest(c.last_message_at, excluded.last_message_at),
        friendship = case when ${LIFTS_BLOCK} then 'friend' else c.friendship end,
        friendship_at = case when ${LIFTS_BLOCK} then excluded.last_message_at else c.friendship_at end
    returning line_user_id, id, is_vip,
      ${profileDue(now)} as profile_due`,
  )
  return new Map(saved.map((row) => [row.line_user_id, row]))
}

const IS_NEWER_FRIENDSHIP = sql`coalesce(c.friendship_at <= excluded.friendship_at, true)
  and (excluded.friendship <> 'blocked' or coalesce(c.last_message_at <= excluded.friendship_at, true))`

/** Ignores follow events older than the stored state. Returns as `ticketId` the open ticket that shows the change. */
export async function saveFriendship(
  tx: Tx,
  { channelKey, userId }: CustomerKey,
  { friendship, at }: { friendship: Friendship; at: Date },
  now: Date,
): Promise<{ id: string; profileDue: boolean; ticketId: string | undefined }> {
  const saved = await tx.execute<{ id: string; profile_due: boolean; changed: boolean }>(sql`
    with before as (
      select friendship from customers where channel_key = ${channelKey} and line_user_id = ${userId} for update)
    insert into customers as c (channel_key, line_user_id, created_at, friendship, friendship_at)
    values (${channelKey}, ${userId}, ${now.toISOString()}::timestamptz, ${friendship}, ${at.toISOString()}::timestamptz)
    on conflict (channel_key, line_user_id) do update set
      friendship = case when ${IS_NEWER_FRIENDSHIP} then excluded.friendship else c.friendship end,
      friendship_at = case when ${IS_NEWER_FRIENDSHIP} then excluded.friendship_at else c.friendship_at end
    returning id, friendship is distinct from (select friendship from before) as changed,
      ${profileDue(now)} as profile_due`)
  const row = saved.rows[0]
  if (row === undefined) throw new Error('a saved customer was not returned')
  const ticketId = row.changed ? await showCustomerChange(tx, row.id) : undefined
  return { id: row.id, profileDue: row.profile_due, ticketId }
}

async function showCustomerChange(tx: Tx, customerId: string): Promise<string | undefined> {
  const updatedTickets = await tx.execute<{ id: string }>(sql`
    update tickets set version = version + 1 where customer_id = ${customerId}::uuid and status = 'OPEN' returning id`)
  return updatedTickets.rows[0]?.id
}

/** Locks the customer's row. Callers that also lock the ticket must lock the ticket after the customer. */
export async function lockCustomer(tx: Tx, { channelKey, userId }: CustomerKey): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.channelKey, channelKey), eq(customers.lineUserId, userId)))
    .for('no key update')
  return found?.id
}

export async function findProfileOwner(
  db: Db,
  customerId: string,
): Promise<{ id: string; channelKey: string; lineUserId: string; profileAttempts: number } | undefined> {
  const { id, channelKey, lineUserId, profileAttempts } = customers
  const [found] = await db
    .select({ id, channelKey, lineUserId, profileAttempts })
    .from(customers)
    .where(eq(id, customerId))
  return found
}

/** Maximum number of profile fetches, after 10 s, 40 s, 160 s …; then only the customer's next message triggers one. */
const PROFILE_ATTEMPTS = 6

export async function customersWithoutProfile(db: Db, now: Date, limit: number): Promise<string[]> {
  const { id, createdAt, profileAttempts, profileFetchedAt } = customers
  const dueAt = sql`${createdAt} + interval '10 seconds' * (4 ^ ${profileAttempts})`.mapWith(createdAt)
  const found = await db
    .select({ id })
    .from(customers)
    .where(and(isNull(profileFetchedAt), lt(profileAttempts, PROFILE_ATTEMPTS), lte(dueAt, now)))
    .orderBy(desc(createdAt))
    .limit(limit)
  return found.map((row) => row.id)
}

export async function recordProfileFailure(db: Db, customerId: string): Promise<void> {
  await db
    .update(customers)
    .set({ profileAttempts: sql`least(${customers.profileAttempts} + 1, 1000)` })
    .where(eq(customers.id, customerId))
}

/** A null profile (blocked, no consent) leaves the stored one unchanged. Returns the open ticket whose customer has changed. */
export async function saveProfile(
  tx: Tx,
  customerId: string,
  profile: { displayName: string; pictureUrl: string | null; statusMessage: string | null } | null,
  now: Date,
): Promise<{ ticketId: string | undefined; isRenamed: boolean }> {
  if (profile === null) {
    await tx.update(customers).set({ profileFetchedAt: now }).where(eq(customers.id, customerId))
    return { ticketId: undefined, isRenamed: false }
  }
  const saved = await tx.execute<{ changed: boolean; renamed: boolean }>(sql`
    update customers c set display_name = ${profile.displayName},
      name_norm = ${normalizeForSearch(profile.displayName)}, name_norm_version = ${SEARCH_NORM_VERSION}, picture_url = ${profile.pictureUrl},
      status_message = ${profile.statusMessage}, profile_fetched_at = ${now.toISOString()}::timestamptz, profile_attempts = 0
    from customers old
    where c.id = ${customerId}::uuid and old.id = c.id
    returning (old.display_name, old.picture_url) is distinct from (c.display_name, c.picture_url) as changed,
      old.display_name is distinct from c.display_name as renamed`)
  const { changed = false, renamed = false } = saved.rows[0] ?? {}
  return { ticketId: changed ? await showCustomerChange(tx, customerId) : undefined, isRenamed: renamed }
}

/** Normalizes up to `limit` names whose `name_norm_version` a migration has set to 0. Returns the number of names. */
export async function normalizeNames(db: Db, _now: Date, limit: number): Promise<number> {
  const { id, displayName, nameNormVersion } = customers
  const due = await db
    .select({ id, name: sql<string>`${displayName}` })
    .from(customers)
    .where(and(sql`${nameNormVersion} = 0`, isNotNull(displayName)))
    .orderBy(asc(id))
    .limit(limit)
  const ids = due.map((row) => row.id)
  const names = due.map((row) => row.name)
  if (ids.length === 0) return 0
  await db.execute(sql`
    update customers c set name_norm = n.norm, name_norm_version = ${SEARCH_NORM_VERSION}
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(names)}::text[], ${sql.param(names.map(normalizeForSearch))}::text[])
      n (id, name, norm)
    where c.id = n.id and c.display_name = n.name`)
  return ids.length
}
