import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { slipDetails } from '../drawing/bank-slip.ts'
import { MAX_CUSTOMER_TEXT, STICKER_DEFAULTS } from './customer-message.ts'
import { customerOf, parse } from './parse-request.ts'

const BODY_LIMIT = 32 * 1024 * 1024

const chat = {
  channel_key: z.string(),
  user_id: z.string(),
  id: z.string().regex(/^\d{1,30}$/),
  at: z.iso.datetime(),
}
const fromCustomer = { ...chat, direction: z.literal('in'), read: z.boolean().default(false) }
const pastMessage = z.union([
  z.object({ ...fromCustomer, type: z.literal('text'), text: z.string().min(1).max(MAX_CUSTOMER_TEXT) }),
  z.object({ ...fromCustomer, type: z.literal('sticker'), sticker_id: z.string() }),
  z.object({ ...fromCustomer, type: z.literal('image'), slip: slipDetails }),
  z.object({
    ...chat,
    direction: z.literal('out'),
    type: z.literal('text'),
    text: z.string().min(1).max(5_000),
    via: z.enum(['reply', 'push']),
  }),
])
const historyBody = z.object({ messages: z.array(pastMessage).max(100_000) })

type PastMessage = z.output<typeof pastMessage>

function contentOf(past: PastMessage) {
  switch (past.type) {
    case 'text':
      return { type: 'text', text: past.text }
    case 'sticker':
      return { type: 'sticker', ...STICKER_DEFAULTS, stickerId: past.sticker_id }
    case 'image':
      return { type: 'image', contentProvider: { type: 'line' } }
  }
}

export function historyRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { ledger, messageTokens, settings } = context

  function entryOf(past: PastMessage) {
    const { channel } = customerOf(context, past.channel_key, past.user_id)
    const chat = { channel: channel.key, user: past.user_id }
    const content = contentOf(past)
    const common = {
      id: past.id,
      type: past.type,
      text: past.type === 'text' ? past.text : null,
      at: new Date(past.at).toISOString(),
    }
    if (past.direction === 'out') {
      const sent = { direction: 'out' as const, message: content, via: past.via, retry_key: null }
      return { ...chat, message: { ...common, ...sent } }
    }
    const subject = { channel_key: channel.key, user_id: past.user_id, message_id: past.id }
    const tokens = {
      quoteToken: messageTokens.issue('quote', subject),
      markAsReadToken: messageTokens.issue('read', subject),
    }
    const received = {
      direction: 'in' as const,
      message: { id: past.id, ...tokens, ...content },
      status: 200,
      // When chat is disabled, messages are marked as read on arrival.
      ...(past.read || !settings.of(channel.key).chat ? { read: true } : {}),
      ...(past.type === 'image' ? { slip: past.slip } : {}),
    }
    return { ...chat, message: { ...common, ...received } }
  }

  /** Writes past messages. Sends no webhooks, but returns the tokens that the webhooks would have contained. */
  app.post('/simulator/history', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const { messages } = parse(historyBody, request.body)
    const entries = messages.map(entryOf)
    ledger.record({ kind: 'history', messages: entries })
    const tokens = entries.flatMap(({ message: { id, message } }) =>
      'markAsReadToken' in message
        ? [{ id, quote_token: message.quoteToken, mark_as_read_token: message.markAsReadToken }]
        : [],
    )
    return reply.code(201).send({ messages: messages.length, tokens })
  })
}
