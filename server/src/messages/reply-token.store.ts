import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { replyTokens } from '../db/schema.ts'

/** LINE takes a reply token for a minute after it has reached us. */
const REPLY_TOKEN_MS = 60_000

/** Keeps a reply token, once. It is kept for replies, which delivery does not send yet: every answer is a push. */
export async function saveReplyToken(
  tx: Tx,
  token: string,
  owner: { ticketId: string; customerId: string },
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + REPLY_TOKEN_MS)
  await tx
    .insert(replyTokens)
    .values({ token, ...owner, receivedAt: now, expiresAt })
    .onConflictDoNothing()
}

/** Removes at most `limit` tokens that have been of no use for a day; answers how many. */
export async function removeOldReplyTokens(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from reply_tokens where token in (
      select token from reply_tokens where expires_at < ${now.toISOString()}::timestamptz - interval '1 day'
      order by expires_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}
