import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { replyTokens } from '../db/schema.ts'

/** LINE takes a reply token for a minute after it has reached us. */
const REPLY_TOKEN_MS = 60_000

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

/** Keeps reply tokens, each once. */
export async function saveReplyTokens(tx: Tx, tokens: readonly NewReplyToken[]): Promise<void> {
  if (tokens.length === 0) return
  const rows = tokens.map(({ times, ...owned }) => ({
    ...owned,
    receivedAt: times.receivedAt,
    expiresAt: expiryOf(times),
  }))
  await tx.execute(sql`
    insert into reply_tokens (token, ticket_id, customer_id, received_at, expires_at)
    select token, "ticketId", "customerId", "receivedAt", "expiresAt" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (token text, "ticketId" uuid, "customerId" uuid, "receivedAt" timestamptz, "expiresAt" timestamptz)
    on conflict do nothing`)
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

/** Removes at most `limit` tokens that have been of no use for a day; answers how many. */
export async function removeOldReplyTokens(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from reply_tokens where token in (
      select token from reply_tokens where expires_at < ${now.toISOString()}::timestamptz - interval '1 day'
      order by expires_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}
