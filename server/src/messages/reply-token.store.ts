import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { replyTokens } from '../db/line-schema.ts'
import { executePrepared } from '../db/prepared.ts'

/** LINE takes a reply token for a minute after it has reached us. */
export const REPLY_TOKEN_MS = 60_000

/** That of an event that LINE has brought again goes by the last time it was brought, but not beyond this after the event. */
const REDELIVERED_TOKEN_MS = 20 * 60_000

/** When an event came, and when it happened; a token's age counts from the former. */
export interface TokenTimes {
  receivedAt: Date
  eventAt: Date
  isRedelivery: boolean
}

function expiryOf({ receivedAt, eventAt, isRedelivery }: TokenTimes): Date {
  const fresh = receivedAt.getTime() + REPLY_TOKEN_MS
  return new Date(isRedelivery ? Math.min(fresh, eventAt.getTime() + REDELIVERED_TOKEN_MS) : fresh)
}

export interface NewReplyToken {
  token: string
  ticketId: string
  customerId: string
  times: TokenTimes
}

/** LINE's have 32. A longer one than this fits in no index; its customer is answered by push. */
const MAX_TOKEN_BYTES = 1_000

/** Keeps reply tokens, each once. */
export async function saveReplyTokens(tx: Tx, tokens: readonly NewReplyToken[]): Promise<void> {
  const kept = tokens.filter(({ token }) => Buffer.byteLength(token) <= MAX_TOKEN_BYTES)
  if (kept.length === 0) return
  const rows = kept.map(({ times, ...owned }) => ({
    ...owned,
    receivedAt: times.receivedAt,
    expiresAt: expiryOf(times),
  }))
  await executePrepared(
    tx,
    'save reply tokens',
    sql`insert into reply_tokens (token, ticket_id, customer_id, received_at, expires_at)
    select token, "ticketId", "customerId", "receivedAt", "expiresAt" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (token text, "ticketId" uuid, "customerId" uuid, "receivedAt" timestamptz, "expiresAt" timestamptz)
    on conflict do nothing`,
  )
}

/** LINE has brought the event of an unused token again: its minute begins anew. */
export async function renewReplyToken(db: Db, token: string, times: TokenTimes): Promise<void> {
  await db
    .update(replyTokens)
    .set({ receivedAt: times.receivedAt, expiresAt: expiryOf(times) })
    .where(
      and(
        eq(replyTokens.token, token),
        isNull(replyTokens.usedAt),
        lt(replyTokens.receivedAt, times.receivedAt),
      ),
    )
}

/**
 * Takes the newest unused reply token of each of these customers that was received within so many ms, and that LINE still takes; none is
 * ever taken twice.
 */
export async function takeReplyTokens(
  tx: Tx,
  customerIds: readonly string[],
  withinMs: number,
): Promise<Map<string, string>> {
  if (customerIds.length === 0) return new Map()
  const taken = await tx.execute<{ token: string; customer_id: string }>(sql`
    update reply_tokens r set used_at = clock_timestamp()
    from unnest(${sql.param(customerIds)}::uuid[]) customer (id)
    cross join lateral (
      select token from reply_tokens t where t.customer_id = customer.id and t.used_at is null
        and t.received_at > clock_timestamp() - interval '1 ms' * ${withinMs}::float8
        and t.expires_at > clock_timestamp()
      order by t.received_at desc limit 1 for update skip locked) newest
    where r.token = newest.token
    returning r.token, r.customer_id`)
  return new Map(taken.rows.map(({ token, customer_id }) => [customer_id, token]))
}

/** Removes at most `limit` tokens that have been of no use for a day; answers how many. */
export async function removeOldReplyTokens(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from reply_tokens where token in (
      select token from reply_tokens where expires_at < ${now.toISOString()}::timestamptz - interval '1 day'
      order by expires_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}
