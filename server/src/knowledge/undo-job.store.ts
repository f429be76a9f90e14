import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'

/** How long who is at an undo may say nothing of it, by the database's clock: twice what it may wait for others' changes, and a portion. */
const LEASE = '60 seconds'

/** An undo that this server is at. */
export interface UndoJob {
  logId: string
  staffId: string
  owner: string
  attempts: number
}

/**
 * Notes that a line of the history is to be undone, and takes that under a lease of `owner`; undefined: somebody is at it, or it is
 * done.
 */
export async function askUndo(
  db: Db,
  { logId, staffId, total }: { logId: string; staffId: string; total: number },
  owner: string,
  now: Date,
): Promise<UndoJob | undefined> {
  const asked = await db.execute(sql`
    insert into knowledge_undos as u (log_id, staff_id, asked_at, total, attempts, lease_owner, leased_until)
    values (${logId}::uuid, ${staffId}::uuid, ${now.toISOString()}::timestamptz, ${total}, 1, ${owner}::uuid,
      now() + ${LEASE}::interval)
    on conflict (log_id) do update set staff_id = excluded.staff_id, asked_at = excluded.asked_at, total = excluded.total, done = 0,
      attempts = 1, lease_owner = excluded.lease_owner, leased_until = excluded.leased_until, ended_at = null, error = null,
      known_id = null
      where u.error is not null`)
  return asked.rowCount === 1 ? { logId, staffId, owner, attempts: 1 } : undefined
}

/** Takes the undo that was asked for first among those that nobody is at; undefined: there is none. */
export async function takeDueUndo(db: Db, owner: string): Promise<UndoJob | undefined> {
  const taken = await db.execute<{ log_id: string; staff_id: string; attempts: number }>(sql`
    update knowledge_undos set lease_owner = ${owner}::uuid, leased_until = now() + ${LEASE}::interval, attempts = attempts + 1
    where log_id = (
      select log_id from knowledge_undos where ended_at is null and coalesce(leased_until < now(), true)
      order by asked_at limit 1 for update skip locked)
    returning log_id, staff_id, attempts`)
  const [row] = taken.rows
  return row && { logId: row.log_id, staffId: row.staff_id, owner, attempts: row.attempts }
}

/** How many entries are undone so far. Not in the undo's own transaction: others are to see it. */
export async function noteUndone(db: Db, { logId, owner }: UndoJob, done: number): Promise<void> {
  await db.execute(sql`
    update knowledge_undos set done = ${done}, leased_until = now() + ${LEASE}::interval
    where log_id = ${logId}::uuid and lease_owner = ${owner}::uuid and ended_at is null`)
}

/** In the undo's own transaction. false: another server has taken it meanwhile. */
export async function finishUndo(tx: Tx, { logId, owner }: UndoJob, now: Date): Promise<boolean> {
  const finished = await tx.execute(sql`
    update knowledge_undos set done = total, ended_at = ${now.toISOString()}::timestamptz, lease_owner = null, leased_until = null
    where log_id = ${logId}::uuid and lease_owner = ${owner}::uuid and ended_at is null`)
  return finished.rowCount === 1
}

export async function failUndo(
  db: Db,
  { logId, owner }: UndoJob,
  { error, knownId }: { error: 'conflict' | 'internal'; knownId: string | null },
  now: Date,
): Promise<void> {
  await db.execute(sql`
    update knowledge_undos set done = 0, ended_at = ${now.toISOString()}::timestamptz, error = ${error}, known_id = ${knownId}::uuid,
      lease_owner = null, leased_until = null
    where log_id = ${logId}::uuid and lease_owner = ${owner}::uuid and ended_at is null`)
}

/** It is due again after so many seconds. */
export async function giveUndoBack(db: Db, { logId, owner }: UndoJob, afterSecs: number): Promise<void> {
  await db.execute(sql`
    update knowledge_undos set done = 0, lease_owner = null, leased_until = now() + make_interval(secs => ${afterSecs})
    where log_id = ${logId}::uuid and lease_owner = ${owner}::uuid and ended_at is null`)
}

/** Whether the line is being undone, or waits for that. */
export async function isBeingUndone(db: Db, logId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select from knowledge_undos where log_id = ${logId}::uuid and ended_at is null`)
  return found.rowCount === 1
}
