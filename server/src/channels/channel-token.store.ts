import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Db, inTransaction } from '../db/client.ts'
import { channels } from '../db/schema.ts'
import type { ChannelTokens } from '../line-api/line-client.ts'
import type { Encryption } from '../secrets/encryption.ts'
import { decryptSecret, tryDecryptSecret } from './channel-secrets.store.ts'

export interface UsedToken {
  key: string
  accessToken: string
}

/**
 * Records whether LINE accepts a channel's token. `refusal`: LINE's reason, or null when accepted. Returns false when
 * already recorded or the token was replaced.
 */
export async function recordTokenState(
  db: Db,
  encryption: Encryption,
  { key, accessToken }: UsedToken,
  refusal: string | null,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx
      .select({ stored: channels.accessToken })
      .from(channels)
      .where(eq(channels.key, key))
      .for('update')
    if (row === undefined || tryDecryptSecret(encryption, key, 'accessToken', row.stored) !== accessToken)
      return false
    const { tokenRefusedAt } = channels
    const noted = await tx
      .update(channels)
      .set({ tokenRefusedAt: refusal === null ? null : sql`now()`, tokenRefusal: refusal })
      .where(
        and(eq(channels.key, key), refusal === null ? isNotNull(tokenRefusedAt) : isNull(tokenRefusedAt)),
      )
    return (noted.rowCount ?? 0) > 0
  })
}

export function createChannelTokens(db: Db, encryption: Encryption, log: Logger): ChannelTokens {
  const record = async (channel: string, accessToken: string, refusal: string | null) => {
    try {
      const isNews = await recordTokenState(db, encryption, { key: channel, accessToken }, refusal)
      if (isNews && refusal === null)
        log.info({ channel }, 'LINE accepts the channel access token of this channel again')
      else if (isNews)
        log.warn({ channel, reason: refusal }, 'LINE refuses the channel access token of this channel')
    } catch (error) {
      log.warn({ err: error }, 'the status of a channel access token could not be recorded')
    }
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
    recordRefused: record,
    recordAccepted: (channel, accessToken) => record(channel, accessToken, null),
  }
}
