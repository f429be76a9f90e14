import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Role } from 'shared/contract/constants.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { channels, staff, staffChannels } from '../db/schema.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { recordCommandLineEvent } from '../sessions/security-event.store.ts'
import { endSessionsOf } from '../sessions/session.store.ts'

export type StaffRow = typeof staff.$inferSelect
export type LineIdentity = Pick<
  StaffRow,
  'lineUserId' | 'displayName' | 'pictureUrl' | 'statusMessage' | 'email'
>

const CHANNEL_KEYS = sql<string[]>`array(
  select c.channel_key from staff_channels c where c.staff_id = ${staff.id} order by 1)`

/** Stores a staff member who just signed in with LINE: a new one as PENDING, a known one with the current profile. */
export async function saveSignedInStaff(db: Db | Tx, identity: LineIdentity, now: Date): Promise<StaffRow> {
  const { lineUserId, email, ...profile } = identity
  const fields = { ...profile, lastLoginAt: now }
  const [row] = await db
    .insert(staff)
    .values({ lineUserId, email, createdAt: now, ...fields })
    .onConflictDoUpdate({
      target: staff.lineUserId,
      set: { ...fields, email: sql`coalesce(excluded.email, ${staff.email})` },
    })
    .returning()
  if (row === undefined) throw new Error('no staff row was inserted')
  return row
}

const MAX_AGENTS = 1_000

/** Returns an SQL condition on a row of `staff` (no alias): approved and permitted to work in the channel. */
export const mayWorkIn = (channelKey: string | SQL) =>
  sql`${staff.status} = 'APPROVED' and (${staff.allChannels} or exists (select from staff_channels c where c.staff_id = ${staff.id} and c.channel_key = ${channelKey}))`

export const findAgents = (db: Db, scope: ChannelScope) => findByRights(db, 'APPROVED', scope)

/** Finds suspended agents of the channels: a suspension does not delete the rows in `staff_channels`. */
export const findSuspendedAgents = (db: Db, scope: ChannelScope) => findByRights(db, 'SUSPENDED', scope)

async function findByRights(
  db: Db,
  status: 'APPROVED' | 'SUSPENDED',
  scope: ChannelScope,
): Promise<StaffRow[]> {
  const isWithin = sql`exists (select from staff_channels c where c.staff_id = ${staff.id} and ${scope.condition(sql`c.channel_key`)})`
  const mayWorkInScope = scope.channels === 'all' ? undefined : or(staff.allChannels, isWithin)
  return (
    db
      .select()
      .from(staff)
      // Excludes staff members without a role, who were suspended before their first approval.
      .where(and(eq(staff.status, status), isNotNull(staff.role), mayWorkInScope))
      .orderBy(asc(staff.displayName), asc(staff.id))
      .limit(MAX_AGENTS)
  )
}

export async function isAgentOf(tx: Tx, staffId: string, channelKey: string): Promise<boolean> {
  // Waits until a concurrent change of rights is committed, so that the next statement sees the new rights.
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('share')
  const found = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, staffId), mayWorkIn(channelKey)))
  return found.length > 0
}

const MAX_LISTED = 1_000

export async function listStaff(
  db: Db,
): Promise<{ staff: (StaffRow & { channelKeys: string[] })[]; total: number }> {
  const staffMembers = await db
    .select({ ...getTableColumns(staff), channelKeys: CHANNEL_KEYS })
    .from(staff)
    .orderBy(asc(staff.status), asc(staff.displayName), asc(staff.id))
    .limit(MAX_LISTED)
  return {
    staff: staffMembers,
    total: staffMembers.length < MAX_LISTED ? staffMembers.length : await db.$count(staff),
  }
}

export type ChannelRights = 'all' | readonly string[]

/** Callback that runs in the transaction that removed a staff member's rights. */
type OnRightsLost<T> = (tx: Tx, member: StaffRow) => Promise<T>

export type ApproveOutcome<T> =
  | { kind: 'approved'; staff: StaffRow; channels: ChannelRights; endedSessions: number; reassigned: T }
  | { kind: 'unknown_staff' }
  | { kind: 'unknown_channel'; channelKeys: string[] }
  /** `no_channels`: no channels were given, and the staff member has none from an earlier approval. */
  | { kind: 'no_channels' }

/** Approves a staff member. Without `channels`, keeps the channel rights. Ends all sessions if rights change. */
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
      // Uses a weaker lock than `update`, which would wait for transactions that insert messages of this staff member:
      // their foreign keys lock this row, possibly while they wait for a ticket.
      .for('no key update')
    if (member === undefined) return { kind: 'unknown_staff' }
    const before = await findChannelRights(tx, member)
    const rights = normalised(approval.channels ?? before)
    if (rights.length === 0) return { kind: 'no_channels' }
    // Checks only new rights: a staff member keeps rights to a removed channel, but cannot get new ones.
    const unknown = await findUnknownChannels(tx, approval.channels === undefined ? [] : rights)
    if (unknown.length > 0) return { kind: 'unknown_channel', channelKeys: unknown }
    await saveChannelRights(tx, member.id, rights)
    const [approved] = await tx
      .update(staff)
      .set({ status: 'APPROVED', role: approval.role, allChannels: rights === 'all' })
      .where(eq(staff.id, member.id))
      .returning()
    const sameRights = member.role === approval.role && String(before) === String(rights)
    // Keeps a pending staff member's sessions, which have no rights yet, so that the waiting page can continue.
    const areSessionsValid = sameRights || member.status === 'PENDING'
    const endedSessions = areSessionsValid ? 0 : await endSessionsOf(tx, member.id)
    const rightsBefore = { status: member.status, role: member.role, channels: before }
    const detail = { role: approval.role, channels: rights, before: rightsBefore }
    await recordCommandLineEvent(tx, 'approved', detail, member.id)
    const now = approved ?? member
    const reassigned = await onRightsLost(tx, now)
    return { kind: 'approved', staff: now, channels: rights, endedSessions, reassigned }
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

async function findUnknownChannels(tx: Tx, rights: ChannelRights): Promise<string[]> {
  if (rights === 'all') return []
  const found = await tx
    .select({ key: channels.key })
    .from(channels)
    .where(and(inArray(channels.key, [...rights]), isNull(channels.removedAt)))
  return rights.filter((key) => !found.some((each) => each.key === key))
}

async function saveChannelRights(tx: Tx, staffId: string, rights: ChannelRights): Promise<void> {
  await tx.delete(staffChannels).where(eq(staffChannels.staffId, staffId))
  if (rights === 'all') return
  await tx.insert(staffChannels).values(rights.map((channelKey) => ({ staffId, channelKey })))
}

/** Suspends a staff member and ends all sessions. Returns undefined for an unknown id. */
export async function suspendStaff<T>(
  db: Db,
  lineUserId: string,
  onRightsLost: OnRightsLost<T>,
): Promise<{ staff: StaffRow; endedSessions: number; reassigned: T } | undefined> {
  return inTransaction(db, async (tx) => {
    const [member] = await tx
      .update(staff)
      .set({ status: 'SUSPENDED' })
      .where(eq(staff.lineUserId, lineUserId))
      .returning()
    if (member === undefined) return undefined
    await recordCommandLineEvent(tx, 'suspended', {}, member.id)
    const endedSessions = await endSessionsOf(tx, member.id)
    return { staff: member, endedSessions, reassigned: await onRightsLost(tx, member) }
  })
}

export async function findStaffByLineUserId(db: Db, lineUserId: string): Promise<StaffRow | undefined> {
  const [found] = await db.select().from(staff).where(eq(staff.lineUserId, lineUserId))
  return found
}
