import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DeskError } from '../desk-error.ts'
import { withJitter } from '../jitter.ts'
import type { LineChannel } from '../line-api/line-client.ts'
import type { ContentResult, TranscodingState } from '../line-api/line-content.ts'
import { networkReason } from '../log.ts'
import { type BlobStore, newBlobKey } from '../media/blob-store.ts'
import type { ConvertedImage } from '../media/convert-image.ts'
import type { ImagePipeline } from '../media/image-pipeline.ts'
import { ImageRefused } from '../media/image-refusal.ts'
import { sniffContent, UNKNOWN_TYPE } from '../media/sniff-content-type.ts'
import { SNIFFED_BYTES } from '../media/sniff-image-kind.ts'
import { type ClaimedMedia, type FetchOutcome, type NewBlob, TOKEN_PAUSE_MS } from './media-fetch.store.ts'
import { DailyLimitReached, type MediaReservation, RESERVATION_STEP_BYTES } from './media-reservation.ts'

/** Retry intervals in ms while LINE prepares content: seconds for images, minutes for long videos. The last repeats. */
export const PREPARING_PAUSES_MS = [1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 30_000, 60_000] as const
/** Retry intervals in ms after a failed fetch. The last one repeats. */
export const FAILURE_PAUSES_MS = [
  ...[2, 5, 15, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600].map((seconds) => seconds * 1_000),
] as const
const FIRST_HOUR_MS = 3_600_000
/** Maximum retry interval in ms of media that are younger than an hour. */
const MAX_PAUSE_MS = 60_000
/** Age in ms after which media are given up: staff may take days to enter a new access token. */
const MAX_AGE_MS = 14 * 24 * 3_600_000
/** Maximum size in bytes of an image for which a preview is created: no phone sends larger images. */
const MAX_IMAGE_BYTES = 40_000_000
const MAX_POSTER_BYTES = 5_000_000
/** Maximum retry interval in ms of an image preview. */
const PREVIEW_PAUSE_MS = 30_000
/** Time in ms after which an image without a preview is shown as a file. */
const SHOWN_AS_FILE_AFTER_MS = 2 * 60_000
const SHOWN_AS_FILE_RETRY_MS = 5 * 60_000
/** Time in ms after which an image without a preview permanently remains a file. */
const PREVIEW_GIVEN_UP_AFTER_MS = 24 * 3_600_000

const SPACE_RETRY_MS = 5 * 60_000
/** Period after midnight over which the fetches of media that exceeded the previous day's budget are spread. */
const NEXT_DAY_SPREAD_MS = 30 * 60_000

export interface FetchParts {
  channel: LineChannel
  blobs: BlobStore
  images: ImagePipeline
  /** The caller disposes the reservation, or calls `markStored` once the outcome is recorded. */
  openReservation: () => Promise<MediaReservation>
  workDir: string
  maxBytes: number
  signal: AbortSignal
  chance: () => number
  preparingPausesMs: readonly number[]
  failurePausesMs: readonly number[]
}

interface Downloaded {
  path: string
  bytes: number
  sha256: string
  contentType: string
}

class TooLarge extends Error {}

/** Fetches content from LINE. The outcome lists the blobs that remain stored. Throws when the blob store fails. */
export async function fetchContent(parts: FetchParts, claim: ClaimedMedia): Promise<FetchOutcome> {
  try {
    return await downloadAndStore(parts, claim, await parts.openReservation())
  } catch (error) {
    if (error instanceof DailyLimitReached) return waitForNextDay(parts, claim, error)
    if (isDiskFull(error)) return waitForSpace(parts, claim)
    throw error
  }
}

/** Recognizes `EDQUOT` too, because a disk quota can be exceeded while the file system reports free bytes. */
function isDiskFull(error: unknown): boolean {
  if (error instanceof DeskError) return error.code === 'storage_full'
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function waitForSpace(parts: FetchParts, claim: ClaimedMedia): FetchOutcome {
  const detail = 'no free disk space for media'
  const pauses = parts.failurePausesMs.map((ms) => Math.min(ms, SPACE_RETRY_MS))
  return waitFor(claim, 'storage_full', withJitter(pauseOf(claim, pauses), parts.chance), detail)
}

function waitForNextDay(parts: FetchParts, claim: ClaimedMedia, { waitMs, message }: DailyLimitReached) {
  return waitFor(claim, 'daily_limit', waitMs + parts.chance() * NEXT_DAY_SPREAD_MS, message)
}

/** When the content is already stored, only the preview is missing; staff see a file until the preview exists. */
function waitFor(
  claim: ClaimedMedia,
  reason: 'storage_full' | 'daily_limit',
  waitMs: number,
  detail: string,
): FetchOutcome {
  if (claim.stored_key !== null) return { state: 'pending', waitMs, reason: reasonOf(claim), detail }
  if (claim.age_ms > MAX_AGE_MS) return { state: 'gone', reason: 'unreachable', detail }
  return { state: 'pending', waitMs, reason, detail }
}

async function downloadAndStore(
  parts: FetchParts,
  claim: ClaimedMedia,
  mediaReservation: MediaReservation,
): Promise<FetchOutcome> {
  const stored = claim.stored_key === null ? undefined : await parts.blobs.get(claim.stored_key)
  if (stored !== undefined)
    return withFile(
      parts,
      claim,
      { body: stored, bytes: null },
      { storedKey: claim.stored_key, mediaReservation },
    )
  const result = await parts.channel.content(claim.line_message_id)
  if (result.kind !== 'found') return withoutContent(parts, claim, result)
  if (result.bytes !== null && result.bytes > parts.maxBytes) {
    result.body.destroy()
    return tooLarge(`${result.bytes} bytes`)
  }
  return withFile(parts, claim, result, { storedKey: null, mediaReservation })
}

/** `storedKey` is the blob key when the content is already stored. */
async function withFile(
  parts: FetchParts,
  claim: ClaimedMedia,
  source: { body: Readable; bytes: number | null },
  { storedKey, mediaReservation }: { storedKey: string | null; mediaReservation: MediaReservation },
): Promise<FetchOutcome> {
  const path = join(parts.workDir, randomUUID())
  const allow = (bytes: number) => mediaReservation.allow(bytes)
  try {
    const content = await download({ ...parts, allow }, path, source, claim.kind === 'audio')
    await mediaReservation.settle(content.bytes)
    return await storeContent(parts, claim, content, storedKey)
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge(error.message)
    if (error instanceof Interrupted) return retryAtLine(parts, claim, error.message)
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

function tooLarge(detail: string): FetchOutcome {
  return { state: 'gone', reason: 'too_large', detail }
}

class Interrupted extends Error {}

async function download(
  {
    maxBytes,
    signal,
    allow,
  }: Pick<FetchParts, 'maxBytes' | 'signal'> & { allow: (bytes: number) => Promise<void> },
  path: string,
  { body, bytes: claimedBytes }: { body: Readable; bytes: number | null },
  isAudio: boolean,
): Promise<Downloaded> {
  const hash = createHash('sha256')
  const heads: Buffer[] = []
  let bytes = 0
  let allowed = 0
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      if (bytes < SNIFFED_BYTES) heads.push(chunk.subarray(0, SNIFFED_BYTES))
      bytes += chunk.length
      if (bytes > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`)
      if (bytes > allowed) {
        allowed = Math.max(bytes, claimedBytes ?? Math.min(bytes + RESERVATION_STEP_BYTES, maxBytes))
        await allow(allowed)
      }
      hash.update(chunk)
      yield chunk
    }
  }
  // Creates the file before the body is read, so that the file exists when the caller removes it.
  const file = await open(path, 'wx', 0o600).catch((error) => {
    body.destroy()
    throw error
  })
  try {
    await pipeline(body, counted, file.createWriteStream(), { signal })
  } catch (error) {
    if (error instanceof TooLarge || error instanceof DailyLimitReached || isDiskFull(error)) throw error
    throw new Interrupted(`after ${bytes} bytes: ${networkReason(error)}`)
  }
  if (claimedBytes !== null && bytes !== claimedBytes)
    throw new Interrupted(`only ${bytes} of ${claimedBytes} bytes arrived`)
  const contentType = sniffContent(Buffer.concat(heads), isAudio)
  return { path, bytes, sha256: hash.digest('hex'), contentType }
}

/** An image whose preview cannot be created now is stored without a preview, since LINE may delete the image. */
async function storeContent(
  parts: FetchParts,
  claim: ClaimedMedia,
  content: Downloaded,
  storedKey: string | null,
): Promise<FetchOutcome> {
  const isImage = content.contentType.startsWith('image/')
  const made = isImage
    ? await createPreview(parts, content.path, content.bytes)
    : claim.kind === 'video'
      ? await createPosterPreview(parts, claim)
      : NO_PREVIEW
  const mayWait = storedKey === null || (claim.stored_ms ?? 0) < PREVIEW_GIVEN_UP_AFTER_MS
  const { preview, size } = 'busy' in made ? NO_PREVIEW : made
  const isRefused = (isImage && preview === null) || (claim.kind === 'image' && !isImage)
  const stored: string[] = preview === null ? [] : [preview.key]
  try {
    const key = storedKey ?? newBlobKey('private')
    const { path, ...about } = content
    // Content that the server could not decode is stored as a file of unknown type, so that no browser decodes it.
    const contentType = isRefused ? UNKNOWN_TYPE : about.contentType
    if (storedKey === null) {
      stored.push(key)
      await parts.blobs.put(key, createReadStream(path), { contentType, bytes: about.bytes })
    }
    const original = { key, ...about, contentType, width: size?.width ?? null, height: size?.height ?? null }
    if ('busy' in made && mayWait) {
      const reason = reasonOf(claim)
      const most = reason === null ? PREVIEW_PAUSE_MS : SHOWN_AS_FILE_RETRY_MS
      const waitMs = withJitter(Math.min(pauseOf(claim, parts.failurePausesMs), most), parts.chance)
      return {
        state: 'pending',
        waitMs,
        reason,
        detail: `no preview can be created now: ${made.busy}`,
        original,
      }
    }
    return { state: 'ready', original, preview, reason: isRefused ? 'no_preview' : null }
  } catch (error) {
    await removeStored(parts.blobs, stored)
    throw error
  }
}

/** Removes stored blobs. When the blob store fails, the sweeper removes them later. */
export async function removeStored(blobs: BlobStore, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => blobs.remove(key)))
}

/** Returns `no_preview` when staff see the image as a file because its preview is overdue. */
function reasonOf({ stored_ms }: ClaimedMedia): 'no_preview' | null {
  return (stored_ms ?? 0) < SHOWN_AS_FILE_AFTER_MS ? null : 'no_preview'
}

interface Preview {
  preview: NewBlob | null
  size: { width: number; height: number } | null
}

const NO_PREVIEW: Preview = { preview: null, size: null }

interface Busy {
  busy: string
}

async function createPreview(
  { images, blobs }: Pick<FetchParts, 'images' | 'blobs'>,
  path: string,
  bytes: number,
): Promise<Preview | Busy> {
  if (bytes > MAX_IMAGE_BYTES) return NO_PREVIEW
  await using work = await images.open()
  await copyFile(path, work.inputPath)
  let converted: ConvertedImage
  try {
    converted = await work.convert()
  } catch (error) {
    return isRetryable(error) ? { busy: String(error) } : NO_PREVIEW
  }
  const { original, preview } = converted
  const key = newBlobKey('private')
  const { path: from, ...about } = preview
  await blobs.put(key, createReadStream(from), about)
  return { preview: { key, ...about }, size: { width: original.width, height: original.height } }
}

/** Returns true for errors that the image did not cause: no capacity, no time, or a process that does not start. */
const isRetryable = (error: unknown) => !(error instanceof ImageRefused) || error.code === 'busy'

/** Returns LINE's preview image for a video. Does not retry when LINE has no preview. */
async function createPosterPreview(parts: FetchParts, claim: ClaimedMedia): Promise<Preview> {
  const result = await parts.channel.contentPreview(claim.line_message_id)
  if (result.kind !== 'found') return NO_PREVIEW
  const path = join(parts.workDir, randomUUID())
  try {
    const allow = async () => {}
    const poster = await download({ ...parts, maxBytes: MAX_POSTER_BYTES, allow }, path, result, false)
    const made = await createPreview(parts, path, poster.bytes)
    return 'busy' in made ? NO_PREVIEW : made
  } catch (error) {
    if (error instanceof TooLarge || error instanceof Interrupted) return NO_PREVIEW
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

const NOT_TRANSCODED: FetchOutcome = {
  state: 'gone',
  reason: 'transcoding_failed',
  detail: 'LINE could not prepare the content',
}

async function transcodingOf(
  { channel }: FetchParts,
  { kind, line_message_id }: ClaimedMedia,
): Promise<TranscodingState> {
  return kind === 'video' || kind === 'audio' ? channel.transcoding(line_message_id) : 'unknown'
}

async function withoutContent(
  parts: FetchParts,
  claim: ClaimedMedia,
  result: Exclude<ContentResult, { kind: 'found' }>,
): Promise<FetchOutcome> {
  if (result.kind === 'gone') {
    // Reads the transcoding state, because LINE also reports `not_found` when preparing the content failed.
    const isFailed = result.reason === 'not_found' && (await transcodingOf(parts, claim)) === 'failed'
    return isFailed ? NOT_TRANSCODED : { state: 'gone', reason: result.reason, detail: result.message }
  }
  if (result.kind === 'retry') return retryAtLine(parts, claim, result.message, result.afterMs)
  if (result.kind === 'refused') {
    if (claim.age_ms > MAX_AGE_MS) return { state: 'gone', reason: 'unreachable', detail: result.message }
    // Waits at least `TOKEN_PAUSE_MS`, because 90 % of `TOKEN_PAUSE_MS` is subtracted once LINE accepts the access
    // token.
    const waitMs = TOKEN_PAUSE_MS * (1 + parts.chance() / 4)
    return { state: 'pending', waitMs, reason: 'token_refused', detail: result.message, waitsForLine: true }
  }
  const transcoding = await transcodingOf(parts, claim)
  if (transcoding === 'failed') return NOT_TRANSCODED
  return retryLater(
    parts,
    claim,
    parts.preparingPausesMs,
    `LINE is still preparing the content (${transcoding})`,
  )
}

function retryAtLine(parts: FetchParts, claim: ClaimedMedia, detail: string, afterMs = 0): FetchOutcome {
  const outcome = retryLater(parts, claim, parts.failurePausesMs, detail, afterMs)
  return outcome.state === 'pending' ? { ...outcome, waitsForLine: true, retryAfterMs: afterMs } : outcome
}

export function retryLater(
  { chance }: Pick<FetchParts, 'chance'>,
  claim: ClaimedMedia,
  pauses: readonly number[],
  detail: string,
  afterMs = 0,
): FetchOutcome {
  if (claim.age_ms > MAX_AGE_MS) return { state: 'gone', reason: 'unreachable', detail }
  const most = claim.age_ms < FIRST_HOUR_MS ? MAX_PAUSE_MS : Number.POSITIVE_INFINITY
  const waitMs = Math.max(afterMs, Math.min(withJitter(pauseOf(claim, pauses), chance), most))
  return { state: 'pending', waitMs, reason: reasonOf(claim), detail }
}

function pauseOf({ attempts }: ClaimedMedia, pauses: readonly number[]): number {
  return pauses[Math.min(attempts, pauses.length) - 1] ?? 0
}
