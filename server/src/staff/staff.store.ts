import { asc, eq, sql } from 'drizzle-orm'
import type { Role } from 'shared/contract/constants.ts'
import { endSessionsOf } from '../auth/session.store.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { channels, staff, staffChannels } from '../db/schema.ts'
import type { LineIdentity } from '../line/login.ts'

export type StaffRow = typeof staff.$inferSelect

/** Keeps the person who has just signed in with LINE: a new one is PENDING, a known one gets today's name and picture. */
export async function keepStaff(db: Db, identity: LineIdentity, now: Date): Promise<StaffRow> {
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

/** Approved staff by name. */
export async function findAgents(db: Db): Promise<StaffRow[]> {
  return db
    .select()
    .from(staff)
    .where(eq(staff.status, 'APPROVED'))
    .orderBy(asc(staff.displayName), asc(staff.id))
    .limit(MAX_AGENTS)
}

/** Everyone there is, with their channels; null: all of them. */
export async function findAllStaff(db: Db): Promise<(StaffRow & { channelKeys: string[] | null })[]> {
  const people = await db.select().from(staff).orderBy(asc(staff.status), asc(staff.displayName))
  const rights = await db.select().from(staffChannels).orderBy(asc(staffChannels.channelKey))
  return people.map((person) => {
    const keys = rights.filter((right) => right.staffId === person.id).map((right) => right.channelKey)
    return { ...person, channelKeys: keys.length === 0 ? null : keys }
  })
}

export type ApproveOutcome =
  | { kind: 'approved'; staff: StaffRow; endedSessions: number }
  | { kind: 'unknown_staff' }
  | { kind: 'unknown_channel'; channelKeys: string[] }

/**
 * Lets a person work in a role, in these channels (null: in all). Someone who worked already gets the new rights by signing in
 * again: sessions that were opened with other rights end.
 */
export async function approveStaff(
  db: Db,
  approval: { lineUserId: string; role: Role; channelKeys: string[] | null },
): Promise<ApproveOutcome> {
  return inTransaction(db, async (tx) => {
    const [person] = await tx
      .select()
      .from(staff)
      .where(eq(staff.lineUserId, approval.lineUserId))
      .for('update')
    if (person === undefined) return { kind: 'unknown_staff' }
    const known = new Set((await tx.select({ key: channels.key }).from(channels)).map((each) => each.key))
    const wanted = [...new Set(approval.channelKeys ?? [])].sort()
    const unknown = wanted.filter((key) => !known.has(key))
    if (unknown.length > 0) return { kind: 'unknown_channel', channelKeys: unknown }
    const before = await tx.select().from(staffChannels).where(eq(staffChannels.staffId, person.id))
    const sameRights =
      person.role === approval.role &&
      before
        .map((each) => each.channelKey)
        .sort()
        .join() === wanted.join()
    await tx.delete(staffChannels).where(eq(staffChannels.staffId, person.id))
    if (wanted.length > 0) {
      await tx.insert(staffChannels).values(wanted.map((channelKey) => ({ staffId: person.id, channelKey })))
    }
    const [changed] = await tx
      .update(staff)
      .set({ status: 'APPROVED', role: approval.role })
      .where(eq(staff.id, person.id))
      .returning()
    // Who waits for the first approval has no rights yet: the page that waits goes on with the token that it was given.
    const keepsSessions = sameRights || person.status === 'PENDING'
    const endedSessions = keepsSessions ? 0 : await endSessionsOf(tx, person.id)
    return { kind: 'approved', staff: changed ?? person, endedSessions }
  })
}

/** Takes a person's right to work at once: every session ends and every server process is told. Undefined: nobody has this id. */
export async function suspendStaff(
  db: Db,
  lineUserId: string,
): Promise<{ staff: StaffRow; endedSessions: number } | undefined> {
  return inTransaction(db, async (tx) => {
    const [person] = await tx
      .update(staff)
      .set({ status: 'SUSPENDED' })
      .where(eq(staff.lineUserId, lineUserId))
      .returning()
    if (person === undefined) return undefined
    return { staff: person, endedSessions: await endSessionsOf(tx, person.id) }
  })
}
