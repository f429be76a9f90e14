import { eq, sql } from 'drizzle-orm'
import type { ImportProgress } from 'shared/contract/knowledge/import-entries.call.ts'
import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import type { Db, Tx } from '../db/client.ts'
import { knowledgeImports } from '../db/knowledge-schema.ts'
import type { PlannedState } from './import-work.ts'
import { MAX_ATTEMPTS } from './job-runner.ts'
import { datesOf } from './validity-dates.ts'

/** Duration of a lease: an import that writes no batch for this time is continued by another server. */
const LEASE = '60 seconds'
/** Maximum numbers of rows and characters in a batch, which is one transaction. */
const PORTION_ROWS = 500
const PORTION_LENGTH = 400_000
const UNSTARTED_RETENTION = '1 hour'

export interface ImportJob {
  id: string
  logId: string
  source: string
  owner: string
  attempts: number
}

export async function addImport(
  db: Db,
  add: Omit<typeof knowledgeImports.$inferInsert, 'at'>,
  now: Date,
): Promise<boolean> {
  await db.execute(sql`
    delete from knowledge_imports where log_id is null and ended_at is null
      and at < ${now.toISOString()}::timestamptz - ${UNSTARTED_RETENTION}::interval`)
  const added = await db
    .insert(knowledgeImports)
    .values({ ...add, at: now })
    .onConflictDoNothing({ target: knowledgeImports.id })
  return added.rowCount === 1
}

/** Deletes an import together with its staged rows. */
export async function removeImport(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from knowledge_imports where id = ${id}::uuid and log_id is null`)
}

export async function stageStates(
  db: Db,
  id: string,
  first: number,
  states: readonly PlannedState[],
): Promise<void> {
  const iso = (date: Date | null) => date?.toISOString() ?? null
  await db.execute(sql`
    insert into knowledge_import_rows (import_id, no, entry_id, version, text, valid_from, valid_until)
    select ${id}::uuid, ${first}::int + n - 1, entry_id, version, text, valid_from, valid_until from unnest(
      ${sql.param(states.map(({ entryId }) => entryId))}::uuid[], ${sql.param(states.map(({ version }) => version))}::int[],
      ${sql.param(states.map(({ text }) => text))}::text[], ${sql.param(states.map(({ validFrom }) => iso(validFrom)))}::timestamptz[],
      ${sql.param(states.map(({ validUntil }) => iso(validUntil)))}::timestamptz[]
    ) with ordinality as row (entry_id, version, text, valid_from, valid_until, n)`)
}

export async function isImporting(db: Db | Tx, source: string): Promise<boolean> {
  const found = await db.execute(sql`
    select from knowledge_imports where source = ${source} and ended_at is null and log_id is not null`)
  return found.rowCount !== 0
}

/** Runs in the transaction that writes the log entry and the first batch. */
export async function startImport(
  tx: Tx,
  { id, logId, owner }: Pick<ImportJob, 'id' | 'logId' | 'owner'>,
): Promise<void> {
  await tx.execute(sql`
    update knowledge_imports set log_id = ${logId}::uuid, attempts = 1, lease_owner = ${owner}::uuid,
      leased_until = now() + ${LEASE}::interval where id = ${id}::uuid`)
}

export async function leaseDueImport(db: Db, owner: string): Promise<ImportJob | undefined> {
  const taken = await db.execute<{ id: string; log_id: string; source: string; attempts: number }>(sql`
    update knowledge_imports set lease_owner = ${owner}::uuid, leased_until = now() + ${LEASE}::interval, attempts = attempts + 1
    where id = (
      select id from knowledge_imports where ended_at is null and log_id is not null and coalesce(leased_until < now(), true)
      order by at limit 1 for update skip locked)
    returning id, log_id, source, attempts`)
  const [row] = taken.rows
  return row && { id: row.id, logId: row.log_id, source: row.source, owner, attempts: row.attempts }
}

/** Returns `lost` when another server owns the job. */
export async function readOwnState(tx: Tx, job: ImportJob): Promise<'running' | 'cancelled' | 'lost'> {
  const found = await tx.execute<{ is_cancelled: boolean }>(sql`
    select is_cancelled from knowledge_imports
    where id = ${job.id}::uuid and lease_owner = ${job.owner}::uuid and ended_at is null`)
  const [row] = found.rows
  if (row === undefined) return 'lost'
  return row.is_cancelled ? 'cancelled' : 'running'
}

type Staged = Validity & { no: number; entry_id: string; version: number; text: string | null }

export async function removePortion(tx: Tx, { id }: ImportJob): Promise<PlannedState[]> {
  const taken = await tx.execute<Staged>(sql`
    delete from knowledge_import_rows where import_id = ${id}::uuid and no in (
      select no from (
        select no, length, sum(length) over (order by no) as up_to from (
          select no, coalesce(length(text), 0) as length from knowledge_import_rows where import_id = ${id}::uuid
          order by no limit ${PORTION_ROWS}) next
      ) summed where up_to - length < ${PORTION_LENGTH})
    returning no, entry_id, version, text, valid_from::text, valid_until::text`)
  return taken.rows
    .sort((a, b) => a.no - b.no)
    .map((row) => ({ entryId: row.entry_id, version: row.version, text: row.text, ...datesOf(row) }))
}

/** Runs in the transaction that writes the batch. Returns whether rows are left. */
export async function recordPortion(
  tx: Tx,
  job: ImportJob,
  { done, skipped }: { done: number; skipped: number },
): Promise<boolean> {
  const noted = await tx.execute<{ is_left: boolean }>(sql`
    update knowledge_imports set done = done + ${done}::int, skipped = skipped + ${skipped}::int, attempts = 0,
      leased_until = now() + ${LEASE}::interval
    where id = ${job.id}::uuid and lease_owner = ${job.owner}::uuid and ended_at is null
    returning exists (select from knowledge_import_rows where import_id = ${job.id}::uuid) as is_left`)
  const [row] = noted.rows
  if (row === undefined) throw new Error('another server has claimed this import')
  return row.is_left
}

export async function endImport(
  db: Db | Tx,
  job: ImportJob,
  outcome: 'done' | 'cancelled' | 'failed',
  now: Date,
): Promise<void> {
  await db.execute(sql`
    with ended as (
      update knowledge_imports set ended_at = ${now.toISOString()}::timestamptz, outcome = ${outcome}, lease_owner = null,
        leased_until = null
      where id = ${job.id}::uuid and lease_owner = ${job.owner}::uuid and ended_at is null returning id)
    delete from knowledge_import_rows where import_id in (select id from ended)`)
}

/** Releases the job. An attempt that only waited for other changes or the database is not counted. */
export async function releaseImport(
  db: Db,
  job: ImportJob,
  { afterSecs, hasOnlyWaited }: { afterSecs: number; hasOnlyWaited: boolean },
): Promise<void> {
  await db.execute(sql`
    update knowledge_imports set attempts = greatest(attempts - ${hasOnlyWaited ? 1 : 0}::int, 0), lease_owner = null,
      leased_until = now() + make_interval(secs => ${afterSecs})
    where id = ${job.id}::uuid and lease_owner = ${job.owner}::uuid and ended_at is null`)
}

/** Fails imports that used all attempts without writing a batch. Returns their log ids. */
export async function failAbandonedImports(db: Db, now: Date): Promise<string[]> {
  const failed = await db.execute<{ log_id: string }>(sql`
    with ended as (
      update knowledge_imports set ended_at = ${now.toISOString()}::timestamptz, outcome = 'failed', lease_owner = null,
        leased_until = null
      where ended_at is null and log_id is not null and attempts >= ${MAX_ATTEMPTS} and coalesce(leased_until < now(), true)
      returning id, log_id),
    unstaged as (delete from knowledge_import_rows where import_id in (select id from ended))
    select log_id from ended`)
  return failed.rows.map(({ log_id }) => log_id)
}

export async function markCancelled(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    update knowledge_imports set is_cancelled = true where id = ${id}::uuid and ended_at is null`)
}

export async function findImport(db: Db, id: string) {
  const [row] = await db.select().from(knowledgeImports).where(eq(knowledgeImports.id, id))
  if (row === undefined) return undefined
  const { logId, counts, outcome, done, total, skipped } = row
  const progress: ImportProgress = { id, state: outcome ?? 'running', done, total, skipped }
  return { logId, counts, progress }
}

export async function listChangedAfter(tx: Tx, { source, logId }: ImportJob): Promise<string[]> {
  const found = await tx.execute<{ entry_id: string }>(sql`
    select distinct v.entry_id from knowledge_logs l join knowledge_versions v on v.log_id = l.id
    where l.source = ${source} and l.no > (select no from knowledge_logs where id = ${logId}::uuid)`)
  return found.rows.map(({ entry_id }) => entry_id)
}

export async function readVersions(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const found = await tx.execute<{ id: string; version: number }>(sql`
    select id, version from knowledge_entries where id = any(${sql.param(ids)}::uuid[]) and removed_at is null`)
  return new Map(found.rows.map(({ id, version }) => [id, version]))
}

/** Returns entry ids by text hash (hex). */
export async function readHashes(
  tx: Tx,
  source: string,
  hashes: readonly Buffer[],
): Promise<Map<string, string>> {
  const found = await tx.execute<{ id: string; hash: string }>(sql`
    select id, encode(content_hash, 'hex') as hash from knowledge_entries
    where source = ${source} and content_hash = any(${sql.param(hashes)}::bytea[]) and removed_at is null`)
  return new Map(found.rows.map(({ id, hash }) => [hash, id]))
}
