import type { Logger } from 'pino'
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import type { DatabaseAvailability } from './db/availability.ts'
import type { Db } from './db/client.ts'
import type { DiskRoom } from './disk-room.ts'
import type { LineClients } from './line-api/client.ts'
import type { BlobStore } from './media/blob-store.ts'
import type { ImagePipeline } from './media/image-pipeline.ts'
import type { MediaAddresses } from './media/media-addresses.ts'
import type { Sealing } from './secrets/sealing.ts'

/** Searches the knowledge base by what texts mean. */
export interface MeaningSearch {
  /** What is so near says the same in other words. */
  readonly same: number
  /** The nearest chunks but for those that are hidden, nearest first, at most `limit`; none where anything goes wrong. */
  nearest(question: string, limit: number, hidden: ReadonlySet<number>): Promise<NearChunk[]>
}

export interface NearChunk {
  no: number
  /** 1: says the same, 0: has nothing to do with it. */
  nearness: number
}

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
  /** Limits how much of the disk media may use. */
  room: DiskRoom
  /** Makes clean pictures of untrusted ones. */
  images: ImagePipeline
  /** Seals and opens secrets that are kept in the database or on disk. */
  sealing: Sealing
  /** Null: no embedding server is configured. */
  vectors: MeaningSearch | null
  log: Logger
  /** The present moment; passed in so that rules can be tested. */
  now: () => Date
}
