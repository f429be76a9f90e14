import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'

/** LINE takes a reply token for a minute after it has reached us. */
const REPLY_TOKEN_SECS = 60

/** Keeps a reply token, once; it spares the quota of a push when it is spent in time. */
export async function saveReplyToken(tx: Tx, token: string, ticketId: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx.execute(sql`
    insert into reply_tokens (token, ticket_id, received_at, expires_at)
    values (${token}, ${ticketId}::uuid, ${at}::timestamptz, ${at}::timestamptz + interval '1 second' * ${REPLY_TOKEN_SECS}::int)
    on conflict (token) do nothing`)
}

/** Removes at most `limit` tokens that have been of no use for a day; answers how many. */
export async function removeOldReplyTokens(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from reply_tokens where token in (
      select token from reply_tokens where expires_at < ${now.toISOString()}::timestamptz - interval '1 day'
      order by expires_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}
