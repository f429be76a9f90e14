import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Scope of a blob: private for media of customers, public for uploads of staff. No blob is in both scopes. */
export type BlobScope = 'private' | 'public'

export interface StoredBlob {
  key: string
  bytes: number
  modifiedAt: Date
}

/** Positions of the first and last byte of a range, both included; the first byte has position 0. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Store of blobs, each of which is complete or absent. A key always has the same content, and may be written again.
 * Every method throws when the storage is unreachable or the key is invalid.
 */
export interface BlobStore {
  readonly location: string
  /** Stores a blob durably, or nothing if the body fails or has a wrong length. Throws `storage_full`. */
  put(key: string, body: Buffer | Readable, about: { contentType: string; bytes: number }): Promise<void>
  /** Returns a stream, which the caller must read or destroy. The range must lie within the content. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>
  head(key: string): Promise<StoredBlob | undefined>
  /** Removes a blob; does nothing when it is missing. */
  remove(key: string): Promise<void>
  /** Returns at most 1,000 blobs whose keys come after `after`, sorted by key in byte order. */
  list(prefix: string, after?: string): Promise<StoredBlob[]>
  close(): Promise<void>
}

export const MAX_LISTED = 1_000

/** Key format `<scope>/<two characters>/<name>`: a valid path on any disk, which cannot leave the store's folder. */
const KEY = /^(?:private|public)\/[0-9a-z]{2}\/[0-9a-z][0-9a-z._-]{0,127}$/

/** Throws when a blob key is invalid. Only the server creates keys; none comes from a request. */
export function requireBlobKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`invalid blob key: ${JSON.stringify(key.slice(0, 200))}`)
  return key
}

/** Returns the blob key for a name; the first two characters spread keys over folders. */
export function blobKey(scope: BlobScope, name: string): string {
  return requireBlobKey(`${scope}/${name.slice(0, 2)}/${name}`)
}

/** Returns a new, unguessable blob key. */
export function newBlobKey(scope: BlobScope): string {
  return blobKey(scope, randomUUID())
}

export class BlobSizeError extends Error {
  constructor(wanted: number, got: number) {
    super(`expected a blob of ${wanted} bytes, got ${got > wanted ? 'more' : `${got}`}`)
    this.name = 'BlobSizeError'
  }
}

/** Yields the chunks of a body. Throws as soon as it is known that the body is not `bytes` long. */
export async function* requireLength(
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
