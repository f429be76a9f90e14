import { createReadStream } from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { blobs, media } from '../db/media-schema.ts'
import type { BlobStore } from './blob-store.ts'
import type { ImageFile } from './convert-image.ts'
import type { PublicType } from './public-media.ts'

export interface PublicImage {
  original: ImageFile & { key: string }
  preview: ImageFile & { key: string }
  fileName: string | null
  uploadedById: string
  now: Date
}

/**
 * Files are stored before their rows, so that no URL refers to a missing file. A file that a concurrent sweep deletes
 * as unused is stored again after the transaction.
 */
export async function storePublicImage(db: Db, store: BlobStore, image: PublicImage): Promise<boolean> {
  const { original, preview, fileName, uploadedById, now } = image
  const files = new Map([original, preview].map((file) => [file.key, file]))
  for (const file of files.values()) await putFile(store, file)
  const isNew = await inTransaction(db, async (tx) => {
    // Files are sorted by key, so that concurrent uploads of the same images lock their rows in the same order.
    for (const file of [...files.values()].sort((a, b) => (a.key < b.key ? -1 : 1))) {
      const { key, sha256, contentType, bytes, width, height } = file
      await tx
        .insert(blobs)
        .values({ key, scope: 'public', sha256, contentType, bytes, width, height })
        .onConflictDoUpdate({ target: blobs.key, set: { createdAt: sql`now()` } })
    }
    // This check comes after the row locks above, so that it sees the row of a concurrent upload of the same image.
    if (await hasImage(tx, image)) return false
    await tx.insert(media).values({
      purpose: 'staff',
      kind: 'image',
      state: 'ready',
      fileName,
      uploadedById,
      originalBlob: original.key,
      previewBlob: preview.key,
      settledAt: now,
    })
    return true
  })
  for (const file of files.values()) {
    if ((await store.head(file.key)) === undefined) await putFile(store, file)
  }
  return isNew
}

export async function hasImage(
  db: Db | Tx,
  { original, preview, uploadedById }: PublicImage,
): Promise<boolean> {
  const found = await db
    .select({ id: media.id })
    .from(media)
    .where(
      and(
        eq(media.originalBlob, original.key),
        eq(media.previewBlob, preview.key),
        eq(media.uploadedById, uploadedById),
      ),
    )
    .limit(1)
  return found.length > 0
}

function putFile(
  store: BlobStore,
  { key, path, bytes, contentType }: { key: string; path: string; bytes: number; contentType: PublicType },
): Promise<void> {
  return store.put(key, createReadStream(path), { contentType, bytes })
}
