import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { DiskSpace } from '../disk-space.ts'
import { databaseReason } from '../log.ts'
import type { BlobStore } from './blob-store.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'

/** Opens the blob store. The large S3 client is loaded only for a bucket; an unreachable bucket is only logged. */
export async function openBlobStore(
  { media }: { media: Pick<Config['media'], 'dir' | 's3'> },
  { space, log }: { space?: DiskSpace; log?: Pick<Logger, 'warn'> } = {},
): Promise<BlobStore> {
  if (media.s3 === null) return openDiskBlobStore(media.dir, space)
  const { createS3BlobStore } = await import('./s3-blob-store.ts')
  const store = createS3BlobStore(media.s3)
  if (log !== undefined) {
    store.list('public/').catch((error) => {
      log.warn({ location: store.location, reason: databaseReason(error) }, 'the bucket cannot be used')
    })
  }
  return store
}
