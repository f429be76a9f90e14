import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { accountSvg, avatarSvg } from '../drawing/avatar.ts'
import { STICKERS, stickerSvg } from '../drawing/sticker.ts'
import { lineError, simulatorError } from '../errors.ts'

/** Sizes in px of LINE's two thumbnails, which exist in addition to the full image. */
const SIZES: Record<string, number> = { large: 200, small: 51 }
const FULL_SIZE = 400
const DAY_SECONDS = 86_400

function svg(reply: FastifyReply, image: string) {
  return reply
    .type('image/svg+xml')
    .headers({
      'cache-control': `public, max-age=${DAY_SECONDS}`,
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    .send(image)
}

export function imageRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { worldStore, ledger, content } = context

  function avatar(file: string, size: number): string {
    const userId = file.replace(/\.svg$/, '')
    const user = worldStore.user(userId)
    if (user) return avatarSvg(userId, user.display_name, size)
    const channel = worldStore.world.channels.find((each) => each.bot_user_id === userId)
    if (!channel) throw lineError(404, 'Not found')
    return accountSvg(channel, size)
  }

  app.get<{ Params: { file: string } }>('/avatars/:file', (request, reply) =>
    svg(reply, avatar(request.params.file, FULL_SIZE)),
  )

  app.get<{ Params: { file: string; size: string } }>('/avatars/:file/:size', (request, reply) => {
    const size = SIZES[request.params.size]
    if (!size) throw lineError(404, 'Not found')
    return svg(reply, avatar(request.params.file, size))
  })

  app.get<{ Params: { file: string } }>('/simulator/stickers/:file', (request, reply) =>
    svg(reply, stickerSvg(request.params.file.replace(/\.svg$/, ''))),
  )

  /** LINE's emoji 001, 002 … are small versions of the simulator's stickers. */
  app.get<{ Params: { file: string } }>('/simulator/emojis/:product/:file', (request, reply) => {
    const id = request.params.file.replace(/\.svg$/, '')
    return svg(reply, stickerSvg(STICKERS[Number(id) - 1]?.stickerId ?? id))
  })

  app.get<{ Params: { channel: string; id: string } }>(
    '/simulator/content/:channel/:id',
    async (request, reply) => {
      const { channel, id } = request.params
      const message = ledger.incoming(channel, id)
      if (!message || message.unsent) throw simulatorError(404, 'unknown_message', 'No such content')
      const { type, bytes } = await content.full(id, message.type, message.slip)
      // Never sends uploaded bytes as HTML, because they are untrusted.
      return reply
        .type(type)
        .headers({
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, max-age=3600',
        })
        .send(bytes)
    },
  )
}
