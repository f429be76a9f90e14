import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { lineError } from '../errors.ts'
import type { PhoneMessage } from '../ledger/ledger.ts'
import type { Content } from '../state/content.store.ts'
import { CALL_MODES, type FaultMode } from '../state/faults.ts'
import { authenticateChannel } from './channel-auth.ts'
import { type LineResponse, respondToCall } from './respond-to-call.ts'

const WITH_CONTENT = new Set(['image', 'video', 'audio', 'file'])
const BYTES_MODES: readonly FaultMode[] = [...CALL_MODES, '202', '404', '410']
const TRANSCODING_MODES: readonly FaultMode[] = [...CALL_MODES, '404']

type ContentRequest = FastifyRequest<{ Params: { messageId: string } }>

/** Routes for message content. In LINE's API they are at `api-data.line.me`, here at the simulator's origin. */
export function contentRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { faults } = context

  function attached(channelKey: string, id: string): PhoneMessage {
    const message = context.ledger.incoming(channelKey, id)
    // Content of another provider is not served, because bots fetch it from that provider.
    const { contentProvider } = (message?.message ?? {}) as { contentProvider?: { type?: string } }
    if (!message || !WITH_CONTENT.has(message.type) || contentProvider?.type === 'external') {
      throw lineError(404, 'not found')
    }
    if (message.unsent) throw lineError(410, 'The content is gone')
    return message
  }

  function requireRetrievable(message: PhoneMessage, faultMode: FaultMode | undefined): void {
    if (faultMode === '410') throw lineError(410, 'The content is gone')
    const failed = faults.isDue('content', 'transcoding_failed', message.id) && isTranscoded(message)
    // The response is our own, because LINE does not document it for content that LINE could not prepare.
    if (faultMode === '404' || failed) throw lineError(404, 'not found')
  }

  function asResponse(content: Content): LineResponse {
    const headers = { 'content-length': String(content.bytes.length) }
    return { status: 200, type: content.type, body: content.bytes, headers }
  }

  /** Sends content, or status 202 while the content is being prepared. */
  async function sendBytes(
    request: ContentRequest,
    reply: FastifyReply,
    read: (message: PhoneMessage) => Promise<Content>,
  ): Promise<FastifyReply> {
    const channel = await authenticateChannel(context, request)
    const { messageId } = request.params
    const called = { target: 'content', subject: messageId, modes: BYTES_MODES } as const
    return respondToCall(context, called, request, reply, async (faultMode) => {
      const message = attached(channel.key, messageId)
      if (faultMode === '202') return { status: 202 }
      requireRetrievable(message, faultMode)
      return asResponse(await read(message))
    })
  }

  app.get('/v2/bot/message/:messageId/content', (request: ContentRequest, reply) =>
    sendBytes(request, reply, (message) => context.content.full(message.id, message.type, message.slip)),
  )

  app.get('/v2/bot/message/:messageId/content/preview', (request: ContentRequest, reply) =>
    sendBytes(request, reply, (message) => {
      if (message.type !== 'image' && message.type !== 'video') {
        throw lineError(400, 'The content can not be previewed')
      }
      return context.content.preview(message.id, message.type, message.slip)
    }),
  )

  app.get('/v2/bot/message/:messageId/content/transcoding', async (request: ContentRequest, reply) => {
    const channel = await authenticateChannel(context, request)
    const { messageId } = request.params
    const called = { target: 'content', subject: messageId, modes: TRANSCODING_MODES } as const
    return respondToCall(context, called, request, reply, (faultMode) => {
      const message = attached(channel.key, messageId)
      if (!isTranscoded(message)) {
        throw lineError(400, "Transcoding status doesn't support this type of content")
      }
      if (faultMode === '404') throw lineError(404, 'not found')
      if (faults.strike('content', messageId, ['transcoding_failed']))
        return { status: 200, body: { status: 'failed' } }
      const status = faults.isDue('content', '202', messageId) ? 'processing' : 'succeeded'
      return { status: 200, body: { status } }
    })
  })
}

function isTranscoded(message: PhoneMessage): boolean {
  return message.type === 'video' || message.type === 'audio'
}
