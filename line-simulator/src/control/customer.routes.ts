import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { SimulatorError } from '../errors.ts'
import type { PhoneMessage } from '../ledger/ledger.ts'
import { newQuoteToken } from '../messaging/outgoing.ts'
import { MAX_CONTENT_BYTES } from '../state/content.store.ts'
import { newWebhookEvent, type WebhookEvent } from '../webhooks/events.ts'
import type { Channel } from '../world/world.ts'
import { completeMessage, customerMessage } from './customer-message.ts'
import { customerOf, parse } from './requests.ts'

/** Base64 of the largest content, and the JSON around it. */
const BODY_LIMIT = Math.ceil((MAX_CONTENT_BYTES * 4) / 3) + 64 * 1024
const UNSEND_WITHIN_MS = 24 * 60 * 60 * 1000

const from = { channel_key: z.string(), user_id: z.string() }
const sendBody = z.object({ ...from, message: customerMessage, content_base64: z.base64().optional() })
const eventBody = z.discriminatedUnion('type', [
  z.object({ ...from, type: z.literal('follow') }),
  z.object({ ...from, type: z.literal('unfollow') }),
  z.object({ ...from, type: z.literal('unsend'), message_id: z.string() }),
  z.object({
    ...from,
    type: z.literal('postback'),
    data: z.string().min(1).max(300),
    params: z.record(z.string(), z.string()).optional(),
  }),
])

/** What a customer does on the phone; each call answers once the desk has answered the webhook. */
export function customerRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { ledger, replyTokens, content, messageIds, dispatcher } = context

  async function deliver(channel: Channel, event: WebhookEvent): Promise<number> {
    const result = await dispatcher.send(channel, event)
    if (!result) throw new SimulatorError(429, 'too_many_waiting', 'Too many webhooks wait for this customer')
    return result.status
  }

  app.post('/simulator/messages', { bodyLimit: BODY_LIMIT }, async (request) => {
    const body = parse(sendBody, request.body)
    const { channel } = customerOf(context, body.channel_key, body.user_id)
    if (!ledger.follows(channel.key, body.user_id)) {
      throw new SimulatorError(409, 'blocked', 'The customer has blocked this account')
    }
    const bytes = body.content_base64 ? Buffer.from(body.content_base64, 'base64') : undefined
    const filling = { id: messageIds.next(), quoteToken: newQuoteToken(context), size: bytes?.length ?? 64 }
    const message = completeMessage(body.message, filling)
    if (bytes) content.keep(message.id, bytes)
    const at = context.now()
    const replyToken = replyTokens.issue(channel.key, body.user_id)
    const event = newWebhookEvent(body.user_id, at, { type: 'message', replyToken, message })
    const onPhone: PhoneMessage = {
      id: message.id,
      direction: 'in',
      type: body.message.type,
      text: body.message.type === 'text' ? body.message.text : null,
      at: new Date(at).toISOString(),
      message,
      webhook_event_id: event.webhookEventId,
    }
    ledger.record({ kind: 'in', channel: channel.key, user: body.user_id, message: onPhone })
    const status = await deliver(channel, event)
    ledger.record({ kind: 'status', channel: channel.key, user: body.user_id, id: message.id, status })
    return { message_id: message.id, webhook_event_id: event.webhookEventId, status }
  })

  /** The other events of a one-to-one chat: follow, unfollow (block), unsend, postback. */
  app.post('/simulator/events', async (request) => {
    const body = parse(eventBody, request.body)
    const { channel } = customerOf(context, body.channel_key, body.user_id)
    const at = context.now()
    const user = body.user_id
    let event: WebhookEvent
    switch (body.type) {
      case 'follow': {
        const isUnblocked = !ledger.follows(channel.key, user)
        ledger.record({ kind: 'follow', channel: channel.key, user, following: true })
        const replyToken = replyTokens.issue(channel.key, user)
        event = newWebhookEvent(user, at, { type: 'follow', replyToken, follow: { isUnblocked } })
        break
      }
      case 'unfollow':
        ledger.record({ kind: 'follow', channel: channel.key, user, following: false })
        event = newWebhookEvent(user, at, { type: 'unfollow' })
        break
      case 'unsend': {
        const message = ledger.conversation(channel.key, user).find((each) => each.id === body.message_id)
        if (message?.direction !== 'in' || message.unsent) {
          throw new SimulatorError(404, 'unknown_message', `No message '${body.message_id}' to unsend`)
        }
        if (at - Date.parse(message.at) > UNSEND_WITHIN_MS) {
          throw new SimulatorError(409, 'too_late', 'A message can be unsent within 24 hours')
        }
        content.remove(message.id)
        ledger.record({ kind: 'unsend', channel: channel.key, user, id: message.id })
        event = newWebhookEvent(user, at, { type: 'unsend', unsend: { messageId: message.id } })
        break
      }
      case 'postback': {
        const replyToken = replyTokens.issue(channel.key, user)
        const postback = body.params ? { data: body.data, params: body.params } : { data: body.data }
        event = newWebhookEvent(user, at, { type: 'postback', replyToken, postback })
        break
      }
    }
    const status = await deliver(channel, event)
    return { webhook_event_id: event.webhookEventId, status }
  })
}
