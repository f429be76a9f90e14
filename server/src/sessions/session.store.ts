import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias, PgDialect } from 'drizzle-orm/pg-core'
import type { Config } from '../config.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { sessions, staff } from '../db/schema.ts'
import { type RowOf, selectList } from '../db/select-fields.ts'
import { ChannelScope } from './channel-scope.ts'
import { recordSecurityEvent } from './security-event.store.ts'
import type { SignedIn } from './signed-in.ts'

/** Maximum number of sessions per staff member; a further session ends the oldest one. */
export const MAX_SESSIONS = 20

export interface FoundSession extends SignedIn {
  status: 'PENDING' | 'APPROVED' | 'SUSPENDED'
  lastSeenAt: Date
  /** Hash of the browser's previous token, if this session waited for approval and is used for the first time. */
  replaces: string | null
}

const CHANNEL_KEYS = sql<string[]>`array(select c.channel_key from staff_channels c where c.staff_id = p.id)`
const { lastSeenAt, replaces } = alias(sessions, 's')
const FIELDS = { ...getTableColumns(alias(staff, 'p')), lastSeenAt, replaces, channelKeys: CHANNEL_KEYS }
/** Rendered once, because every request reads its session. The fields must have no parameters. */
const SELECTED = sql.raw(new PgDialect().sqlToQuery(selectList(FIELDS)).sql)

/** Finds a session by its token's hash; undefined when the session does not exist or has ended. */
export async function findSession(db: Db, tokenHash: string, now: Date): Promise<FoundSession | undefined> {
  const found = await db.execute<RowOf<typeof FIELDS>>(sql`
    select ${SELECTED} from sessions s join staff p on p.id = s.staff_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now.toISOString()}`)
  const [row] = found.rows
  if (row === undefined) return undefined
  const { lastSeenAt, replaces, channelKeys, status, allChannels, ...member } = row
  return {
    tokenHash,
    status,
    lastSeenAt: new Date(lastSeenAt),
    replaces,
    scope: ChannelScope.granted({ allChannels, channelKeys }),
    staff: { ...member, lastLoginAt: member.lastLoginAt === null ? null : new Date(member.lastLoginAt) },
  }
}

export async function findLiveSessions(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<Map<string, ChannelScope>> {
  const found = await db.execute<{ tokenHash: string; allChannels: boolean; channelKeys: string[] }>(sql`
    select s.token_hash as "tokenHash", p.all_channels as "allChannels", ${CHANNEL_KEYS} as "channelKeys"
    from sessions s join staff p on p.id = s.staff_id
    where s.token_hash = any(${sql.param(tokenHashes)}::text[]) and s.expires_at > ${now.toISOString()}::timestamptz
      and p.status = 'APPROVED'`)
  return new Map(found.rows.map(({ tokenHash, ...rights }) => [tokenHash, ChannelScope.granted(rights)]))
}

export async function openSession(
  db: Db | Tx,
  session: {
    tokenHash: string
    staffId: string
    now: Date
    hours: number
    userAgent?: string | undefined
    replaces?: string | undefined
  },
): Promise<void> {
  const { tokenHash, staffId, now, hours, userAgent, replaces } = session
  await db.insert(sessions).values({
    tokenHash,
    staffId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + hours * HOUR_MS),
    userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    replaces: replaces ?? null,
  })
}

const HOUR_MS = 3_600_000
const MAX_USER_AGENT = 300

/** Ends the browser's previous session and the oldest ones above MAX_SESSIONS. The new session must exist already. */
export async function endReplacedSessions(
  tx: Tx,
  opened: { tokenHash: string; staffId: string; now: Date; oldTokenHash?: string | undefined },
): Promise<{ staffId: string; tokenHash: string }[]> {
  const { tokenHash, staffId, now, oldTokenHash } = opened
  const ended = await tx.execute<{ staff_id: string; token_hash: string }>(sql`
    delete from sessions where token_hash <> ${tokenHash} and (token_hash = ${oldTokenHash ?? ''} or token_hash in (
      select token_hash from sessions
      where staff_id = ${staffId} and expires_at > ${now.toISOString()}::timestamptz and token_hash <> ${oldTokenHash ?? ''}
      order by token_hash = ${tokenHash} desc, created_at desc offset ${MAX_SESSIONS}))
    returning staff_id, token_hash`)
  const endedSessions = ended.rows.map((row) => ({ staffId: row.staff_id, tokenHash: row.token_hash }))
  for (const event of endedSessions) await notifySessionEnded(tx, event)
  return endedSessions
}

/** Ends the previous session at the first use of an approved one. Undefined if a concurrent request was first. */
export async function endEarlierSession(
  db: Db,
  used: { tokenHash: string; replaces: string; address: string },
): Promise<{ staffId: string; tokenHash: string } | undefined> {
  const { tokenHash, replaces, address } = used
  return inTransaction(db, async (tx) => {
    await tx
      .update(sessions)
      .set({ replaces: null })
      .where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.replaces, replaces)))
    const [old] = await tx
      .delete(sessions)
      .where(eq(sessions.tokenHash, replaces))
      .returning({ staffId: sessions.staffId, tokenHash: sessions.tokenHash })
    if (old === undefined) return undefined
    await notifySessionEnded(tx, old)
    const detail = { by: 'new sign-in' }
    await recordSecurityEvent(tx, { kind: 'session_ended', staffId: old.staffId, address, detail })
    return old
  })
}

/** Extends a session that is in use by `idleHours` from now, but at most to `maxHours` after sign-in. */
export async function touchSession(
  db: Db,
  tokenHash: string,
  now: Date,
  { idleHours, maxHours }: Config['session'],
): Promise<void> {
  const until = new Date(now.getTime() + idleHours * HOUR_MS)
  await db
    .update(sessions)
    .set({
      lastSeenAt: now,
      expiresAt: sql`least(${until.toISOString()}::timestamptz,
        ${sessions.createdAt} + make_interval(hours => ${maxHours}))`,
    })
    .where(eq(sessions.tokenHash, tokenHash))
}

export const SESSION_END_CHANNEL = 'desk_staff'

export async function endSession(
  db: Db,
  { staffId, tokenHash, address }: { staffId: string; tokenHash: string; address: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
    await notifySessionEnded(tx, { staffId, tokenHash })
    await recordSecurityEvent(tx, { kind: 'signed_out', staffId, address })
  })
}

export async function endSessionsOf(tx: Tx, staffId: string): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.staffId, staffId))
    .returning({ at: sessions.createdAt })
  await notifySessionEnded(tx, { staffId })
  return ended.length
}

export async function notifySessionEnded(
  tx: Tx,
  ended: { staffId: string; tokenHash?: string },
): Promise<void> {
  await tx.execute(sql`select pg_notify(${SESSION_END_CHANNEL}, ${JSON.stringify(ended)})`)
}

export async function removeOldSessions(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}

export async function findBarredStaff(db: Db): Promise<string[]> {
  const found = await db
    .select({ id: staff.id })
    .from(staff)
    .where(sql`${staff.status} <> 'APPROVED'`)
    .limit(10_000)
  return found.map((each) => each.id)
}
