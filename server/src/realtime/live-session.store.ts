import { sql } from 'drizzle-orm'
import { ChannelScope } from '../auth/channel-scope.ts'
import type { Db } from '../db/client.ts'

/** Of these sessions, those that still live, with the channels of their people. */
export async function findLiveSessions(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<Map<string, ChannelScope>> {
  const found = await db.execute<{ token_hash: string; all_channels: boolean; channel_keys: string[] }>(sql`
    select s.token_hash, p.all_channels,
      array(select c.channel_key from staff_channels c where c.staff_id = p.id) as channel_keys
    from sessions s join staff p on p.id = s.staff_id
    where s.token_hash = any(${sql.param(tokenHashes)}::text[]) and s.expires_at > ${now.toISOString()}::timestamptz
      and p.status = 'APPROVED'`)
  return new Map(
    found.rows.map((row) => [
      row.token_hash,
      ChannelScope.granted({ allChannels: row.all_channels, channelKeys: row.channel_keys }),
    ]),
  )
}
