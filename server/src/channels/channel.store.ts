import { randomBytes } from 'node:crypto'
import { and, asc, eq, getTableColumns, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { media } from '../db/media-schema.ts'
import { channels, customers } from '../db/schema.ts'
import type { Encryption } from '../secrets/encryption.ts'
import {
  COMMAND_LINE_ACTOR,
  recordCommandLineEvent,
  recordSecurityEvent,
} from '../sessions/security-event.store.ts'
import {
  type ChannelSecrets,
  encryptSecrets,
  SECRET_FIELDS,
  tryDecryptSecret,
} from './channel-secrets.store.ts'

const { secret: _secret, accessToken: _accessToken, ...COLUMNS } = getTableColumns(channels)

export type ChannelRow = Omit<typeof channels.$inferSelect, keyof ChannelSecrets>

const MAX_CHANNELS = 500

const inOrder = [asc(channels.position), asc(channels.name)]

export async function findChannels(db: Db): Promise<ChannelRow[]> {
  return db
    .select(COLUMNS)
    .from(channels)
    .where(isNull(channels.removedAt))
    .orderBy(...inOrder)
    .limit(MAX_CHANNELS)
}

export async function findRemovedChannels(db: Db): Promise<ChannelRow[]> {
  return db
    .select(COLUMNS)
    .from(channels)
    .where(isNotNull(channels.removedAt))
    .orderBy(...inOrder)
    .limit(MAX_CHANNELS)
}

export interface ChannelSettings extends ChannelSecrets {
  key: string
  name: string
  lineBotUserId: string
}

const TOKEN_NOT_REFUSED = { tokenRefusedAt: null, tokenRefusal: null } as const

export type SaveOutcome =
  | { kind: 'saved' }
  /** The LINE channel is connected under another channel key. */
  | { kind: 'bot_in_use'; key: string; isRemoved: boolean }
  /** Another LINE channel is or was connected under this key. Its customers would be mixed with the new channel's. */
  | { kind: 'key_in_use'; lineBotUserId: string }

const NAMES = ['name', 'lineBotUserId', ...SECRET_FIELDS] as const

/**
 * Connects, changes or reconnects a channel. Reconnecting also fetches media that LINE may still have, except when the
 * server starts with the simulator. The key of a channel with customers always belongs to the same LINE channel, except
 * for channels of the simulator.
 */
export async function saveChannel(
  db: Db,
  encryption: Encryption,
  settings: ChannelSettings,
  by: 'command line' | 'start with the simulator',
): Promise<SaveOutcome> {
  return inTransaction(db, async (tx) => {
    const [other] = await tx
      .select({ key: channels.key, removedAt: channels.removedAt })
      .from(channels)
      .where(and(eq(channels.lineBotUserId, settings.lineBotUserId), ne(channels.key, settings.key)))
    if (other) return { kind: 'bot_in_use', key: other.key, isRemoved: other.removedAt !== null }
    const [known] = await tx.select().from(channels).where(eq(channels.key, settings.key)).for('update')
    const isNew = known === undefined || known.removedAt !== null
    if (known !== undefined && isNew && by !== COMMAND_LINE_ACTOR.by) return { kind: 'saved' }
    const isOther = known !== undefined && known.lineBotUserId !== settings.lineBotUserId
    if (isOther && by === COMMAND_LINE_ACTOR.by && (await hasCustomers(tx, settings.key)))
      return { kind: 'key_in_use', lineBotUserId: known.lineBotUserId }
    const [last] = await tx.select({ position: max(channels.position) }).from(channels)
    const { key, name, lineBotUserId } = settings
    const rest = { name, lineBotUserId, ...encryptSecrets(encryption, key, settings) }
    await tx
      .insert(channels)
      .values({ key, ...rest, position: (last?.position ?? -1) + 1 })
      .onConflictDoUpdate({ target: channels.key, set: { ...rest, removedAt: null, ...TOKEN_NOT_REFUSED } })
    const before = known && {
      ...known,
      secret: tryDecryptSecret(encryption, key, 'secret', known.secret),
      accessToken: tryDecryptSecret(encryption, key, 'accessToken', known.accessToken),
    }
    const changed = NAMES.filter((each) => before?.[each] !== settings[each])
    if (known !== undefined && isNew) await fetchAgain(tx, key)
    if (isNew || changed.length > 0) {
      await recordSecurityEvent(tx, {
        kind: isNew ? 'channel_added' : 'channel_changed',
        staffId: null,
        address: null,
        // Logs only the names of the changed fields, since some values are secrets.
        detail: { by, channel: key, ...(isNew ? {} : { changed }) },
      })
    }
    return { kind: 'saved' }
  })
}

/** Replaces the given secrets. Returns the changed fields; undefined when the channel is not connected. */
export async function rotateSecrets(
  db: Db,
  encryption: Encryption,
  key: string,
  wanted: { [field in keyof ChannelSecrets]: string | undefined },
): Promise<(keyof ChannelSecrets)[] | undefined> {
  return inTransaction(db, async (tx) => {
    const [known] = await tx
      .select({ secret: channels.secret, accessToken: channels.accessToken })
      .from(channels)
      .where(and(eq(channels.key, key), isNull(channels.removedAt)))
      .for('update')
    if (known === undefined) return undefined
    const changed = SECRET_FIELDS.filter((field) => {
      const next = wanted[field]
      return next !== undefined && tryDecryptSecret(encryption, key, field, known[field]) !== next
    })
    if (changed.length === 0) return changed
    const { secret = '', accessToken = '' } = wanted
    const stored = encryptSecrets(encryption, key, { secret, accessToken })
    const written = Object.fromEntries(changed.map((field) => [field, stored[field]]))
    await tx
      .update(channels)
      .set({ ...written, ...(changed.includes('accessToken') ? TOKEN_NOT_REFUSED : {}) })
      .where(eq(channels.key, key))
    await recordCommandLineEvent(tx, 'channel_changed', { channel: key, changed })
    return changed
  })
}

/** Maximum age in days of messages whose media are fetched again; LINE may have deleted older media. */
const FETCHED_AGAIN_DAYS = 14

async function fetchAgain(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`
    update media set state = 'pending', reason = null, attempts = 0, next_attempt_at = now(), settled_at = null
    where channel_key = ${key} and state = 'gone' and reason = 'channel_removed'
      and created_at > now() - interval '1 day' * ${FETCHED_AGAIN_DAYS}::int`)
}

async function hasCustomers(tx: Tx, key: string): Promise<boolean> {
  const found = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.channelKey, key))
    .limit(1)
  return found.length > 0
}

export async function describeChannel(db: Db, key: string) {
  const { rows } = await db.execute<
    { name: string } & Record<'openTickets' | 'closedTickets' | 'pendingMessages', number>
  >(sql`
    select name,
      (select count(*)::int from tickets t where t.channel_key = ch.key and t.status = 'OPEN') as "openTickets",
      (select count(*)::int from tickets t where t.channel_key = ch.key and t.status = 'CLOSED') as "closedTickets",
      (select count(*)::int from deliveries d where d.channel_key = ch.key and d.state in ('queued', 'sending')) as "pendingMessages"
    from channels ch where ch.key = ${key} and ch.removed_at is null`)
  return rows[0]
}

/** Disconnects a channel but keeps its data and access rights. Returns false when it is not connected. */
export async function removeChannel(db: Db, key: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const removed = await tx
      .update(channels)
      .set({
        removedAt: sql`now()`,
        // Replaces the secret with a random one, because anyone could sign webhooks with an empty secret.
        secret: randomBytes(32).toString('hex'),
        accessToken: 'removed',
        ...TOKEN_NOT_REFUSED,
      })
      .where(and(eq(channels.key, key), isNull(channels.removedAt)))
    if (removed.rowCount === 0) return false
    // Makes pending media downloads due, so that a running server ends the downloads and notifies viewers.
    await tx
      .update(media)
      .set({ nextAttemptAt: sql`now()` })
      .where(and(eq(media.channelKey, key), eq(media.state, 'pending')))
    await recordCommandLineEvent(tx, 'channel_removed', { channel: key })
    return true
  })
}
