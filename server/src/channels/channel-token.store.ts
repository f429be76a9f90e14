import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import { channels } from '../db/schema.ts'
import type { ChannelTokens } from '../line-api/client.ts'

/** Notes that LINE refuses a token, unless it is known or the token was replaced meanwhile; answers whether it was news. */
export async function noteTokenRefused(
  db: Db,
  key: string,
  accessToken: string,
  reason: string,
): Promise<boolean> {
  const noted = await db
    .update(channels)
    .set({ tokenRefusedAt: sql`now()`, tokenRefusal: reason })
    .where(and(eq(channels.key, key), eq(channels.accessToken, accessToken), isNull(channels.tokenRefusedAt)))
  return (noted.rowCount ?? 0) > 0
}

/** Notes that LINE takes a token that it had refused. */
export async function noteTokenAccepted(db: Db, key: string, accessToken: string): Promise<void> {
  await db
    .update(channels)
    .set({ tokenRefusedAt: null, tokenRefusal: null })
    .where(
      and(eq(channels.key, key), eq(channels.accessToken, accessToken), isNotNull(channels.tokenRefusedAt)),
    )
}

/** The tokens in the table of channels. What LINE says of them stands beside them, and in the log when it changes. */
export function createChannelTokens(db: Db, log: Logger): ChannelTokens {
  const written = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) =>
      log.warn({ err: error }, 'what LINE says of a channel access token could not be written down'),
    )
  }
  return {
    async find(channelKey) {
      const [row] = await db
        .select({
          token: channels.accessToken,
          refusedAt: channels.tokenRefusedAt,
          removedAt: channels.removedAt,
        })
        .from(channels)
        .where(eq(channels.key, channelKey))
      if (row === undefined) return undefined
      return row.removedAt === null ? { token: row.token, isRefused: row.refusedAt !== null } : 'removed'
    },
    noteRefused: (channel, token, reason) =>
      written(
        noteTokenRefused(db, channel, token, reason).then((isNews) => {
          if (isNews) log.warn({ channel, reason }, 'LINE refuses the channel access token of this channel')
        }),
      ),
    noteAccepted: (channel, token) =>
      written(
        noteTokenAccepted(db, channel, token).then(() =>
          log.info({ channel }, 'LINE takes the channel access token of this channel again'),
        ),
      ),
  }
}
