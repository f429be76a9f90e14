import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Raw } from 'shared/contract/raw-json.ts'
import { type Db, inTransaction, isRefusalOfRows, type Tx } from '../db/client.ts'
import { lineEvents } from '../db/line-schema.ts'
import { executePrepared } from '../db/prepared.ts'
import type { IncomingEvent } from './incoming-event.ts'

export interface PendingEvent extends Record<string, unknown> {
  /** A bigint, in digits. */
  id: string
  user_id: string
  webhook_event_id: string
  type: string
  body: Raw
  /** When LINE brought it first, by the database's clock, or the server's where it has waited on disk. */
  received_at: Date | string
  attempts: number
  /** Also when that was no fault of its own and counts as no attempt: a connection broke under it. */
  failed: boolean
  /** Not: it has failed, and what came after it waits with it. */
  due: boolean
}

/** A customer of a channel, by LINE user id. */
export interface CustomerKey {
  channelKey: string
  userId: string
}

/** When events came and are due goes by the database's clock, which all processes share. */
const NOW = sql`statement_timestamp()`

/** Keeps events, each id once. Those that concern no customer count as applied. Answers how many are new. */
export async function storeEvents(
  db: Db,
  channelKey: string,
  events: readonly IncomingEvent[],
): Promise<number> {
  if (events.length === 0) return 0
  const stored = await executePrepared(
    db,
    'store events',
    sql`
    insert into line_events (webhook_event_id, channel_key, type, user_id, line_message_id, body, received_at,
      next_attempt_at, applied_at)
    select e.event->>'webhookEventId', ${channelKey}, e.event->>'type', e.event->>'userId', e.event->>'lineMessageId',
      e.event->'body', coalesce((e.event->>'receivedAt')::timestamptz, ${NOW}), ${NOW}, case when e.event->>'userId' is null then ${NOW} end
    from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as e(event, place)
    order by e.place
    on conflict (webhook_event_id) do nothing
    returning id`,
  )
  return stored.length
}

/**
 * Stores a group at once, or one after another where the database refuses rows of it, so that what it will never take fails alone and
 * not those who came with it. Throws what else goes wrong: then those behind were not tried.
 */
export async function storeSplitting<Each>(
  group: readonly Each[],
  store: (some: readonly Each[]) => Promise<unknown>,
  {
    stored = () => {},
    refused,
  }: { stored?: (each: Each) => void; refused: (each: Each, error: unknown) => Promise<void> | void },
): Promise<void> {
  const [first, ...others] = group
  if (first === undefined) return
  try {
    await store(group)
  } catch (error) {
    if (!isRefusalOfRows(error)) throw error
    if (others.length === 0) return refused(first, error)
    for (const each of group) await storeSplitting([each], store, { stored, refused })
    return
  }
  for (const each of group) stored(each)
}

/**
 * Prepares a transaction for many customers: it waits for no lock longer than so many ms, joins are made as they are written, and prepared
 * statements keep their plans, for planning a ticket's nine tables costs more than reading a dozen of tickets.
 */
export async function prepareBatch(tx: Tx, lockTimeoutMs: number): Promise<void> {
  await executePrepared(
    tx,
    'prepare a batch',
    sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true), set_config('join_collapse_limit', '1', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)`,
  )
}

/**
 * Nobody else applies events of these customers of an account before the transaction ends; that also holds between server processes.
 * Always in the same order, so that two who lock many do not meet.
 */
export async function lockCustomerEvents(
  tx: Tx,
  channelKey: string,
  userIds: readonly string[],
): Promise<void> {
  const names = JSON.stringify(userIds.map((userId) => `line-events ${channelKey} ${userId}`))
  await executePrepared(
    tx,
    'lock events of customers',
    sql`select pg_advisory_xact_lock(customer.hash)
    from (select hashtextextended(name, 0) as hash from jsonb_array_elements_text(${names}::jsonb) name order by 1 offset 0) customer`,
  )
}

/**
 * The oldest events of each of these customers that wait to be applied, in the order in which they were stored: at most so many of each,
 * and of all.
 */
export async function pendingEventsOf(
  tx: Tx,
  channelKey: string,
  userIds: readonly string[],
  limits: { each: number; all: number },
): Promise<PendingEvent[]> {
  return executePrepared<PendingEvent>(
    tx,
    'pending events',
    sql`select e.* from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as customer(user_id)
    cross join lateral (
      select id, user_id, webhook_event_id, type, body, received_at, attempts, error is not null as failed, next_attempt_at <= ${NOW} as due
      from line_events
      where channel_key = ${channelKey} and user_id = customer.user_id and applied_at is null and parked_at is null
      order by id limit ${limits.each}) e
    order by e.id limit ${limits.all}`,
  )
}

/** The event with this id (a bigint, in digits), unless it was applied meanwhile. */
const isUnapplied = (id: string) => and(eq(lineEvents.id, sql`${id}::bigint`), isNull(lineEvents.appliedAt))

/** Notes that these events (ids in digits) are applied. */
export async function stampApplied(tx: Tx, ids: readonly string[]): Promise<void> {
  await executePrepared(
    tx,
    'events applied',
    sql`update line_events set applied_at = ${NOW}, error = null, parked_at = null, attempts = attempts + 1
    where id = any(${sql.param(ids)}::bigint[]) and applied_at is null`,
  )
}

/** Notes why an event was not applied, and that the next try is due after so many ms; null parks it. */
export async function noteFailure(
  db: Db,
  failure: { id: string; attempts: number; error: string; pauseMs: number | null },
): Promise<void> {
  const { id, attempts, pauseMs } = failure
  const next =
    pauseMs === null
      ? { parkedAt: NOW }
      : { nextAttemptAt: sql`${NOW} + interval '1 ms' * ${pauseMs}::float8`, parkedAt: null }
  await db
    .update(lineEvents)
    .set({ attempts, error: failure.error.slice(0, 2_000), ...next })
    .where(isUnapplied(id))
}

/** An event that was given up, with its error. It stays until it is applied. */
export interface ParkedEvent extends Record<string, unknown> {
  /** A bigint, in digits. */
  id: string
  channel_key: string
  user_id: string
  type: string
  received_at: Date
  parked_at: Date
  attempts: number
  error: string | null
}

/** The oldest `limit` parked events. */
export async function findParkedEvents(db: Db, limit: number): Promise<ParkedEvent[]> {
  const found = await db.execute<ParkedEvent>(sql`
    select id, channel_key, user_id, type, received_at, parked_at, attempts, error
    from line_events where parked_at is not null and applied_at is null order by parked_at, id limit ${limit}`)
  return found.rows
}

/** Tries of what fails in the same way every time; then it is parked. */
export const LASTING_ATTEMPTS = 9

/**
 * Makes parked events due again, all of them or one; answers how many. A running server applies them within seconds. What still
 * fails in a lasting way parks at its next try: the customer's later messages do not wait for an hour once more.
 */
export async function replayParkedEvents(db: Db, which: 'all' | { id: string }): Promise<number> {
  const replayed = await db
    .update(lineEvents)
    .set({ parkedAt: null, attempts: LASTING_ATTEMPTS - 1, nextAttemptAt: NOW })
    .where(
      and(
        isNotNull(lineEvents.parkedAt),
        which === 'all' ? isNull(lineEvents.appliedAt) : isUnapplied(which.id),
      ),
    )
  return replayed.rowCount ?? 0
}

/** How many events wait to be applied, and how many were given up. */
export async function countWaitingEvents(db: Db): Promise<{ pending: number; parked: number }> {
  const counted = await db.execute<{ pending: number; parked: number }>(sql`
    select count(*) filter (where parked_at is null)::int as pending, count(*) filter (where parked_at is not null)::int as parked
    from line_events where applied_at is null`)
  return { pending: counted.rows[0]?.pending ?? 0, parked: counted.rows[0]?.parked ?? 0 }
}

/** What a look at the customers who wait has found. */
export interface DueCustomers {
  keys: CustomerKey[]
  /** Behind whom the next look begins; null: with the first of all. */
  next: CustomerKey | null
}

/** Customers that one look goes through, due or not. */
const LOOKED_AT = 2_000

/**
 * Customers whose oldest waiting event is due and was stored `leaveAloneMs` ago (younger ones are just being applied), at most `limit`
 * of those behind `after`. Only that one counts: what waits behind an event that is not due yet must not take the places of others.
 */
export async function customersWithDueEvents(
  db: Db,
  { leaveAloneMs, limit, after }: { leaveAloneMs: number; limit: number; after: CustomerKey | null },
): Promise<DueCustomers> {
  const found = await inTransaction(db, async (tx) => {
    await readInOrderOfIndexes(tx)
    return tx.execute<WaitingCustomer>(waitingCustomersStatement(leaveAloneMs, after))
  })
  const waiting = found.rows.sort((a, b) => a.nth - b.nth)
  const keys: CustomerKey[] = []
  for (const { channel_key: channelKey, user_id: userId, is_due } of waiting) {
    if (!is_due) continue
    keys.push({ channelKey, userId })
    if (keys.length === limit) return { keys, next: { channelKey, userId } }
  }
  const last = waiting.length === LOOKED_AT ? waiting.at(-1) : undefined
  return { keys, next: last === undefined ? null : { channelKey: last.channel_key, userId: last.user_id } }
}

interface WaitingCustomer extends Record<string, unknown> {
  channel_key: string
  user_id: string
  /** Position in the order of customers. */
  nth: number
  is_due: boolean
}

/**
 * Planner hint for the statement below: with statistics from before a backlog PostgreSQL expects no rows and sorts per customer, which
 * takes minutes. The statement itself needs no sort, so the hint does not inflate its cost.
 */
export async function readInOrderOfIndexes(tx: Tx): Promise<void> {
  await tx.execute(
    sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
  )
}

/** The statement of `customersWithDueEvents`: from customer to customer in the index, so that what waits behind their oldest event is not read. */
export function waitingCustomersStatement(leaveAloneMs: number, after: CustomerKey | null): SQL {
  const oldestBehind = (channelKey: SQL, userId: SQL, nth: SQL) => sql`
    (select channel_key, user_id, ${nth} as nth,
      next_attempt_at <= ${NOW} and received_at <= ${NOW} - interval '1 ms' * ${leaveAloneMs}::float8 as is_due
    from line_events
    where applied_at is null and parked_at is null and (channel_key, user_id) > (${channelKey}, ${userId})
    order by channel_key, user_id, id limit 1)`
  return sql`
    with recursive waiting as (
      ${oldestBehind(sql`${after?.channelKey ?? ''}`, sql`${after?.userId ?? ''}`, sql`1`)}
      union all
      select oldest.* from waiting w cross join lateral
        ${oldestBehind(sql`w.channel_key`, sql`w.user_id`, sql`w.nth + 1`)} oldest
      where w.nth < ${LOOKED_AT})
    select channel_key, user_id, nth, is_due from waiting`
}

/** Which of these messages customers have already taken back: LINE may deliver the two in either order. */
export async function unsentAmong(
  tx: Tx,
  channelKey: string,
  lineMessageIds: readonly string[],
): Promise<Set<string>> {
  if (lineMessageIds.length === 0) return new Set()
  const found = await executePrepared<{ id: string }>(
    tx,
    'unsent messages',
    sql`select line_message_id as id from line_events
    where channel_key = ${channelKey} and line_message_id = any(${sql.param(lineMessageIds)}::text[]) and type = 'unsend'`,
  )
  return new Set(found.map(({ id }) => id))
}

/** Removes the content of a message from every stored event; the events themselves stay. */
export async function forgetMessageBody(tx: Tx, channelKey: string, lineMessageId: string): Promise<void> {
  await tx.execute(sql`
    update line_events set body = jsonb_set(body, '{message}',
      jsonb_build_object('id', body->'message'->'id', 'type', body->'message'->'type'))
    where channel_key = ${channelKey} and line_message_id = ${lineMessageId} and type = 'message'`)
}

/** Far longer than LINE redelivers; after that a message is still recognised by its message id. */
const KEEP_EVENTS = sql`interval '30 days'`

/** Removes at most `limit` applied events that nobody needs any more; answers how many. What was not applied stays. */
export async function removeOldEvents(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from line_events where id in (
      select id from line_events
      where received_at < ${now.toISOString()}::timestamptz - ${KEEP_EVENTS} and applied_at is not null
      order by received_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}
