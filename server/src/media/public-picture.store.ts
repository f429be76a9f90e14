import { createReadStream } from 'node:fs'
import { sql } from 'drizzle-orm'
import { type Db, inTransaction } from '../db/client.ts'
import { blobs, media } from '../db/media-schema.ts'
import type { BlobStore } from './blob-store.ts'
import type { ImageFile } from './convert-image.ts'
import type { PublicType } from './public-media.ts'

interface PublicPicture {
  original: ImageFile & { key: string }
  preview: ImageFile & { key: string }
  fileName: string | null
  uploadedById: string
  now: Date
}

/**
 * Stores what a person has uploaded. Contents come before their rows, so that what an address names is there; a sweep that has just
 * removed the same content as nobody's is noticed afterwards, for its row and ours wait for each other.
 */
export async function storePublicPicture(db: Db, store: BlobStore, picture: PublicPicture): Promise<void> {
  const { original, preview, fileName, uploadedById, now } = picture
  const files = new Map([original, preview].map((file) => [file.key, file]))
  for (const file of files.values()) await putFile(store, file)
  await inTransaction(db, async (tx) => {
    // In the order of their keys: whoever uploads the same at the same time takes them in the same order.
    for (const file of [...files.values()].sort((a, b) => (a.key < b.key ? -1 : 1))) {
      const { key, sha256, contentType, bytes, width, height } = file
      await tx
        .insert(blobs)
        .values({ key, scope: 'public', sha256, contentType, bytes, width, height })
        .onConflictDoUpdate({ target: blobs.key, set: { createdAt: sql`now()` } })
    }
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
  })
  for (const file of files.values()) {
    if ((await store.head(file.key)) === undefined) await putFile(store, file)
  }
}

function putFile(
  store: BlobStore,
  { key, path, bytes, contentType }: { key: string; path: string; bytes: number; contentType: PublicType },
): Promise<void> {
  return store.put(key, createReadStream(path), { contentType, bytes })
}
