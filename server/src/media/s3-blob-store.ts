import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../media-settings.ts'
import { BlobSizeError, type BlobStore, LIST_AT_MOST, ofLength, requireBlobKey } from './blob-store.ts'

const CONNECT_WITHIN_MS = 5_000
/** A connection on which nothing moves for so long is given up, also in the middle of a body. */
const SILENT_FOR_MS = 30_000
/** Calls without a body. */
const ANSWER_WITHIN_MS = 15_000
/** Of a call that can be repeated; what is stored from a stream is repeated by whoever has the stream. */
const TRIES = 3
const MAX_CONNECTIONS = 32

/** Blobs as objects of a bucket, at Amazon or anyone who speaks S3. The bucket has to exist; it is private to the desk. */
export function createS3BlobStore(config: S3Config): BlobStore {
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Buckets as a path are understood everywhere; as a host name they need a certificate and a name server of their own.
    forcePathStyle: true,
    maxAttempts: TRIES,
    // Whoever calls hears of a failure and writes the line.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // Checksums in trailers are Amazon's own; others refuse them. What is stored is compared by its length and our own hash.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_FOR_MS,
      httpAgent: { maxSockets: MAX_CONNECTIONS, keepAlive: true },
      httpsAgent: { maxSockets: MAX_CONNECTIONS, keepAlive: true },
    },
  })
  const object = (key: string) => ({ Bucket: config.bucket, Key: requireBlobKey(key) })
  const inTime = () => ({ abortSignal: AbortSignal.timeout(ANSWER_WITHIN_MS) })

  return {
    place: `bucket ${config.bucket} at ${config.endpoint}`,
    async put(key, body, { contentType, bytes }) {
      const about = { ...object(key), ContentType: contentType, ContentLength: bytes }
      if (Buffer.isBuffer(body)) {
        if (body.length !== bytes) throw new BlobSizeError(bytes, body.length)
        await client.send(new PutObjectCommand({ ...about, Body: body }))
        return
      }
      // The client does not notice a body that breaks off: it would wait for the rest.
      const broken = new AbortController()
      const source = Readable.from(ofLength(body, bytes))
      let reason: unknown
      source.on('error', (error) => {
        reason = error
        broken.abort()
      })
      try {
        await client.send(new PutObjectCommand({ ...about, Body: source }), { abortSignal: broken.signal })
      } catch (error) {
        throw reason ?? error
      } finally {
        source.destroy()
      }
    },

    async get(key, range) {
      const wanted = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
      const found = await orMissing(client.send(new GetObjectCommand({ ...object(key), ...wanted })))
      if (found === undefined) return undefined
      const body = found.Body as Readable
      // Whoever does not know ranges answers with everything.
      if (range !== undefined && found.ContentLength !== range.end - range.start + 1) {
        body.destroy()
        throw new Error(`${config.endpoint} did not answer with the part of the object that was asked for`)
      }
      return body
    },

    async head(key) {
      const found = await orMissing(client.send(new HeadObjectCommand(object(key)), inTime()))
      return found && { key, bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    },

    async remove(key) {
      await orMissing(client.send(new DeleteObjectCommand(object(key)), inTime()))
    },

    async list(prefix, after) {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: config.bucket,
          Prefix: prefix,
          MaxKeys: LIST_AT_MOST,
          ...(after === undefined ? {} : { StartAfter: after }),
        }),
        inTime(),
      )
      return (page.Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
        Key === undefined ? [] : [{ key: Key, bytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }],
      )
    },

    async close() {
      client.destroy()
    },
  }
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    // A HEAD has no body that could say NoSuchKey.
    if (
      error instanceof S3ServiceException &&
      error.$metadata.httpStatusCode === 404 &&
      error.name !== 'NoSuchBucket'
    )
      return undefined
    throw error
  }
}
