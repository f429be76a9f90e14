import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { DatabaseAvailability } from './db/availability.ts'
import type { Db } from './db/client.ts'
import type { DiskSpace } from './disk-space.ts'
import type { Bus } from './event-bus.ts'
import type { LineClients } from './line-api/line-client.ts'
import type { BlobStore } from './media/blob-store.ts'
import type { ImagePipeline } from './media/image-pipeline.ts'
import type { MediaAddresses } from './media/media-addresses.ts'
import type { Encryption } from './secrets/encryption.ts'

export interface MeaningSearch {
  /** Similarity (0 to 1) from which two texts have the same meaning. */
  readonly same: number
  /** Returns up to `limit` nearest chunks, nearest first and without `hidden` ones; an empty list on any failure. */
  nearest(question: string, limit: number, hidden: ReadonlySet<number>): Promise<NearChunk[]>
}

export interface NearChunk {
  no: number
  /** Nearness to the question: 1 for the same meaning, 0 for an unrelated text. */
  nearness: number
}

/** Services that are passed to modules as a parameter. The context exists before the database is available. */
export interface ServerContext {
  config: Config
  db: Db
  availability: DatabaseAvailability
  bus: Bus
  line: LineClients
  mediaAddresses: MediaAddresses
  blobs: BlobStore
  space: DiskSpace
  images: ImagePipeline
  encryption: Encryption
  /** Search by meaning; null when no embedding server is configured. */
  vectors: MeaningSearch | null
  log: Logger
  now: () => Date
}
