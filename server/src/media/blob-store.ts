import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { DiskRoom } from '../disk-room.ts'
import { databaseReason } from '../log.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'

/** What customers send is private; what staff upload for customers is public. The two never share a blob. */
export type BlobScope = 'private' | 'public'

export interface StoredBlob {
  key: string
  bytes: number
  modifiedAt: Date
}

/** The first and the last byte, counted from 0, both inside. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where contents of media are kept, whole or not at all, in one folder or one bucket. A key is written once with one content; writing
 * it again with the same content does no harm. Every call throws where the place cannot be reached or a key is none of ours.
 */
export interface BlobStore {
  /** In a line for a person: a folder, or a bucket and its address. */
  readonly place: string
  /**
   * Resolves when the content is complete and durable. Rejects, and leaves nothing, when the body fails or is not `bytes` long, and with
   * `storage_full` when the disk has no space for media.
   */
  put(key: string, body: Buffer | Readable, about: { contentType: string; bytes: number }): Promise<void>
  /** Undefined: there is none. Whoever takes the stream reads or destroys it. The range lies within the content. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>
  head(key: string): Promise<StoredBlob | undefined>
  /** Also of what is not there. */
  remove(key: string): Promise<void>
  /** At most 1,000 whose key begins with `prefix` and comes behind `after`, in the order of their keys' bytes. */
  list(prefix: string, after?: string): Promise<StoredBlob[]>
  /** Ends connections that wait for the next call. */
  close(): Promise<void>
}

export const LIST_AT_MOST = 1_000

/** `<scope>/<two signs>/<name>`: three parts, so that the key is a path on any disk and cannot lead out of the store. */
const KEY = /^(?:private|public)\/[0-9a-z]{2}\/[0-9a-z][0-9a-z._-]{0,127}$/

/** @throws when it is no key of a store: keys are made by us, never taken from a request. */
export function requireBlobKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`no key of a blob: ${JSON.stringify(key.slice(0, 200))}`)
  return key
}

/** The key of a name, spread over folders by its first two signs. */
export function blobKey(scope: BlobScope, name: string): string {
  return requireBlobKey(`${scope}/${name.slice(0, 2)}/${name}`)
}

/** A key that nobody can guess and nothing else has. */
export function newBlobKey(scope: BlobScope): string {
  return blobKey(scope, randomUUID())
}

/** A body that is not as long as it was said to be: cut off on its way, or longer than agreed. */
export class BlobSizeError extends Error {
  constructor(wanted: number, got: number) {
    super(`a blob of ${wanted} bytes was to be stored, ${got > wanted ? 'more' : `${got}`} came`)
    this.name = 'BlobSizeError'
  }
}

/** Passes a body on and throws at its end, or as soon as it is known, when its length is another. */
export async function* ofLength(
  body: Buffer | Readable,
  bytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let got = 0
  const chunks: Iterable<Buffer> | AsyncIterable<Buffer> = Buffer.isBuffer(body) ? [body] : body
  for await (const chunk of chunks) {
    got += chunk.length
    if (got > bytes) throw new BlobSizeError(bytes, got)
    yield chunk
  }
  if (got !== bytes) throw new BlobSizeError(bytes, got)
}

/**
 * The store of this desk. The S3 client is loaded only where a bucket is configured: it is large. A bucket that does not answer is logged
 * and nothing waits for it: it keeps no server from starting. `room`: bounds what is written to a folder; without it nothing does.
 */
export async function openBlobStore(
  { media }: { media: Pick<Config['media'], 'dir' | 's3'> },
  { room, log }: { room?: DiskRoom; log?: Pick<Logger, 'warn'> } = {},
): Promise<BlobStore> {
  if (media.s3 === null) return openDiskBlobStore(media.dir, room)
  const { createS3BlobStore } = await import('./s3-blob-store.ts')
  const store = createS3BlobStore(media.s3)
  if (log !== undefined) {
    store.list('public/').catch((error) => {
      log.warn({ place: store.place, reason: databaseReason(error) }, 'the bucket cannot be used')
    })
  }
  return store
}
