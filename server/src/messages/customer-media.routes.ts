import { create } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { DeskError } from '../desk-error.ts'
import { findServedMedia, type ServedMedia } from '../media/media.store.ts'
import { sendBlob } from '../media/send-blob.ts'
import { SHOWN_TYPES, UNKNOWN_TYPE } from '../media/sniff-content-type.ts'
import type { ServerContext } from '../server-context.ts'
import { findLiveSessions } from '../sessions/session.store.ts'

/** Content security policy of a media file opened in its own tab: displays media, allows no scripts or plugins. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

const Address = z.object({
  id: z.uuid(),
  v: z.enum(['original', 'preview']),
  e: z.coerce.number().int().positive(),
  u: z.string(),
  s: z.string(),
  download: z.string().optional(),
})

type MediaContext = Pick<ServerContext, 'db' | 'now' | 'blobs' | 'mediaAddresses'>

/**
 * Images in a page cannot send the session token, so the URL is signed for a session. Every request checks that the
 * session has not ended, the staff member is approved, and the message's channel is permitted.
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
  { db, now, blobs, mediaAddresses }: MediaContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const address = Address.safeParse({ ...(request.query as object), ...(request.params as object) })
  if (!address.success) throw new DeskError('media_link_expired')
  const { id, v: variant, e: expires, u: session, s: signature, download } = address.data
  const tokenHash = mediaAddresses.sessionOf(id, variant, { expires, session, signature })
  if (tokenHash === null) throw new DeskError('media_link_expired')
  const scope = (await findLiveSessions(db, [tokenHash], now())).get(tokenHash)
  if (scope === undefined) throw new DeskError('media_link_expired')
  const media = await findServedMedia(db, id, variant)
  if (media !== undefined && !scope.includes(media.channel_key ?? ''))
    throw new DeskError('forbidden_channel')
  if (media?.state === 'gone') throw new DeskError('media_gone')
  if (media === undefined || !isStored(media)) throw new DeskError('not_found')

  const isShown = SHOWN_TYPES.has(media.content_type)
  const headers = {
    'content-disposition': dispositionOf(media, isShown && download === undefined),
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Pending media must not be cached, because a later preview may have another content type.
    'cache-control': media.state === 'ready' ? 'private, no-cache' : 'no-store',
  }
  const { key, sha256, content_type } = media
  const contentType = isShown ? content_type : UNKNOWN_TYPE
  if (await sendBlob(request, reply, blobs, { key, contentType, etag: sha256, headers })) return reply
  request.log.error({ media: id }, 'a blob is missing from the store')
  throw new DeskError('media_gone')
}

type StoredMedia = ServedMedia & { key: string; sha256: string; content_type: string }

function isStored(media: ServedMedia): media is StoredMedia {
  const { state, reason, key } = media
  return (state === 'ready' || (state === 'pending' && reason === 'no_preview')) && key !== null
}

/** Returns a Content-Disposition header (RFC 6266). Removes separators and control characters from the file name. */
function dispositionOf({ file_name }: ServedMedia, isShown: boolean): string {
  const name = file_name
    ?.replaceAll(/[\p{Cc}\p{Cf}/\\]+/gu, '_')
    .slice(0, 200)
    .toWellFormed()
  return create(name, { type: isShown ? 'inline' : 'attachment' })
}
