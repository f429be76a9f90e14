import { and, eq, lt, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '../db/client.ts'
import { blobs } from '../db/media-schema.ts'
import type { BlobStore } from './blob-store.ts'

/** An upload or a fetch that is under way is younger than that. */
const ORPHANED_AFTER_MS = 24 * 3_600_000

/**
 * Removes contents that nobody uses: those whose media are gone, and files of the store that no row names, each older than a day. At
 * most `limit` of each; answers how many. A public picture that was uploaded and never sent has its media row and stays: its link may
 * have been given to anybody.
 */
export async function sweepBlobs(
  { db, blobs: store }: { db: Db; blobs: BlobStore },
  now: Date,
  limit: number,
): Promise<number> {
  const before = new Date(now.getTime() - ORPHANED_AFTER_MS)
  return (await sweepUnused(db, store, before, limit)) + (await sweepUnknown(db, store, before, limit))
}

const isUnused = sql`not exists (select from media m where m.original_blob = ${blobs.key} or m.preview_blob = ${blobs.key})`

async function sweepUnused(db: Db, store: BlobStore, before: Date, limit: number): Promise<number> {
  const found = await db
    .select({ key: blobs.key })
    .from(blobs)
    .where(and(lt(blobs.createdAt, before), isUnused))
    .limit(limit)
  let removed = 0
  for (const { key } of found) {
    // The content goes while the row is locked: who stores the same again waits for the end and then finds it gone.
    removed += await inTransaction(db, async (tx) => {
      const gone = await tx
        .delete(blobs)
        .where(and(eq(blobs.key, key), lt(blobs.createdAt, before), isUnused))
        .returning({ key: blobs.key })
      if (gone.length > 0) await store.remove(key)
      return gone.length
    })
  }
  return removed
}

async function sweepUnknown(db: Db, store: BlobStore, before: Date, limit: number): Promise<number> {
  let removed = 0
  let after: string | undefined
  for (;;) {
    const page = await store.list('', after)
    if (page.length === 0) return removed
    const old = page.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key)
    const unknown = await db.$client.query<{ key: string }>(
      'select u.key from unnest($1::text[]) u(key) where not exists (select from blobs b where b.key = u.key)',
      [old],
    )
    for (const { key } of unknown.rows) {
      if (removed === limit) return removed
      await store.remove(key)
      removed += 1
    }
    after = page.at(-1)?.key
  }
}
