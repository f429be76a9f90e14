import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { LineApiError } from '../errors.ts'
import type { PhoneMessage } from '../ledger/ledger.ts'
import type { Content } from '../state/content.store.ts'
import { answerCall } from './answer.ts'
import { authenticateChannel } from './channel-auth.ts'

const WITH_CONTENT = new Set(['image', 'video', 'audio', 'file'])

interface Params {
  messageId: string
}

/** What customers attached (`api-data.line.me` at LINE; the same origin here). */
export function contentRoutes(app: FastifyInstance, context: SimulatorContext): void {
  function attached(channelKey: string, id: string): PhoneMessage {
    const message = context.ledger.incoming(channelKey, id)
    if (!message || !WITH_CONTENT.has(message.type)) throw new LineApiError(404, 'not found')
    if (message.unsent) throw new LineApiError(410, 'The content is gone')
    return message
  }

  function asAnswer(content: Content) {
    const headers = { 'content-length': String(content.bytes.length) }
    return { status: 200, type: content.type, body: content.bytes, headers }
  }

  app.get<{ Params: Params }>('/v2/bot/message/:messageId/content', async (request, reply) => {
    const channel = await authenticateChannel(context, request)
    return answerCall(context, 'content', request, reply, () => {
      const message = attached(channel.key, request.params.messageId)
      return asAnswer(context.content.full(message.id, message.type))
    })
  })

  app.get<{ Params: Params }>('/v2/bot/message/:messageId/content/preview', async (request, reply) => {
    const channel = await authenticateChannel(context, request)
    return answerCall(context, 'content', request, reply, () => {
      const message = attached(channel.key, request.params.messageId)
      if (message.type !== 'image' && message.type !== 'video') {
        throw new LineApiError(400, 'The content can not be previewed')
      }
      return asAnswer(context.content.preview(message.id, message.type))
    })
  })

  app.get<{ Params: Params }>('/v2/bot/message/:messageId/content/transcoding', async (request) => {
    const channel = await authenticateChannel(context, request)
    const message = attached(channel.key, request.params.messageId)
    if (message.type !== 'video' && message.type !== 'audio') {
      throw new LineApiError(400, "Transcoding status doesn't support this type of content")
    }
    return { status: 'succeeded' }
  })
}
