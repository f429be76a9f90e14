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
import { BlobSizeError, type BlobStore, MAX_LISTED, requireBlobKey, requireLength } from './blob-store.ts'

const CONNECT_WITHIN_MS = 5_000
/** Time in ms without traffic after which a connection is closed, even while a body is transferred. */
const SILENT_FOR_MS = 30_000
const RESPONSE_WITHIN_MS = 15_000
/** Maximum attempts of requests that can be repeated. A failed upload of a stream is retried by the caller. */
const TRIES = 3
const MAX_CONNECTIONS = 32

/** Creates a blob store in a private, existing bucket of Amazon S3 or a compatible service. */
export function createS3BlobStore(config: S3Config): BlobStore {
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // The bucket is in the URL's path, because a bucket in the host name needs its own certificate and DNS entry.
    forcePathStyle: true,
    maxAttempts: TRIES,
    // The S3 client logs nothing, because callers log its errors.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // Only Amazon accepts trailing checksums, so they are off. Stored content is verified by length and SHA-256.
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
  const inTime = () => ({ abortSignal: AbortSignal.timeout(RESPONSE_WITHIN_MS) })

  return {
    location: `bucket ${config.bucket} at ${config.endpoint}`,
    async put(key, body, { contentType, bytes }) {
      const about = { ...object(key), ContentType: contentType, ContentLength: bytes }
      if (Buffer.isBuffer(body)) {
        if (body.length !== bytes) throw new BlobSizeError(bytes, body.length)
        await client.send(new PutObjectCommand({ ...about, Body: body }))
        return
      }
      // The request is aborted when the body ends early, because the S3 client would wait for the missing bytes.
      const broken = new AbortController()
      const source = Readable.from(requireLength(body, bytes))
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
      const found = await undefinedIfNoObject(
        client.send(new GetObjectCommand({ ...object(key), ...wanted })),
      )
      if (found === undefined) return undefined
      const body = found.Body as Readable
      // A service without support for ranges returns the whole object, which is reported as an error.
      if (range !== undefined && found.ContentLength !== range.end - range.start + 1) {
        body.destroy()
        throw new Error(`${config.endpoint} did not return the requested range of the object`)
      }
      return body
    },

    async head(key) {
      const found = await undefinedIfNoObject(client.send(new HeadObjectCommand(object(key)), inTime()))
      return found && { key, bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    },

    async remove(key) {
      await undefinedIfNoObject(client.send(new DeleteObjectCommand(object(key)), inTime()))
    },

    async list(prefix, after) {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: config.bucket,
          Prefix: prefix,
          MaxKeys: MAX_LISTED,
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

async function undefinedIfNoObject<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    // The status is checked too, because a HEAD response has no body and therefore no error code NoSuchKey.
    if (
      error instanceof S3ServiceException &&
      error.$metadata.httpStatusCode === 404 &&
      error.name !== 'NoSuchBucket'
    )
      return undefined
    throw error
  }
}
