import { resolve } from 'node:path'
import * as z from 'zod'
import { httpUrl } from './setting-urls.ts'
import { folder, whole } from './setting-values.ts'

export interface S3Config {
  /** URL of the S3 service, without a trailing slash. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export const MEDIA_SETTINGS = {
  MEDIA_DIR: folder.optional(),
  MEDIA_MAX_BYTES: whole(1, 1024 ** 4).default(300 * 1024 ** 2),
  MEDIA_FREE_BYTES: whole(0, 1024 ** 4).default(1024 ** 3),
  CUSTOMER_BYTES_PER_DAY: whole(1, 1024 ** 4).default(1024 ** 3),
  S3_ENDPOINT: httpUrl().optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name')
    .optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
}

const Settings = z.object(MEDIA_SETTINGS)

export type MediaEnvironment = z.output<typeof Settings> & { DATA_DIR: string }

const S3_VARIABLES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Reads the media settings. Returns an error text when only some of a bucket's variables are set. */
export function readMediaSettings(env: MediaEnvironment) {
  const s3 = s3ConfigOf(env)
  if (typeof s3 === 'string') return s3
  return {
    /** Absolute path of the folder for media, used when there is no bucket. */
    dir: env.MEDIA_DIR ?? resolve(env.DATA_DIR, 'media'),
    s3,
    maxBytes: env.MEDIA_MAX_BYTES,
    /** Minimum free bytes on the disk: media are refused below it; 0 for no limit. */
    freeBytes: env.MEDIA_FREE_BYTES,
    /** Media budget in bytes per customer and day (Asia/Bangkok); media beyond it are fetched on the next day. */
    customerBytesPerDay: env.CUSTOMER_BYTES_PER_DAY,
  }
}

function s3ConfigOf(env: MediaEnvironment): S3Config | null | string {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = 'us-east-1' } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const missing = S3_VARIABLES.filter((name) => env[name] === undefined)
  if (missing.length === S3_VARIABLES.length && env.S3_REGION === undefined) return null
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    return `${missing.join(', ')} must be set too: media are stored in a bucket when an S3_… setting is given`
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}
