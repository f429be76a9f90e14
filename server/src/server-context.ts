import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import type { DatabaseAvailability } from './db/availability.ts'
import type { Db } from './db/client.ts'
import type { LineClients } from './line-api/client.ts'
import type { BlobStore } from './media/blob-store.ts'
import type { ImagePipeline } from './media/image-pipeline.ts'
import type { MediaAddresses } from './media/media-addresses.ts'
import type { Sealing } from './secrets/sealing.ts'

/**
 * The dependencies of every part of the server: built once in main.ts (or by a test), never imported as a global. It is there before the
 * database is open: what has to be read from that is read when main.ts opens it.
 */
export interface ServerContext {
  config: Config
  db: Db
  /** Whether that database is there at the moment. */
  availability: DatabaseAvailability
  bus: Bus
  line: LineClients
  mediaAddresses: MediaAddresses
  /** Where contents of media are kept. */
  blobs: BlobStore
  /** Makes clean pictures of untrusted ones. */
  images: ImagePipeline
  /** Seals and opens secrets that are kept in the database or on disk. */
  sealing: Sealing
  log: Logger
  /** The present moment; passed in so that rules can be tested. */
  now: () => Date
}
