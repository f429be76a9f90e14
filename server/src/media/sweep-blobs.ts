import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Db, inTransaction } from '../db/client.ts'
import { blobs } from '../db/media-schema.ts'
import type { BlobStore } from './blob-store.ts'
import { removeIfUnused } from './media.store.ts'

/** Age in ms at which unused blobs are deleted; uploads and fetches in progress are younger. */
const ORPHANED_AFTER_MS = 24 * 3_600_000
/** Age in ms at which unknown files are deleted; long enough to notice a restored database or a shared store. */
const UNKNOWN_AFTER_MS = 30 * ORPHANED_AFTER_MS
/** Number and share of unknown files above which none is deleted: they probably belong to another database. */
const MANY_UNKNOWN = 100
const MANY_UNKNOWN_PART = 0.05

interface Parts {
  db: Db
  blobs: BlobStore
  log: Pick<Logger, 'warn'>
  isStopped?: () => boolean
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Deletes up to `limit` unused blobs and `limit` unknown files. Public images are kept even if never sent. */
export async function sweepBlobs(parts: Parts, now: Date, limit: number): Promise<number> {
  return (await sweepUnused(parts, now, limit)) + (await sweepUnknown(parts, now, limit))
}

async function sweepUnused(
  { db, blobs: store, isStopped = () => false }: Parts,
  now: Date,
  limit: number,
): Promise<number> {
  const oldest = before(now, ORPHANED_AFTER_MS)
  const isOld = lt(blobs.createdAt, oldest)
  let removed = 0
  let after = ''
  for (;;) {
    if (isStopped()) return removed
    const { rows } = await db.execute<CheckedFile>(usesStatement(oldest, { after, limit: FILES_PER_QUERY }))
    for (const { key } of rows.filter(({ is_unused }) => is_unused)) {
      if (isStopped()) return removed
      if (await removeIfUnused(db, store, key, isOld)) removed += 1
      if (removed === limit) return removed
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < FILES_PER_QUERY) return removed
    after = last.key
  }
}

/** Maximum number of blobs per SQL statement; a statement with millions of blobs would exceed its timeout. */
const FILES_PER_QUERY = 5_000

interface CheckedFile extends Record<string, unknown> {
  key: string
  is_unused: boolean
}

/** Finds the uses of each blob by index, because a join would read all media. */
export function usesStatement(oldest: Date, { after, limit }: { after: string; limit: number }): SQL {
  return sql`
    select b.key, b.created_at < ${oldest.toISOString()}::timestamptz
      and (select 1 from media m where m.original_blob = b.key limit 1) is null
      and (select 1 from media m where m.preview_blob = b.key limit 1) is null as is_unused
    from blobs b where b.key > ${after} order by b.key limit ${limit}`
}

/**
 * Deletes files without a row. They may belong to another database (a second desk on the same bucket, or a restored
 * database), so they are kept for long, and none is deleted when there are many.
 */
async function sweepUnknown(
  { db, blobs: store, log, isStopped = () => false }: Parts,
  now: Date,
  limit: number,
): Promise<number> {
  const orphanedBefore = before(now, ORPHANED_AFTER_MS)
  const removableBefore = before(now, UNKNOWN_AFTER_MS)
  const removable: string[] = []
  let files = 0
  let unknown = 0
  let after: string | undefined
  for (;;) {
    if (isStopped()) return 0
    const page = await store.list('', after)
    if (page.length === 0) break
    files += page.length
    const old = page.filter(({ modifiedAt }) => modifiedAt < orphanedBefore)
    const found = await unknownOf(
      db,
      old.map(({ key }) => key),
    )
    unknown += found.size
    for (const { key, modifiedAt } of old) {
      if (found.has(key) && modifiedAt < removableBefore && removable.length < limit) removable.push(key)
    }
    after = page.at(-1)?.key
  }
  if (unknown > MANY_UNKNOWN && unknown > files * MANY_UNKNOWN_PART) {
    log.warn(
      { unknown, files, location: store.location },
      'many stored blobs are unknown to the database; none is removed',
    )
    return 0
  }
  let removed = 0
  for (const key of removable) {
    if (isStopped()) break
    removed += await removeUnknown(db, store, key)
  }
  return removed
}

async function unknownOf(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await db.$client.query<{ key: string }>(
    'select u.key from unnest($1::text[]) u(key) where not exists (select from blobs b where b.key = u.key)',
    [keys],
  )
  return new Set(rows.map(({ key }) => key))
}

/** Deletes a file without a row. Its key is locked, so that a concurrent request to store the same content waits. */
async function removeUnknown(db: Db, store: BlobStore, key: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    const held = await tx
      .insert(blobs)
      .values({ key, scope: 'private', sha256: '', contentType: '', bytes: 0 })
      .onConflictDoNothing()
      .returning({ key: blobs.key })
    if (held.length === 0) return 0
    await store.remove(key)
    await tx.delete(blobs).where(eq(blobs.key, key))
    return 1
  })
}
