import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { type Db, inTransaction } from '../db/client.ts'
import { sessions } from '../db/schema.ts'
import { recordSecurityEvent } from './security-event.store.ts'
import { MAX_SESSIONS, notifySessionEnded } from './session.store.ts'

export async function findSessionsOf(db: Db, staffId: string, now: Date) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.staffId, staffId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(2 * MAX_SESSIONS)
}

/** Ends the session `id`, or all except the current session `by`. Returns the hashes of the ended tokens. */
export async function endOwnSessions(
  db: Db,
  which: { staffId: string; by: string; id?: string; address: string },
): Promise<string[]> {
  const { staffId, by, id, address } = which
  return inTransaction(db, async (tx) => {
    const chosen = id === undefined ? ne(sessions.tokenHash, by) : eq(sessions.id, id)
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.staffId, staffId), chosen))
      .returning({ id: sessions.id, tokenHash: sessions.tokenHash })
    for (const session of ended) {
      await notifySessionEnded(tx, { staffId, tokenHash: session.tokenHash })
      await recordSecurityEvent(tx, {
        kind: 'session_ended',
        staffId,
        address,
        detail: { session: session.id, by: session.tokenHash === by ? 'itself' : 'another session' },
      })
    }
    return ended.map(({ tokenHash }) => tokenHash)
  })
}
