import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Db, inTransaction } from '../db/client.ts'
import { blobs } from '../db/media-schema.ts'
import type { BlobStore } from './blob-store.ts'
import { removeIfUnused } from './media.store.ts'

/** An upload or a fetch that is under way is younger than that. */
const ORPHANED_AFTER_MS = 24 * 3_600_000
/** A file that no row names goes only then: time to notice that a database was restored, or that two share a store. */
const UNKNOWN_AFTER_MS = 30 * ORPHANED_AFTER_MS
/** With more unknown files than that, and a larger part of all, the store is most likely not this database's alone. */
const MANY_UNKNOWN = 100
const MANY_UNKNOWN_PART = 0.05

interface Parts {
  db: Db
  blobs: BlobStore
  log: Pick<Logger, 'warn'>
  /** The server stops: the next sweep goes on. */
  isStopped?: () => boolean
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Removes contents that nobody uses: those whose media are gone, after a day, and files of the store that no row names, after 30. At
 * most `limit` of each; answers how many. A public picture that was uploaded and never sent has its media row and stays: its link may
 * have been given to anybody.
 */
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
    const { rows } = await db.execute<LookedAt>(usesStatement(oldest, { after, limit: LOOKED_AT }))
    for (const { key } of rows.filter(({ is_unused }) => is_unused)) {
      if (isStopped()) return removed
      if (await removeIfUnused(db, store, key, isOld)) removed += 1
      if (removed === limit) return removed
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < LOOKED_AT) return removed
    after = last.key
  }
}

/** Contents that one statement looks at: of millions, all at once take longer than a statement may. */
const LOOKED_AT = 5_000

interface LookedAt extends Record<string, unknown> {
  key: string
  is_unused: boolean
}

/** Which of the contents behind a key nobody uses. Each is looked up by itself: a join reads all media for a few contents. */
export function usesStatement(oldest: Date, { after, limit }: { after: string; limit: number }): SQL {
  return sql`
    select b.key, b.created_at < ${oldest.toISOString()}::timestamptz
      and (select 1 from media m where m.original_blob = b.key limit 1) is null
      and (select 1 from media m where m.preview_blob = b.key limit 1) is null as is_unused
    from blobs b where b.key > ${after} order by b.key limit ${limit}`
}

/**
 * What no row of this database names may be another's: a second desk on the same bucket, a restored database beside the files of before.
 * So it stays for long, and as soon as much is unknown all of it stays.
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
    log.warn({ unknown, files, place: store.place }, 'many files of the store are unknown; none is removed')
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

/** Holds the key's row meanwhile: who stores the same again waits, and then finds it gone; who has stored it since keeps it. */
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
