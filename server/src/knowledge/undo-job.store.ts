import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { MAX_ATTEMPTS } from './job-runner.ts'
import { isUndone } from './undo-chain.ts'

/** Duration of a lease: an undo that is not renewed for this time is continued by another server. */
const LEASE = '60 seconds'
/** Interval in ms for renewing a lease, because one batch may take longer than a lease. */
export const RENEW_EVERY_MS = 20_000

export interface UndoJob {
  logId: string
  staffId: string
  owner: string
  attempts: number
}

/** Creates an undo. Returns undefined when the undo is already running or done. */
export async function createUndo(
  db: Db,
  { logId, staffId, total }: { logId: string; staffId: string; total: number },
  owner: string,
  now: Date,
): Promise<UndoJob | undefined> {
  // PostgreSQL rechecks the locked row with its current values, but reads other rows from the older snapshot. The
  // condition therefore uses the log id in the current row.
  const inserted = await db.execute(sql`
    insert into knowledge_undos as u (log_id, staff_id, asked_at, total, attempts, lease_owner, leased_until)
    values (${logId}::uuid, ${staffId}::uuid, ${now.toISOString()}::timestamptz, ${total}, 1, ${owner}::uuid,
      now() + ${LEASE}::interval)
    on conflict (log_id) do update set staff_id = excluded.staff_id, asked_at = excluded.asked_at, total = excluded.total, done = 0,
      attempts = 1, lease_owner = excluded.lease_owner, leased_until = excluded.leased_until, ended_at = null, error = null,
      known_id = null, undo_log_id = null
      where u.error is not null or (u.ended_at is not null and ${isUndone(sql`u.undo_log_id`)})`)
  return inserted.rowCount === 1 ? { logId, staffId, owner, attempts: 1 } : undefined
}

/** Fails undos that were started too often, since they may crash the server. Returns their log ids. */
export async function failAbandonedUndos(db: Db, now: Date): Promise<string[]> {
  const failed = await db.execute<{ log_id: string }>(sql`
    update knowledge_undos set done = 0, ended_at = ${now.toISOString()}::timestamptz, error = 'internal', lease_owner = null,
      leased_until = null
    where ended_at is null and attempts >= ${MAX_ATTEMPTS} and coalesce(leased_until < now(), true) returning log_id`)
  return failed.rows.map(({ log_id }) => log_id)
}

export async function leaseDueUndo(db: Db, owner: string): Promise<UndoJob | undefined> {
  const taken = await db.execute<{ log_id: string; staff_id: string; attempts: number }>(sql`
    update knowledge_undos set lease_owner = ${owner}::uuid, leased_until = now() + ${LEASE}::interval, attempts = attempts + 1
    where log_id = (
      select log_id from knowledge_undos where ended_at is null and coalesce(leased_until < now(), true)
      order by asked_at limit 1 for update skip locked)
    returning log_id, staff_id, attempts`)
  const [row] = taken.rows
  return row && { logId: row.log_id, staffId: row.staff_id, owner, attempts: row.attempts }
}

/** Writes outside the undo's transaction, to show the progress. Returns false when another server owns the undo. */
export async function recordUndone(db: Db, { logId, owner }: UndoJob, done: number): Promise<boolean> {
  const noted = await db.execute(sql`
    update knowledge_undos set done = ${done}, leased_until = now() + ${LEASE}::interval
    where log_id = ${logId}::uuid and lease_owner = ${owner}::uuid and ended_at is null`)
  return noted.rowCount === 1
}

/** Returns false when another server owns the undo. */
export async function renewUndo(db: Db, { logId, owner }: UndoJob): Promise<boolean> {
  const renewed = await db.execute(sql`
    update knowledge_undos set leased_until = now() + ${LEASE}::interval
    where log_id = ${logId}::uuid and lease_owner = ${owner}::uuid and ended_at is null`)
  return renewed.rowCount === 1
}

/** Runs in the transaction that wrote the log entry `undoId`. Returns false when another server owns the undo. */
export async function finishUndo(
  tx: Tx,
  { logId, owner }: UndoJob,
  undoId: string,
  now: Date,
): Promise<boolean> {
  const finished = await tx.execute(sql`
    update knowledge_undos set done = total, undo_log_id = ${undoId}::uuid, ended_at = ${now.toISOString()}::timestamptz, lease_owner = null, leased_until = null
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

/** Releases an undo. An attempt that only waited for other changes or the database is not counted. */
export async function releaseUndo(
  db: Db,
  { logId, owner }: UndoJob,
  { afterSecs, hasOnlyWaited }: { afterSecs: number; hasOnlyWaited: boolean },
): Promise<void> {
  await db.execute(sql`
    update knowledge_undos set done = 0, attempts = attempts - ${hasOnlyWaited ? 1 : 0}::int, lease_owner = null, leased_until = now() + make_interval(secs => ${afterSecs})
    where log_id = ${logId}::uuid and lease_owner = ${owner}::uuid and ended_at is null`)
}

export async function isBeingUndone(db: Db, logId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select from knowledge_undos where log_id = ${logId}::uuid and ended_at is null`)
  return found.rowCount === 1
}
