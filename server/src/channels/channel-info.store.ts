import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '../db/client.ts'
import { channels } from '../db/schema.ts'
import { type LineBotInfo, type Quota, type QuotaState, quotaStateOf } from '../line-api/bot-info.ts'
import type { Encryption } from '../secrets/encryption.ts'
import { recordTokenState, type UsedToken } from './channel-token.store.ts'
import type { CheckedChannel } from './check-channel.ts'

export async function storeChannelInfo(db: Db, key: string, botInfo: LineBotInfo): Promise<void> {
  const { name, basicId, chatMode, markAsReadMode } = botInfo
  await db
    .update(channels)
    .set({ lineName: name, basicId, chatMode, markAsReadMode })
    .where(and(eq(channels.key, key), isNull(channels.removedAt)))
}

export async function recordQuota(
  db: Db,
  key: string,
  { limit, used }: Quota,
): Promise<{ before: QuotaState; after: QuotaState } | undefined> {
  return inTransaction(db, async (tx) => {
    const [before] = await tx
      .select({ limit: channels.quotaLimit, used: channels.quotaUsed })
      .from(channels)
      .where(and(eq(channels.key, key), isNull(channels.removedAt)))
      .for('update')
    if (before === undefined) return undefined
    await tx
      .update(channels)
      .set({ quotaLimit: limit, quotaUsed: used, quotaCheckedAt: sql`now()` })
      .where(eq(channels.key, key))
    return { before: quotaStateOf(before), after: quotaStateOf({ limit, used }) }
  })
}

/** Records that the channel's quota is used up. Returns false when already recorded or when the quota is unknown. */
export async function recordQuotaUsedUp(db: Db, key: string): Promise<boolean> {
  const noted = await db
    .update(channels)
    .set({ quotaUsed: channels.quotaLimit })
    .where(
      and(eq(channels.key, key), isNull(channels.removedAt), lt(channels.quotaUsed, channels.quotaLimit)),
    )
  return (noted.rowCount ?? 0) > 0
}

/** Returns a due channel and schedules its next refresh in about `everyS` s, so that only one server refreshes it. */
export async function claimDueChannelInfo(db: Db, everyS: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ key: string }>(sql`
    update channels set account_due_at = now() + ${everyS}::float8 * (0.75 + random() / 2) * interval '1 second'
    where key = (select key from channels where removed_at is null and account_due_at <= now()
                 order by account_due_at limit 1 for update skip locked)
    returning key`)
  return rows[0]?.key
}

export async function makeChannelInfoDue(db: Db, key: string, apartS: number): Promise<void> {
  await db.execute(sql`
    update channels set account_due_at = greatest(now(), quota_checked_at + ${apartS}::float8 * interval '1 second')
    where key = ${key} and account_due_at > greatest(now(), quota_checked_at + ${apartS}::float8 * interval '1 second')`)
}

export async function recordChecked(
  db: Db,
  encryption: Encryption,
  used: UsedToken,
  { token, botInfo, quota }: CheckedChannel,
): Promise<void> {
  if (token.kind === 'refused') await recordTokenState(db, encryption, used, token.reason)
  if (token.kind === 'works') await recordTokenState(db, encryption, used, null)
  if (botInfo !== null) await storeChannelInfo(db, used.key, botInfo)
  if (quota !== null) await recordQuota(db, used.key, quota)
}
