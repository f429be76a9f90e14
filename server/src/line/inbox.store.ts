import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Raw } from 'shared/contract/raw-json.ts'
import { type Db, inTransaction, isRowError, type Tx } from '../db/client.ts'
import { lineEvents } from '../db/line-schema.ts'
import { executePrepared } from '../db/prepared-statement.ts'
import type { IncomingEvent } from './parse-webhook.ts'

export interface PendingEvent extends Record<string, unknown> {
  id: string
  user_id: string
  webhook_event_id: string
  type: string
  body: Raw
  /** Time of first receipt by the database's clock, or by the server's clock when the event was spooled to disk. */
  received_at: Date | string
  attempts: number
  /** True when the last attempt failed, even by a lost connection, which does not increase the number of attempts. */
  failed: boolean
  /** False while the event waits for its next attempt; later events of the same customer wait behind it. */
  due: boolean
}

export interface CustomerKey {
  channelKey: string
  userId: string
}

/** Current time by the database's clock, which all processes share; used for receipt and due times. */
const NOW = sql`statement_timestamp()`

/** Stores events; those without a customer are stored as applied. Returns the number of new events. */
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

/** Stores the items of a group one by one when the database refuses them together, so that only invalid items fail. */
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
    if (!isRowError(error)) throw error
    if (others.length === 0) return refused(first, error)
    for (const each of group) await storeSplitting([each], store, { stored, refused })
    return
  }
  for (const each of group) stored(each)
}

/** Keeps the join order and reuses plans: planning a query on nine tables takes longer than reading a dozen tickets. */
export async function prepareBatch(tx: Tx, lockTimeoutMs: number): Promise<void> {
  await executePrepared(
    tx,
    'prepare a batch',
    sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true), set_config('join_collapse_limit', '1', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)`,
  )
}

/** Locks the customers' events for all servers until the transaction ends, always in one order to avoid deadlocks. */
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

const isUnapplied = (id: string) => and(eq(lineEvents.id, sql`${id}::bigint`), isNull(lineEvents.appliedAt))

export async function stampApplied(tx: Tx, ids: readonly string[]): Promise<void> {
  await executePrepared(
    tx,
    'events applied',
    sql`update line_events set applied_at = ${NOW}, error = null, parked_at = null, attempts = attempts + 1
    where id = any(${sql.param(ids)}::bigint[]) and applied_at is null`,
  )
}

/** Records a failed attempt. `pauseMs` is the time until the next one; null makes the event a dead letter. */
export async function recordFailure(
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

/** Dead letter: an event that could not be applied, with its error. It is retained until it is applied. */
export interface DeadLetter extends Record<string, unknown> {
  id: string
  channel_key: string
  user_id: string
  type: string
  received_at: Date
  parked_at: Date
  attempts: number
  error: string | null
}

export async function findDeadLetters(db: Db, limit: number): Promise<DeadLetter[]> {
  const found = await db.execute<DeadLetter>(sql`
    select id, channel_key, user_id, type, received_at, parked_at, attempts, error
    from line_events where parked_at is not null and applied_at is null order by parked_at, id limit ${limit}`)
  return found.rows
}

export const DEAD_LETTER_ATTEMPTS = 9

/** Retries dead letters once; with more attempts, a permanent failure would delay later messages for an hour again. */
export async function replayDeadLetters(db: Db, which: 'all' | { id: string }): Promise<number> {
  const replayed = await db
    .update(lineEvents)
    .set({ parkedAt: null, attempts: DEAD_LETTER_ATTEMPTS - 1, nextAttemptAt: NOW })
    .where(
      and(
        isNotNull(lineEvents.parkedAt),
        which === 'all' ? isNull(lineEvents.appliedAt) : isUnapplied(which.id),
      ),
    )
  return replayed.rowCount ?? 0
}

export async function countWaitingEvents(db: Db): Promise<{ pending: number; parked: number }> {
  const counted = await db.execute<{ pending: number; parked: number }>(sql`
    select count(*) filter (where parked_at is null)::int as pending, count(*) filter (where parked_at is not null)::int as parked
    from line_events where applied_at is null`)
  return { pending: counted.rows[0]?.pending ?? 0, parked: counted.rows[0]?.parked ?? 0 }
}

export interface DueCustomers {
  keys: CustomerKey[]
  /** Customer after whom the next search continues; null to start again with the first customer. */
  next: CustomerKey | null
}

/** Maximum number of customers that one search examines, whether their events are due or not. */
const MAX_EXAMINED_CUSTOMERS = 2_000

/** Returns customers whose oldest event is due. Other customers do not count towards the limit. */
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
  const last = waiting.length === MAX_EXAMINED_CUSTOMERS ? waiting.at(-1) : undefined
  return { keys, next: last === undefined ? null : { channelKey: last.channel_key, userId: last.user_id } }
}

interface WaitingCustomer extends Record<string, unknown> {
  channel_key: string
  user_id: string
  nth: number
  is_due: boolean
}

/** Disables sorts: with outdated table statistics, PostgreSQL plans a sort for each customer, which takes minutes. */
export async function readInOrderOfIndexes(tx: Tx): Promise<void> {
  await tx.execute(
    sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
  )
}

/** Skips from customer to customer in the index, so that only the oldest event of each customer is read. */
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
      where w.nth < ${MAX_EXAMINED_CUSTOMERS})
    select channel_key, user_id, nth, is_due from waiting`
}

/** Returns the messages that are already unsent: LINE may deliver the unsend event before the message. */
export async function findUnsentMessages(
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

export async function forgetMessageBody(tx: Tx, channelKey: string, lineMessageId: string): Promise<void> {
  await tx.execute(sql`
    update line_events set body = jsonb_set(body, '{message}',
      jsonb_build_object('id', body->'message'->'id', 'type', body->'message'->'type'))
    where channel_key = ${channelKey} and line_message_id = ${lineMessageId} and type = 'message'`)
}

/** Retention time of events, longer than LINE redelivers them. Afterwards, duplicates are detected by message id. */
const EVENT_RETENTION = sql`interval '30 days'`

export async function removeOldEvents(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from line_events where id in (
      select id from line_events
      where received_at < ${now.toISOString()}::timestamptz - ${EVENT_RETENTION} and applied_at is not null
      order by received_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}
