import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { channels } from '../db/schema.ts'
import type { ChannelTokens } from '../line-api/line-client.ts'
import type { Encryption } from '../secrets/encryption.ts'
import { decryptSecret, tryDecryptSecret } from './channel-secrets.store.ts'

export interface UsedToken {
  key: string
  accessToken: string
}

/** Records that LINE refused the token. Returns false when already recorded or the token was replaced. */
export async function recordTokenRefused(
  db: Db,
  encryption: Encryption,
  token: UsedToken,
  reason: string,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await isStill(tx, encryption, token))) return false
    const noted = await tx
      .update(channels)
      .set({ tokenRefusedAt: sql`now()`, tokenRefusal: reason })
      .where(and(eq(channels.key, token.key), isNull(channels.tokenRefusedAt)))
    return (noted.rowCount ?? 0) > 0
  })
}

/** Records that LINE accepted a channel's token. Returns true when LINE had refused the token before. */
export async function recordTokenAccepted(
  db: Db,
  encryption: Encryption,
  token: UsedToken,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await isStill(tx, encryption, token))) return false
    const noted = await tx
      .update(channels)
      .set({ tokenRefusedAt: null, tokenRefusal: null })
      .where(and(eq(channels.key, token.key), isNotNull(channels.tokenRefusedAt)))
    return (noted.rowCount ?? 0) > 0
  })
}

/** Returns true when the channel still has this token. Locks the channel's row until the transaction ends. */
async function isStill(tx: Tx, encryption: Encryption, { key, accessToken }: UsedToken): Promise<boolean> {
  const [row] = await tx
    .select({ stored: channels.accessToken })
    .from(channels)
    .where(eq(channels.key, key))
    .for('update')
  return row !== undefined && tryDecryptSecret(encryption, key, 'accessToken', row.stored) === accessToken
}

export function createChannelTokens(db: Db, encryption: Encryption, log: Logger): ChannelTokens {
  const written = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) =>
      log.warn({ err: error }, 'the status of a channel access token could not be recorded'),
    )
  }
  return {
    async find(channelKey) {
      const [row] = await db
        .select({
          stored: channels.accessToken,
          refusedAt: channels.tokenRefusedAt,
          removedAt: channels.removedAt,
        })
        .from(channels)
        .where(eq(channels.key, channelKey))
      if (row === undefined) return undefined
      if (row.removedAt !== null) return 'removed'
      const token = decryptSecret(encryption, channelKey, 'accessToken', row.stored)
      return { token, isRefused: row.refusedAt !== null }
    },
    recordRefused: (channel, accessToken, reason) =>
      written(
        recordTokenRefused(db, encryption, { key: channel, accessToken }, reason).then((isNews) => {
          if (isNews) log.warn({ channel, reason }, 'LINE refuses the channel access token of this channel')
        }),
      ),
    recordAccepted: (channel, accessToken) =>
      written(
        recordTokenAccepted(db, encryption, { key: channel, accessToken }).then((isNews) => {
          if (isNews) log.info({ channel }, 'LINE accepts the channel access token of this channel again')
        }),
      ),
  }
}
