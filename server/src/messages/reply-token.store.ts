import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { replyTokens } from '../db/line-schema.ts'
import { executePrepared } from '../db/prepared-statement.ts'

/** Validity of a reply token in ms: one minute after the webhook was received. */
export const REPLY_TOKEN_MS = 60_000

/** Time in ms after an event at which its reply token expires, even if LINE has just redelivered the event. */
const REDELIVERED_TOKEN_MS = 20 * 60_000

/** Times of a reply token. Its age is measured from `receivedAt`. */
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

/** Maximum size in bytes of a stored reply token. LINE's have 32 bytes; larger ones do not fit into an index. */
const MAX_TOKEN_BYTES = 1_000

export async function saveReplyTokens(tx: Tx, tokens: readonly NewReplyToken[]): Promise<void> {
  const usable = tokens.filter(({ token }) => Buffer.byteLength(token) <= MAX_TOKEN_BYTES)
  if (usable.length === 0) return
  const rows = usable.map(({ times, ...owned }) => ({
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

/** Restarts the one-minute validity of an unused reply token after LINE has redelivered its event. */
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

/** Claims unused reply tokens. A token is never claimed twice. */
export async function claimReplyTokens(
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

export async function removeOldReplyTokens(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from reply_tokens where token in (
      select token from reply_tokens where expires_at < ${now.toISOString()}::timestamptz - interval '1 day'
      order by expires_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}
