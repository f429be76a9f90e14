import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { simulatorError } from '../errors.ts'
import type { PhoneMessage } from '../ledger/ledger.ts'
import { MAX_CONTENT_BYTES } from '../state/content.store.ts'
import { type EventBody, newWebhookEvent, REPLYABLE, type WebhookEvent } from '../webhooks/events.ts'
import type { Channel } from '../world/world.ts'
import { completeMessage, customerMessage } from './customer-message.ts'
import { customerOf, parse } from './parse-request.ts'

/** Maximum body size: the largest content as Base64, and the JSON around it. */
const BODY_LIMIT = Math.ceil((MAX_CONTENT_BYTES * 4) / 3) + 64 * 1024
const UNSEND_WITHIN_MS = 24 * 60 * 60 * 1000

const from = { channel_key: z.string(), user_id: z.string() }
const sendBody = z.object({ ...from, message: customerMessage, content_base64: z.base64().optional() })
const ownEvent = z.discriminatedUnion('type', [
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
const otherEvent = z.object({ ...from, event: z.looseObject({ type: z.string().min(1).max(60) }) })

/** Routes for a customer's actions. Each request returns after the desk has responded to the webhook. */
export function customerRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { ledger, replyTokens, content, messageIds, messageTokens, dispatcher, settings } = context

  async function deliver(channel: Channel, event: WebhookEvent): Promise<number> {
    const result = await dispatcher.send(channel, event)
    if (!result)
      throw simulatorError(429, 'too_many_waiting', 'Too many webhooks are pending for this customer')
    return result.status
  }

  function newEvent(channel: Channel, user: string, at: number, body: EventBody): WebhookEvent {
    if (settings.of(channel.key).standby) return newWebhookEvent(user, at, { mode: 'standby', ...body })
    const isReplyable = REPLYABLE.includes(body.type)
    const replyToken = isReplyable ? { replyToken: replyTokens.issue(channel.key, user) } : {}
    return newWebhookEvent(user, at, { ...replyToken, ...body })
  }

  app.post('/simulator/messages', { bodyLimit: BODY_LIMIT }, async (request) => {
    const body = parse(sendBody, request.body)
    const { channel } = customerOf(context, body.channel_key, body.user_id)
    if (!ledger.follows(channel.key, body.user_id)) {
      throw simulatorError(409, 'blocked', 'The customer has blocked this channel')
    }
    const bytes = body.content_base64 ? Buffer.from(body.content_base64, 'base64') : undefined
    const id = body.message.id ?? messageIds.next()
    const subject = { channel_key: channel.key, user_id: body.user_id, message_id: id }
    const message = completeMessage(body.message, {
      id,
      quoteToken: messageTokens.issue('quote', subject),
      markAsReadToken: messageTokens.issue('read', subject),
      size: bytes?.length ?? content.sizeOfDrawn(body.message.type),
    })
    if (bytes) content.store(id, bytes)
    const at = context.now()
    const event = newEvent(channel, body.user_id, at, { type: 'message', message })
    const { quotedMessageId } = body.message
    const onPhone: PhoneMessage = {
      id,
      direction: 'in',
      type: body.message.type,
      text: body.message.type === 'text' ? body.message.text : null,
      at: new Date(at).toISOString(),
      message,
      webhook_event_id: event.webhookEventId,
      ...(settings.of(channel.key).chat ? {} : { read: true }),
      ...(quotedMessageId ? { quoted: quotedMessageId } : {}),
    }
    ledger.record({ kind: 'in', channel: channel.key, user: body.user_id, message: onPhone })
    const status = await deliver(channel, event)
    ledger.record({ kind: 'status', channel: channel.key, user: body.user_id, id, status })
    return { message_id: id, webhook_event_id: event.webhookEventId, status }
  })

  function ownEventOf(channel: Channel, body: z.output<typeof ownEvent>): EventBody {
    const user = body.user_id
    const chat = { channel: channel.key, user }
    switch (body.type) {
      case 'follow': {
        const isUnblocked = !ledger.follows(channel.key, user)
        ledger.record({ kind: 'follow', ...chat, following: true })
        return { type: 'follow', follow: { isUnblocked } }
      }
      case 'unfollow':
        ledger.record({ kind: 'follow', ...chat, following: false })
        return { type: 'unfollow' }
      case 'unsend': {
        const message = ledger.conversation(channel.key, user).find((each) => each.id === body.message_id)
        if (message?.direction !== 'in' || message.unsent) {
          throw simulatorError(404, 'unknown_message', `No message '${body.message_id}' to unsend`)
        }
        if (context.now() - Date.parse(message.at) > UNSEND_WITHIN_MS) {
          throw simulatorError(409, 'too_late', 'A message can be unsent within 24 hours')
        }
        content.remove(message.id)
        ledger.record({ kind: 'unsend', ...chat, id: message.id })
        return { type: 'unsend', unsend: { messageId: message.id } }
      }
      case 'postback':
        return {
          type: 'postback',
          postback: body.params ? { data: body.data, params: body.params } : { data: body.data },
        }
    }
  }

  app.post('/simulator/events', async (request) => {
    const isOther = typeof request.body === 'object' && request.body !== null && 'event' in request.body
    const body = isOther ? parse(otherEvent, request.body) : parse(ownEvent, request.body)
    const { channel } = customerOf(context, body.channel_key, body.user_id)
    const own = 'event' in body ? body.event : ownEventOf(channel, body)
    const event = newEvent(channel, body.user_id, context.now(), own)
    return { webhook_event_id: event.webhookEventId, status: await deliver(channel, event) }
  })
}
