import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Role } from 'shared/contract/constants.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { channels, staff, staffChannels } from '../db/schema.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { BY_COMMAND_LINE, recordSecurityEvent } from '../sessions/security-event.store.ts'
import { endSessionsOf } from '../sessions/session.store.ts'

/** A person as LINE Login vouches for them. */
export interface LineIdentity {
  userId: string
  displayName: string
  pictureUrl: string | null
  statusMessage: string | null
  email: string | null
}

export type StaffRow = typeof staff.$inferSelect

const CHANNEL_KEYS = sql<string[]>`array(
  select c.channel_key from staff_channels c where c.staff_id = ${staff.id} order by 1)`

/** Keeps the person who has just signed in with LINE: a new one is PENDING, a known one gets today's name and picture. */
export async function saveSignedInStaff(db: Db | Tx, identity: LineIdentity, now: Date): Promise<StaffRow> {
  const facts = {
    displayName: identity.displayName,
    pictureUrl: identity.pictureUrl,
    statusMessage: identity.statusMessage,
    lastLoginAt: now,
  }
  const kept = await db
    .insert(staff)
    .values({ lineUserId: identity.userId, email: identity.email, createdAt: now, ...facts })
    .onConflictDoUpdate({
      target: staff.lineUserId,
      set: { ...facts, email: sql`coalesce(excluded.email, ${staff.email})` },
    })
    .returning()
  const row = kept[0]
  if (row === undefined) throw new Error('the insert of a member of staff returned nothing')
  return row
}

const MAX_AGENTS = 1_000

/** Holds for a row of `staff` (by this name, without an alias) who is approved and may work in the channel. */
export const mayWorkIn = (channelKey: string | SQL) =>
  sql`${staff.status} = 'APPROVED' and (${staff.allChannels} or exists (select from staff_channels c where c.staff_id = ${staff.id} and c.channel_key = ${channelKey}))`

/** Approved staff by name who may work in one of these channels. */
export const findAgents = (db: Db, scope: ChannelScope) => findByRights(db, 'APPROVED', scope)

/** Suspended staff by name who had rights to one of these channels; their rows in `staff_channels` remain. */
export const findSuspendedAgents = (db: Db, scope: ChannelScope) => findByRights(db, 'SUSPENDED', scope)

async function findByRights(
  db: Db,
  status: 'APPROVED' | 'SUSPENDED',
  scope: ChannelScope,
): Promise<StaffRow[]> {
  const isWithin = sql`exists (select from staff_channels c where c.staff_id = ${staff.id} and ${scope.condition(sql`c.channel_key`)})`
  const isColleague = scope.channels === 'all' ? undefined : or(staff.allChannels, isWithin)
  return (
    db
      .select()
      .from(staff)
      // No role: suspended before the first approval.
      .where(and(eq(staff.status, status), isNotNull(staff.role), isColleague))
      .orderBy(asc(staff.displayName), asc(staff.id))
      .limit(MAX_AGENTS)
  )
}

/** Whether this is an approved member of staff who may work in the channel. */
export async function isAgentOf(tx: Tx, staffId: string, channelKey: string): Promise<boolean> {
  // Waits for a concurrent change of rights to commit. This must be a separate statement: the next one then sees the committed rights.
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('share')
  const found = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, staffId), mayWorkIn(channelKey)))
  return found.length > 0
}

const MAX_LISTED = 1_000

/** Members of staff with the keys of the channels that they were given, those who wait for approval first; at most 1,000. */
export async function listStaff(
  db: Db,
): Promise<{ staff: (StaffRow & { channelKeys: string[] })[]; total: number }> {
  const people = await db
    .select({ ...getTableColumns(staff), channelKeys: CHANNEL_KEYS })
    .from(staff)
    .orderBy(asc(staff.status), asc(staff.displayName), asc(staff.id))
    .limit(MAX_LISTED)
  return { staff: people, total: people.length < MAX_LISTED ? people.length : await db.$count(staff) }
}

/** What a person may work in: every channel, or these. */
export type ChannelRights = 'all' | readonly string[]

/** Handles the consequences of lost rights, in the transaction that removed them. */
type OnRightsLost<T> = (tx: Tx, member: StaffRow) => Promise<T>

export type ApproveOutcome<T> =
  | { kind: 'approved'; staff: StaffRow; channels: ChannelRights; endedSessions: number; released: T }
  | { kind: 'unknown_staff' }
  | { kind: 'unknown_channel'; channelKeys: string[] }
  /** Nobody said in which channels, and the person has no right to any yet. */
  | { kind: 'no_channels' }

/**
 * Lets a person work in a role and in these channels; without `channels` the rights to channels stay as they are. Someone who
 * worked already gets new rights by signing in again: sessions that were opened with other rights end.
 */
export async function approveStaff<T>(
  db: Db,
  approval: { lineUserId: string; role: Role; channels?: ChannelRights | undefined },
  onRightsLost: OnRightsLost<T>,
): Promise<ApproveOutcome<T>> {
  return inTransaction(db, async (tx) => {
    const [member] = await tx
      .select()
      .from(staff)
      .where(eq(staff.lineUserId, approval.lineUserId))
      // Not `update`: it would wait for messages of this person, whose foreign keys lock the row, while they wait for a ticket.
      .for('no key update')
    if (member === undefined) return { kind: 'unknown_staff' }
    const before = await findChannelRights(tx, member)
    const wanted = normalised(approval.channels ?? before)
    if (wanted.length === 0) return { kind: 'no_channels' }
    // Rights to an account that was removed stay, but are given to nobody anew.
    const unknown = await findUnknownChannels(tx, approval.channels === undefined ? [] : wanted)
    if (unknown.length > 0) return { kind: 'unknown_channel', channelKeys: unknown }
    await saveChannelRights(tx, member.id, wanted)
    const [approved] = await tx
      .update(staff)
      .set({ status: 'APPROVED', role: approval.role, allChannels: wanted === 'all' })
      .where(eq(staff.id, member.id))
      .returning()
    const sameRights = member.role === approval.role && String(before) === String(wanted)
    // Who waits for the first approval has no rights yet: the page that waits goes on with the token that it was given.
    const keepsSessions = sameRights || member.status === 'PENDING'
    const endedSessions = keepsSessions ? 0 : await endSessionsOf(tx, member.id)
    await recordSecurityEvent(tx, {
      kind: 'approved',
      staffId: member.id,
      address: null,
      detail: {
        ...BY_COMMAND_LINE,
        role: approval.role,
        channels: wanted,
        before: { status: member.status, role: member.role, channels: before },
      },
    })
    const now = approved ?? member
    const released = await onRightsLost(tx, now)
    return { kind: 'approved', staff: now, channels: wanted, endedSessions, released }
  })
}

function normalised(channels: ChannelRights): ChannelRights {
  return channels === 'all' ? 'all' : [...new Set(channels)].sort()
}

async function findChannelRights(tx: Tx, member: StaffRow): Promise<ChannelRights> {
  if (member.allChannels) return 'all'
  const rows = await tx.select().from(staffChannels).where(eq(staffChannels.staffId, member.id))
  return normalised(rows.map((row) => row.channelKey))
}

async function findUnknownChannels(tx: Tx, wanted: ChannelRights): Promise<string[]> {
  if (wanted === 'all') return []
  const found = await tx
    .select({ key: channels.key })
    .from(channels)
    .where(and(inArray(channels.key, [...wanted]), isNull(channels.removedAt)))
  return wanted.filter((key) => !found.some((each) => each.key === key))
}

async function saveChannelRights(tx: Tx, staffId: string, wanted: ChannelRights): Promise<void> {
  await tx.delete(staffChannels).where(eq(staffChannels.staffId, staffId))
  if (wanted === 'all') return
  await tx.insert(staffChannels).values(wanted.map((channelKey) => ({ staffId, channelKey })))
}

/** Takes a person's right to work at once: every session ends and every server process is told. Undefined: nobody has this id. */
export async function suspendStaff<T>(
  db: Db,
  lineUserId: string,
  onRightsLost: OnRightsLost<T>,
): Promise<{ staff: StaffRow; endedSessions: number; released: T } | undefined> {
  return inTransaction(db, async (tx) => {
    const [member] = await tx
      .update(staff)
      .set({ status: 'SUSPENDED' })
      .where(eq(staff.lineUserId, lineUserId))
      .returning()
    if (member === undefined) return undefined
    await recordSecurityEvent(tx, {
      kind: 'suspended',
      staffId: member.id,
      address: null,
      detail: BY_COMMAND_LINE,
    })
    const endedSessions = await endSessionsOf(tx, member.id)
    return { staff: member, endedSessions, released: await onRightsLost(tx, member) }
  })
}

/** Undefined: nobody of this LINE user id. */
export async function findStaffByLineUserId(db: Db, lineUserId: string): Promise<StaffRow | undefined> {
  const [found] = await db.select().from(staff).where(eq(staff.lineUserId, lineUserId))
  return found
}
