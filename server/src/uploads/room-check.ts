import { DeskError } from '../desk-error.ts'
import type { BlobStore } from '../media/blob-store.ts'

/** What is uploaded meanwhile is far less than the floor: 64 files at once of 8 MB at most. */
const LOOK_EVERY_MS = 5_000

/**
 * Throws `storage_full` while the store has less room than that: a full disk would stop the database too. The disk is asked every few
 * seconds; of a bucket nobody can say.
 */
export function createRoomCheck(
  store: Pick<BlobStore, 'freeBytes'>,
  floorBytes: number,
): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY
  let free: number | null = null
  return async () => {
    if (floorBytes === 0) return
    if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
      free = await store.freeBytes()
      lookedAt = performance.now()
    }
    if (free !== null && free < floorBytes) throw new DeskError('storage_full')
  }
}
