import { and, eq, lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Db, inTransaction } from '../db/client.ts'
import { blobs } from '../db/media-schema.ts'
import type { BlobStore } from './blob-store.ts'
import { isUnused, removeIfUnused } from './media.store.ts'

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
  const isOld = lt(blobs.createdAt, before(now, ORPHANED_AFTER_MS))
  const found = await db.select({ key: blobs.key }).from(blobs).where(and(isOld, isUnused)).limit(limit)
  let removed = 0
  for (const { key } of found) {
    if (isStopped()) break
    if (await removeIfUnused(db, store, key, isOld)) removed += 1
  }
  return removed
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
