import { create } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Db } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { BlobStore } from './blob-store.ts'
import { findServedMedia, type ServedMedia } from './media.store.ts'
import type { MediaAddresses } from './media-addresses.ts'
import { sendBlob } from './send-blob.ts'
import { SHOWN_TYPES, UNKNOWN_TYPE } from './sniff-content.ts'

/** Opened by itself, a content is nobody's page: no script, no plugin, no origin; pictures, films and sounds are shown. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

const Address = z.object({
  id: z.uuid(),
  v: z.enum(['original', 'preview']),
  e: z.coerce.number().int().positive(),
  s: z.string(),
  download: z.string().optional(),
})

interface MediaContext {
  db: Db
  blobs: BlobStore
  mediaAddresses: MediaAddresses
}

/**
 * What customers have sent, to whoever has a signed address: pictures in a page cannot show who asks for them. Parts of films and
 * sounds are answered (Range), so that players can seek.
 */
export async function customerMediaRoutes(app: FastifyInstance, context: MediaContext): Promise<void> {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:id',
    schema: { hide: true },
    exposeHeadRoute: false,
    handler: (request, reply) => serveMedia(context, request, reply),
  })
}

async function serveMedia(
  { db, blobs, mediaAddresses }: MediaContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const address = Address.safeParse({ ...(request.query as object), ...(request.params as object) })
  if (!address.success) throw new DeskError('media_link_expired')
  const { id, v: variant, e, s, download } = address.data
  const secondsLeft = mediaAddresses.check(id, variant, e, s)
  if (typeof secondsLeft === 'string') throw new DeskError('media_link_expired')
  const media = await findServedMedia(db, id, variant)
  if (media?.state === 'gone') throw new DeskError('media_gone')
  if (media === undefined || !isStored(media)) throw new DeskError('not_found')

  const isShown = SHOWN_TYPES.has(media.content_type)
  const headers = {
    'content-disposition': dispositionOf(media, isShown && download === undefined),
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // What waits for its preview will have another type.
    'cache-control': media.state === 'ready' ? `private, max-age=${secondsLeft}, immutable` : 'no-store',
  }
  const { key, sha256, content_type } = media
  const contentType = isShown ? content_type : UNKNOWN_TYPE
  if (await sendBlob(request, reply, blobs, { key, contentType, etag: sha256, headers })) return reply
  request.log.error({ media: id }, 'a content that should be in the store is not there')
  throw new DeskError('media_gone')
}

type StoredMedia = ServedMedia & { key: string; sha256: string; content_type: string }

function isStored(media: ServedMedia): media is StoredMedia {
  const { state, reason, key } = media
  return (state === 'ready' || (state === 'pending' && reason === 'no_preview')) && key !== null
}

/** A file keeps the name that its customer gave it (RFC 6266), without what a file system would take for a path. */
function dispositionOf({ file_name }: ServedMedia, isShown: boolean): string {
  const name = file_name
    ?.replaceAll(/[\p{Cc}\p{Cf}/\\]+/gu, '_')
    .slice(0, 200)
    .toWellFormed()
  return create(name, { type: isShown ? 'inline' : 'attachment' })
}
