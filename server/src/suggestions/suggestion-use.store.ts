import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'

/** Records used suggestions in the message's transaction. Never writes a row that a concurrent message also writes. */
export async function recordUses(
  tx: Tx,
  message: { id: string; channelKey: string; suggestionIds: readonly string[] },
): Promise<void> {
  if (message.suggestionIds.length === 0) return
  await tx.execute(sql`
    insert into suggestion_uses (suggestion_id, message_id)
    select s.id, ${message.id}::uuid from suggestions s
    where s.id = any(${sql.param(message.suggestionIds)}::uuid[])
      and (s.channel_key is null or s.channel_key = ${message.channelKey})
    on conflict do nothing`)
}

export async function projectUses(db: Db, _now: Date, limit: number): Promise<number> {
  const projected = await db.execute<{ count: number }>(sql`
    with taken as (
      delete from suggestion_uses where (suggestion_id, message_id) in (
        select suggestion_id, message_id from suggestion_uses limit ${limit} for update skip locked)
      returning suggestion_id),
    counted as (select suggestion_id, count(*) as uses from taken group by suggestion_id),
    folded as (
      update suggestions s set use_count = s.use_count + counted.uses from counted where s.id = counted.suggestion_id)
    select count(*)::int as count from taken`)
  return projected.rows[0]?.count ?? 0
}
