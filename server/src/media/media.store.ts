import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { blobs, media } from '../db/media-schema.ts'
import type { BlobStore } from './blob-store.ts'

type PendingMedia = Pick<typeof media.$inferInsert, 'kind' | 'fileName'> &
  Record<'messageId' | 'channelKey' | 'lineMessageId', string>

export async function createPendingMedia(tx: Tx, wanted: readonly PendingMedia[]): Promise<void> {
  if (wanted.length === 0) return
  await tx
    .insert(media)
    .values(wanted.map((each) => ({ purpose: 'customer' as const, ...each })))
    .onConflictDoNothing()
}

/** Marks a message's media as gone, even while they are fetched. Returns the blobs to remove after the commit. */
export async function removeMediaOf(tx: Tx, messageId: string): Promise<string[]> {
  const found = await tx.execute<{ original_blob: string | null; preview_blob: string | null }>(sql`
    update media md set state = 'gone', reason = 'unsent', original_blob = null, preview_blob = null, file_name = null,
      lease_owner = null, leased_until = null, settled_at = now()
    from (select id, original_blob, preview_blob from media where message_id = ${messageId}::uuid for update) before
    where md.id = before.id
    returning before.original_blob, before.preview_blob`)
  return found.rows.flatMap((row) => [row.original_blob, row.preview_blob]).filter((key) => key !== null)
}

/** Condition with one subquery per column, because each column has its own index. */
const isUnused = sql`not exists (select from media m where m.original_blob = ${blobs.key})
  and not exists (select from media m where m.preview_blob = ${blobs.key})`

export async function removeIfUnused(db: Db, store: BlobStore, key: string, also?: SQL): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const gone = await tx
      .delete(blobs)
      .where(and(eq(blobs.key, key), also, isUnused))
      .returning({ key: blobs.key })
    // The content is removed under its row's lock: a concurrent request to store it waits and then stores it again.
    if (gone.length > 0) await store.remove(key)
    return gone.length > 0
  })
}

export async function removeUnusedBlobs(db: Db, store: BlobStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) await removeIfUnused(db, store, key)
}

export interface ServedMedia extends Record<string, unknown> {
  state: 'pending' | 'ready' | 'gone'
  reason: string | null
  channel_key: string | null
  file_name: string | null
  key: string | null
  sha256: string | null
  content_type: string | null
}

export async function findServedMedia(
  db: Db,
  id: string,
  variant: 'original' | 'preview',
): Promise<ServedMedia | undefined> {
  const blob = variant === 'original' ? sql`md.original_blob` : sql`md.preview_blob`
  const found = await db.execute<ServedMedia>(sql`
    select md.state, md.reason, md.channel_key, md.file_name, b.key, b.sha256, b.content_type
    from media md left join blobs b on b.key = ${blob} where md.id = ${id}::uuid`)
  return found.rows[0]
}
