import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UPLOAD_MAX_BYTES } from 'shared/contract/constants.ts'
import { uploadFile as uploadCall } from 'shared/contract/media/upload.call.ts'
import { storableText } from '../db/storable-text.ts'
import { DeskError } from '../desk-error.ts'
import { extendBodyDeadline, MIN_BYTES_PER_SEC, restoreBodyDeadline } from '../http/body-deadline.ts'
import {
  createFailureLimit,
  createStaffLimit,
  type FailureLimit,
  staffIdOrAddress,
} from '../http/rate-limit.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ConvertedImage, ImageFile } from '../media/convert-image.ts'
import { deskKey } from '../media/desk-key.store.ts'
import type { ImageWork } from '../media/image-pipeline.ts'
import type { ImageQueueOptions } from '../media/image-process-pool.ts'
import { ImageRefused } from '../media/image-refusal.ts'
import { hasImage, type PublicImage, storePublicImage } from '../media/public-image.store.ts'
import { openAddress, publicKey } from '../media/public-media.ts'
import type { ServerContext } from '../server-context.ts'
import { checkSession } from '../sessions/check-session.ts'
import { bearerToken } from '../sessions/session-token.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { checkBudget, withinBudget } from './upload-budget.store.ts'
import { UploadSlots } from './upload-concurrency.ts'

/** Maximum bytes of the multipart boundaries and headers around the uploaded file. */
const MULTIPART_OVERHEAD_BYTES = 64 * 1024
const BODY_MAX_BYTES = UPLOAD_MAX_BYTES + MULTIPART_OVERHEAD_BYTES
export const UPLOAD_TIMEOUT_MS = 60_000 + (BODY_MAX_BYTES / MIN_BYTES_PER_SEC) * 1_000
/** Minimum remaining budget for reading a body, which alone shows its final size and whether it is already stored. */
const MIN_BUDGET_BYTES = 64 * 1024
/** Allowed requests per minute and staff member, as a multiple of the allowed uploads. */
const CALLS_PER_UPLOAD = 25
const RETRY_AFTER_SECS = 3
/** Images per staff member and minute that may exceed the decoding time before uploads are paused. */
const COSTLY_PER_MINUTE = 3

export async function uploadRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const { db, space, images, config, now } = context
  // Key for file names, which never changes. Read at the first upload, because the database may start after the server.
  let namesKey: Buffer | undefined
  const checkLimit = createStaffLimit(
    app,
    'uploads',
    Math.max(1, Math.floor(config.callsPerMinute / CALLS_PER_UPLOAD)),
  )
  const costly = createFailureLimit(app, 'costly pictures', COSTLY_PER_MINUTE, {
    of: staffIdOrAddress,
    code: 'upload_paused',
  })
  const slots = new UploadSlots(busy)
  const named = async (file: ImageFile) => {
    namesKey ??= await deskKey(db, 'public-media-names')
    return { ...file, key: publicKey(namesKey, file.sha256, file.contentType) }
  }

  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    await routes.register(multipart, { throwFileSizeLimit: false })
    serveCall(routes, uploadCall, async ({ raw, reply, query, signedIn }) => {
      const announced = announcedBytes(raw, reply)
      refusePurpose(query, signedIn)
      const uploadedById = signedIn.staff.id
      await checkLimit(raw)
      await costly.check(raw)
      // Reserves disk space for the uploaded body and for the images made from it.
      using _space = await space.reserve(2 * announced)
      const least = Math.min(announced, MIN_BUDGET_BYTES)
      await checkBudget(db, { staffId: uploadedById, bytes: least, perDay: config.uploads.bytesPerDay })
      using slot = slots.acquire(uploadedById)
      await using work = await images.open()
      const fileName = await slot.receiving((signal) => receiving(raw, work, signal))
      const { notes, ...converted } = await converting(work, {
        requester: uploadedById,
        around: countingCostly(costly, raw),
      })
      const [original, preview] = [await named(converted.original), await named(converted.preview)]
      // Checks the session again, because the body may have taken minutes.
      refusePurpose(query, await checkSession(context, bearerToken(raw.headers.authorization), raw.ip))
      await storing(context, { original, preview, fileName, uploadedById, now: now() })
      const { width, height, bytes, contentType } = original
      return {
        url: openAddress(config, original.key),
        preview_url: openAddress(config, preview.key),
        width,
        height,
        bytes,
        content_type: contentType,
        notes,
      }
    })
  })
}

async function storing({ db, blobs, config }: ServerContext, image: PublicImage): Promise<void> {
  const { original, preview, uploadedById: staffId } = image
  const store = () => storePublicImage(db, blobs, image)
  const bytes = original.bytes + (preview.key === original.key ? 0 : preview.bytes)
  if (await hasImage(db, image)) await store()
  else await withinBudget(db, { staffId, bytes, perDay: config.uploads.bytesPerDay }, store)
}

function refusePurpose({ purpose }: { purpose?: 'promotion' | undefined }, { staff }: SignedIn): void {
  if (purpose === 'promotion' && staff.role !== 'BUSINESS') throw new DeskError('forbidden')
}

/** Returns the announced body size. Reads a slightly too large body to its end, so that clients get the response. */
function announcedBytes({ headers }: FastifyRequest, reply: FastifyReply): number {
  const bytes = Number(headers['content-length'] ?? 0)
  const isUnsaid = headers['transfer-encoding'] !== undefined
  if (isUnsaid || bytes > 2 * BODY_MAX_BYTES) reply.header('connection', 'close')
  if (isUnsaid)
    throw new DeskError('upload_length_required', { detail: 'the header content-length is required' })
  if (bytes > BODY_MAX_BYTES) throw new DeskError('upload_too_large')
  return bytes
}

const busy = () => new DeskError('busy', { retry_after_secs: RETRY_AFTER_SECS })

async function receiving(
  request: FastifyRequest,
  { inputPath }: ImageWork,
  signal: AbortSignal,
): Promise<string | null> {
  if (!request.isMultipart()) throw new DeskError('unsupported_media_type')
  extendBodyDeadline(request.raw)
  try {
    return await untilAborted(signal, receiveOne(request, inputPath, signal))
  } catch (error) {
    // Discards the rest of the body, so that a client that is still sending receives the response.
    request.raw.unpipe()
    request.raw.resume()
    restoreBodyDeadline(request.raw)
    throw signal.aborted ? signal.reason : receivingError(error)
  }
}

/** Rejects when `signal` aborts, even while `work` waits for data that never arrive. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

async function receiveOne(
  request: FastifyRequest,
  path: string,
  signal: AbortSignal,
): Promise<string | null> {
  let fileName: string | null | undefined
  const limits = { fileSize: UPLOAD_MAX_BYTES, files: 2, fields: 1, parts: 3, headerPairs: 20 }
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file' || part.fieldname !== 'file') throw new DeskError('upload_without_file')
    if (fileName !== undefined) throw new DeskError('upload_several_files')
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    part.file.once('limit', () => file.destroy(new DeskError('upload_too_large')))
    await pipeline(part.file, file, { signal })
    if (part.file.truncated) throw new DeskError('upload_too_large')
    if (file.bytesWritten === 0) throw new DeskError('upload_empty')
    fileName = storableText(part.filename?.slice(0, 255) ?? '') || null
  }
  if (fileName === undefined) throw new DeskError('upload_without_file')
  return fileName
}

const LIMIT_CODES = ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']

/** Returns the error to report. The body parser has no error class, so an unknown error means an invalid body. */
function receivingError(error: unknown): unknown {
  if (error instanceof DeskError) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined) return error
  if (LIMIT_CODES.includes(code)) return new DeskError('upload_several_files')
  return new DeskError('invalid_request', { detail: 'the body is not multipart, or is truncated' })
}

/** Checks the limit again when an image leaves the queue, so that waiting images are refused too. */
function countingCostly(
  costly: FailureLimit,
  request: FastifyRequest,
): NonNullable<ImageQueueOptions['around']> {
  return async (work) => {
    await costly.check(request)
    return work().catch(async (error: unknown) => {
      if (error instanceof ImageRefused && error.isTimedOut) await costly.count(request)
      throw error
    })
  }
}

async function converting(work: ImageWork, options: ImageQueueOptions): Promise<ConvertedImage> {
  try {
    return await work.convert(options)
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    throw error.code === 'busy' ? busy() : new DeskError(error.code)
  }
}
