import { randomBytes } from 'node:crypto'
import { and, asc, eq, getTableColumns, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { media } from '../db/media-schema.ts'
import { channels, customers } from '../db/schema.ts'
import type { Sealing } from '../secrets/sealing.ts'
import { BY_COMMAND_LINE, recordSecurityEvent } from '../sessions/security-event.store.ts'
import { type ChannelSecrets, openSecretIfAble, SECRET_FIELDS, storedForm } from './channel-secrets.store.ts'

/** An official account, without its secrets. */
const { secret: _secret, accessToken: _accessToken, ...COLUMNS } = getTableColumns(channels)

export type ChannelRow = Omit<typeof channels.$inferSelect, keyof ChannelSecrets>

const MAX_CHANNELS = 500

const inOrder = [asc(channels.position), asc(channels.name)]

/** The connected official accounts in the order people see them. */
export async function findChannels(db: Db): Promise<ChannelRow[]> {
  return db
    .select(COLUMNS)
    .from(channels)
    .where(isNull(channels.removedAt))
    .orderBy(...inOrder)
    .limit(MAX_CHANNELS)
}

/** Those that were removed, of which the cases are still there. */
export async function findRemovedChannels(db: Db): Promise<ChannelRow[]> {
  return db
    .select(COLUMNS)
    .from(channels)
    .where(isNotNull(channels.removedAt))
    .orderBy(...inOrder)
    .limit(MAX_CHANNELS)
}

export interface ChannelFacts extends ChannelSecrets {
  key: string
  name: string
  lineBotUserId: string
}

/** Of a token that LINE has just taken, or of none. */
const TOKEN_NOT_REFUSED = { tokenRefusedAt: null, tokenRefusal: null } as const

export type SaveOutcome =
  | { kind: 'saved' }
  /** The account is connected under another key. */
  | { kind: 'account_taken'; key: string; isRemoved: boolean }
  /** Under this key another account is or was connected, whose customers would be taken for those of this one. */
  | { kind: 'key_taken'; lineBotUserId: string }

const NAMES = ['name', 'lineBotUserId', ...SECRET_FIELDS] as const

/**
 * Connects an official account, or renews the name and credentials of one; `position` is kept, new ones go to the end. One that was
 * removed is connected again, with its cases and what its customers sent and LINE may still have; a start with the simulator leaves it removed. A key to which customers have written
 * belongs to its account for good, for people; the simulator may make its accounts anew.
 */
export async function saveChannel(
  db: Db,
  sealing: Sealing,
  facts: ChannelFacts,
  by: 'command line' | 'start with the simulator',
): Promise<SaveOutcome> {
  return inTransaction(db, async (tx) => {
    const [other] = await tx
      .select({ key: channels.key, removedAt: channels.removedAt })
      .from(channels)
      .where(and(eq(channels.lineBotUserId, facts.lineBotUserId), ne(channels.key, facts.key)))
    if (other) return { kind: 'account_taken', key: other.key, isRemoved: other.removedAt !== null }
    const [known] = await tx.select().from(channels).where(eq(channels.key, facts.key)).for('update')
    const isNew = known === undefined || known.removedAt !== null
    if (known !== undefined && isNew && by !== BY_COMMAND_LINE.by) return { kind: 'saved' }
    const isOther = known !== undefined && known.lineBotUserId !== facts.lineBotUserId
    if (isOther && by === BY_COMMAND_LINE.by && (await hasCustomers(tx, facts.key)))
      return { kind: 'key_taken', lineBotUserId: known.lineBotUserId }
    const [last] = await tx.select({ position: max(channels.position) }).from(channels)
    const { key, name, lineBotUserId } = facts
    const rest = { name, lineBotUserId, ...(await storedForm(tx, sealing, key, facts)) }
    await tx
      .insert(channels)
      .values({ key, ...rest, position: (last?.position ?? -1) + 1 })
      .onConflictDoUpdate({ target: channels.key, set: { ...rest, removedAt: null, ...TOKEN_NOT_REFUSED } })
    const before = known && {
      ...known,
      secret: openSecretIfAble(sealing, key, 'secret', known.secret),
      accessToken: openSecretIfAble(sealing, key, 'accessToken', known.accessToken),
    }
    const changed = NAMES.filter((each) => before?.[each] !== facts[each])
    if (known !== undefined && isNew) await fetchAgain(tx, key)
    if (isNew || changed.length > 0) {
      await recordSecurityEvent(tx, {
        kind: isNew ? 'channel_added' : 'channel_changed',
        staffId: null,
        address: null,
        // Names of what is new, and no values: some are secrets.
        detail: { by, channel: key, ...(isNew ? {} : { changed }) },
      })
    }
    return { kind: 'saved' }
  })
}

/**
 * Puts in new secrets of a connected account; those that are undefined stay. Answers which have changed; undefined: no such account is
 * connected.
 */
export async function rotateSecrets(
  db: Db,
  sealing: Sealing,
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
      return next !== undefined && openSecretIfAble(sealing, key, field, known[field]) !== next
    })
    if (changed.length === 0) return changed
    const { secret = '', accessToken = '' } = wanted
    const stored = await storedForm(tx, sealing, key, { secret, accessToken })
    const written = Object.fromEntries(changed.map((field) => [field, stored[field]]))
    await tx
      .update(channels)
      .set({ ...written, ...(changed.includes('accessToken') ? TOKEN_NOT_REFUSED : {}) })
      .where(eq(channels.key, key))
    await recordSecurityEvent(tx, {
      kind: 'channel_changed',
      staffId: null,
      address: null,
      detail: { ...BY_COMMAND_LINE, channel: key, changed },
    })
    return changed
  })
}

/** LINE may still have what customers sent in these days; after them nothing is fetched any more (`fetch-content.ts`). */
const FETCHED_AGAIN_DAYS = 14

/** What was given up because the account was removed is asked for again. */
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

/** What there is of a connected official account; undefined when there is none of this key. */
export async function describeChannel(
  db: Db,
  key: string,
): Promise<{ name: string; openCases: number; closedCases: number; unsentMessages: number } | undefined> {
  const found = await db.execute<{ name: string; open: number; closed: number; unsent: number }>(sql`
    select name,
      (select count(*)::int from tickets t where t.channel_key = ch.key and t.status = 'OPEN') as open,
      (select count(*)::int from tickets t where t.channel_key = ch.key and t.status = 'CLOSED') as closed,
      (select count(*)::int from deliveries d where d.channel_key = ch.key and d.state in ('queued', 'sending')) as unsent
    from channels ch where ch.key = ${key} and ch.removed_at is null`)
  const [row] = found.rows
  return row && { name: row.name, openCases: row.open, closedCases: row.closed, unsentMessages: row.unsent }
}

/**
 * Ends the connection of an official account: its webhook is unknown, nothing is sent in its name, no choice offers it, and its secret
 * and token are forgotten. Cases, messages, canned replies and everybody's rights stay as they are, so that nobody loses history and
 * nobody gets more to see. False: no such account is connected.
 */
export async function removeChannel(db: Db, key: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const removed = await tx
      .update(channels)
      .set({
        removedAt: sql`now()`,
        // Not empty: anybody can sign with an empty secret, and a server of the release before still looks at it.
        secret: randomBytes(32).toString('hex'),
        accessToken: 'removed',
        ...TOKEN_NOT_REFUSED,
      })
      .where(and(eq(channels.key, key), isNull(channels.removedAt)))
    if (removed.rowCount === 0) return false
    // A server that runs ends each with its reason and tells its readers, as it does with what cannot be had.
    await tx
      .update(media)
      .set({ nextAttemptAt: sql`now()` })
      .where(and(eq(media.channelKey, key), eq(media.state, 'pending')))
    await recordSecurityEvent(tx, {
      kind: 'channel_removed',
      staffId: null,
      address: null,
      detail: { ...BY_COMMAND_LINE, channel: key },
    })
    return true
  })
}
