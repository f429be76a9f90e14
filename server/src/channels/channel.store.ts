import { and, asc, eq, max, ne } from 'drizzle-orm'
import { type Db, inTransaction } from '../db/client.ts'
import { channels } from '../db/schema.ts'
import { recordSecurityEvent } from '../sessions/security-event.store.ts'

export type ChannelRow = typeof channels.$inferSelect

const MAX_CHANNELS = 500

/** The official accounts in the order people see them. */
export async function findChannels(db: Db): Promise<ChannelRow[]> {
  return db.select().from(channels).orderBy(asc(channels.position), asc(channels.name)).limit(MAX_CHANNELS)
}

export interface ChannelFacts {
  key: string
  name: string
  lineBotUserId: string
  secret: string
  accessToken: string
}

const NAMES = ['name', 'lineBotUserId', 'secret', 'accessToken'] as const

/** Connects an official account, or renews the name and credentials of one; `position` is kept, new ones go to the end. */
export async function saveChannel(
  db: Db,
  facts: ChannelFacts,
  by: 'command line' | 'start with the simulator',
): Promise<{ kind: 'saved' } | { kind: 'account_taken'; key: string }> {
  return inTransaction(db, async (tx) => {
    const [other] = await tx
      .select({ key: channels.key })
      .from(channels)
      .where(and(eq(channels.lineBotUserId, facts.lineBotUserId), ne(channels.key, facts.key)))
    if (other) return { kind: 'account_taken', key: other.key }
    const [known] = await tx.select().from(channels).where(eq(channels.key, facts.key)).for('update')
    const [last] = await tx.select({ position: max(channels.position) }).from(channels)
    const { key, ...rest } = facts
    await tx
      .insert(channels)
      .values({ key, ...rest, position: (last?.position ?? -1) + 1 })
      .onConflictDoUpdate({ target: channels.key, set: rest })
    const changed = NAMES.filter((name) => known?.[name] !== facts[name])
    if (changed.length > 0) {
      await recordSecurityEvent(tx, {
        kind: known === undefined ? 'channel_added' : 'channel_changed',
        staffId: null,
        address: null,
        // Names of what is new, and no values: some are secrets.
        detail: { by, channel: key, ...(known === undefined ? {} : { changed }) },
      })
    }
    return { kind: 'saved' }
  })
}
