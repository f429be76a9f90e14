import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { type HttpError, invalidField, lineError } from '../errors.ts'
import type { FaultMode } from '../state/faults.ts'
import { USER_ID_PATTERN } from '../world/ids.ts'
import type { Channel } from '../world/world.ts'
import { authenticateChannel } from './channel-auth.ts'
import { deliverToPhone, quotaIsUsed, requireMessages } from './deliver-to-phone.ts'
import { type LineResponse, respondToCall } from './respond-to-call.ts'

const RETRY_KEY = 'x-line-retry-key'
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Fields = Record<string, unknown>

function bodyOf(request: FastifyRequest): Fields {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw lineError(400, 'The request body could not be parsed as JSON (line: 1, column: 1)')
  }
  return body as Fields
}

function hashOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update(request.rawText ?? '')
    .digest('hex')
}

function invalidProperty(request: FastifyRequest, name: string): HttpError {
  const before = (request.rawText ?? '').split(`"${name}"`)[0] ?? ''
  const lines = before.split('\n')
  const position = `(line: ${lines.length}, column: ${(lines.at(-1)?.length ?? 0) + 1})`
  return lineError(400, `The property, '${name}', in the request body is invalid ${position}`)
}

export function sendRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { ledger, worldStore, replyTokens } = context

  function push(channel: Channel, request: FastifyRequest): LineResponse {
    const header = request.headers[RETRY_KEY]
    const key = typeof header === 'string' ? header.toLowerCase() : undefined
    if (key !== undefined && !UUID_PATTERN.test(key)) throw lineError(400, 'The retry key is invalid')
    const accepted = key ? ledger.acceptedRetry(channel.key, key) : undefined
    const body_hash = hashOf(request)
    if (accepted !== undefined && accepted.body_hash !== body_hash) {
      // LINE requires the same body for the same retry key, but does not document the error, so the text is our own.
      throw lineError(400, 'The retry key has been accepted with another request body')
    }
    if (accepted) {
      return {
        status: 409,
        headers: { 'x-line-accepted-request-id': accepted.request_id },
        body: { message: 'The retry key is already accepted', sentMessages: accepted.sent },
      }
    }
    const { to, messages } = bodyOf(request)
    if (to === undefined || to === null || to === '') {
      throw invalidField('to', 'May not be empty')
    }
    if (typeof to !== 'string' || !USER_ID_PATTERN.test(to)) throw invalidProperty(request, 'to')
    const wanted = requireMessages(messages)
    if (!worldStore.isCustomer(to)) throw lineError(400, 'Failed to send messages')
    if (quotaIsUsed(context, channel.key)) {
      throw lineError(429, 'You have reached your monthly limit.')
    }
    const outgoing = {
      via: 'push' as const,
      messages: wanted,
      retry_key: key,
      request_id: request.id,
      body_hash,
    }
    const sentMessages = deliverToPhone(context, channel, to, outgoing)
    return { status: 200, body: { sentMessages } }
  }

  function reply(channel: Channel, request: FastifyRequest, struck: FaultMode | undefined): LineResponse {
    if (request.headers[RETRY_KEY] !== undefined) {
      throw lineError(400, 'The retry key is not supported by this API')
    }
    const { replyToken, messages } = bodyOf(request)
    if (replyToken === undefined || replyToken === null || replyToken === '') {
      throw invalidField('replyToken', 'May not be empty')
    }
    const wanted = requireMessages(messages)
    const token = String(replyToken)
    // With the fault `expired_token`, the token expires permanently.
    if (struck === 'expired_token') replyTokens.use(token)
    const userId = replyTokens.check(token, channel.key)
    if (!userId) throw lineError(400, 'Invalid reply token')
    const body_hash = hashOf(request)
    const outgoing = { via: 'reply' as const, messages: wanted, request_id: request.id, body_hash }
    const sentMessages = deliverToPhone(context, channel, userId, outgoing)
    replyTokens.use(token)
    return { status: 200, body: { sentMessages } }
  }

  app.post('/v2/bot/message/push', async (request, response) => {
    const channel = await authenticateChannel(context, request)
    return respondToCall(context, { target: 'push' }, request, response, () => push(channel, request))
  })

  app.post('/v2/bot/message/reply', async (request, response) => {
    const channel = await authenticateChannel(context, request)
    return respondToCall(context, { target: 'reply' }, request, response, (struck) =>
      reply(channel, request, struck),
    )
  })

  for (const kind of ['push', 'reply']) {
    app.post(`/v2/bot/message/validate/${kind}`, async (request) => {
      await authenticateChannel(context, request)
      requireMessages(bodyOf(request).messages)
      return {}
    })
  }
}
