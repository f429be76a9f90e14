import { eq, sql } from 'drizzle-orm'
import type { Role } from 'shared/contract/constants.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { sessions, staff } from '../db/schema.ts'
import { ChannelScope } from './channel-scope.ts'
import type { SignedIn } from './signed-in.ts'

/** Sessions end this long after sign-in, however much they are used. */
export const SESSION_MAX_DAYS = 30

export interface FoundSession extends SignedIn {
  status: 'PENDING' | 'APPROVED' | 'SUSPENDED'
  lastSeenAt: Date
}

/** The session of a token with its person and channels, in one query; undefined when it does not exist or is over. */
export async function findSession(db: Db, tokenHash: string, now: Date): Promise<FoundSession | undefined> {
  const found = await db.execute<{
    id: string
    line_user_id: string
    display_name: string
    picture_url: string | null
    status_message: string | null
    email: string | null
    status: FoundSession['status']
    role: Role | null
    permissions: string[]
    last_login_at: Date | null
    last_seen_at: Date
    all_channels: boolean
    channel_keys: string[]
  }>(sql`
    select p.id, p.line_user_id, p.display_name, p.picture_url, p.status_message, p.email, p.status, p.role, p.permissions,
      p.last_login_at, s.last_seen_at,
      p.all_channels, array(select c.channel_key from staff_channels c where c.staff_id = p.id) as channel_keys
    from sessions s join staff p on p.id = s.staff_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now.toISOString()}`)
  const row = found.rows[0]
  if (row === undefined) return undefined
  return {
    tokenHash,
    status: row.status,
    lastSeenAt: new Date(row.last_seen_at),
    scope: ChannelScope.granted({ allChannels: row.all_channels, channelKeys: row.channel_keys }),
    staff: {
      id: row.id,
      lineUserId: row.line_user_id,
      displayName: row.display_name,
      pictureUrl: row.picture_url,
      statusMessage: row.status_message,
      email: row.email,
      role: row.role,
      permissions: row.permissions,
      lastLoginAt: row.last_login_at === null ? null : new Date(row.last_login_at),
    },
  }
}

/** Of these sessions, those that still live, with the channels of their people. */
export async function findLiveSessions(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<Map<string, ChannelScope>> {
  const found = await db.execute<{ token_hash: string; all_channels: boolean; channel_keys: string[] }>(sql`
    select s.token_hash, p.all_channels,
      array(select c.channel_key from staff_channels c where c.staff_id = p.id) as channel_keys
    from sessions s join staff p on p.id = s.staff_id
    where s.token_hash = any(${sql.param(tokenHashes)}::text[]) and s.expires_at > ${now.toISOString()}::timestamptz
      and p.status = 'APPROVED'`)
  return new Map(
    found.rows.map((row) => [
      row.token_hash,
      ChannelScope.granted({ allChannels: row.all_channels, channelKeys: row.channel_keys }),
    ]),
  )
}

/** Opens a session of `days` days. */
export async function openSession(
  db: Db | Tx,
  session: { tokenHash: string; staffId: string; now: Date; days: number },
): Promise<void> {
  const { tokenHash, staffId, now, days } = session
  await db.insert(sessions).values({
    tokenHash,
    staffId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  })
}

const DAY_MS = 86_400_000

/** Notes that a session is in use: its end moves to `days` days from now, but never past SESSION_MAX_DAYS after sign-in. */
export async function touchSession(db: Db, tokenHash: string, now: Date, days: number): Promise<void> {
  const until = new Date(now.getTime() + days * DAY_MS)
  await db
    .update(sessions)
    .set({
      lastSeenAt: now,
      expiresAt: sql`greatest(${sessions.expiresAt}, least(${until.toISOString()}::timestamptz,
        ${sessions.createdAt} + make_interval(days => ${SESSION_MAX_DAYS})))`,
    })
    .where(eq(sessions.tokenHash, tokenHash))
}

/** PostgreSQL's channel on which every server process hears that sessions have ended. */
export const SESSION_END_CHANNEL = 'desk_staff'

/** Ends one session and tells every server process. */
export async function endSession(db: Db, staffId: string, tokenHash: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
    await tellEnded(tx, { staffId, tokenHash })
  })
}

/** Ends all sessions of a person, in the caller's transaction; every server process hears of it when that commits. */
export async function endSessionsOf(tx: Tx, staffId: string): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.staffId, staffId))
    .returning({ at: sessions.createdAt })
  await tellEnded(tx, { staffId })
  return ended.length
}

async function tellEnded(tx: Tx, ended: { staffId: string; tokenHash?: string }): Promise<void> {
  await tx.execute(sql`select pg_notify(${SESSION_END_CHANNEL}, ${JSON.stringify(ended)})`)
}

/** Removes at most `limit` sessions that are over; answers how many. */
export async function removeOldSessions(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}

/** People whose sessions may not go on, for a listener that has missed what was said. */
export async function findBarredStaff(db: Db): Promise<string[]> {
  const found = await db
    .select({ id: staff.id })
    .from(staff)
    .where(sql`${staff.status} <> 'APPROVED'`)
    .limit(10_000)
  return found.map((each) => each.id)
}
