import type { SimulatorContext } from '../context.ts'
import { LineApiError } from '../errors.ts'
import type { AcceptedRetry, PhoneMessage, SentMessage } from '../ledger/ledger.ts'
import type { Channel } from '../world/world.ts'
import { checkMessages } from './validate-messages.ts'

export const DEFAULT_MONTHLY_QUOTA = 1_000_000
/** LINE counts months in Japan's time. */
const MONTH = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', year: 'numeric', month: '2-digit' })
/** Messages that can be quoted get a quote token. */
const QUOTABLE = new Set(['text', 'textV2', 'sticker', 'image', 'video', 'template', 'flex', 'imagemap'])

/** The month that the quota counts, like `2026-11`. */
export function quotaMonth(now: number): string {
  return MONTH.format(now)
}

export function monthlyQuota(context: SimulatorContext, channelKey: string): number {
  return context.settings.quotas.get(channelKey) ?? DEFAULT_MONTHLY_QUOTA
}

/** Throws LINE's 400 when the messages are not what LINE takes. */
export function requireMessages(messages: unknown): Record<string, unknown>[] {
  const details = checkMessages(messages)
  if (details.length > 0)
    throw new LineApiError(400, `The request body has ${details.length} error(s)`, details)
  return messages as Record<string, unknown>[]
}

export function newQuoteToken(context: SimulatorContext): string {
  return context.entropy.bytes(48).toString('base64url')
}

interface Outgoing {
  via: 'reply' | 'push'
  messages: Record<string, unknown>[]
  retry_key?: string
  request_id: string
}

/**
 * Brings messages to a phone and remembers the retry key, as one entry of the ledger. Somebody who blocked the account gets nothing,
 * and the bot is not told, as at LINE.
 */
export function bringToPhone(
  context: SimulatorContext,
  channel: Channel,
  userId: string,
  outgoing: Outgoing,
): SentMessage[] {
  const at = context.now()
  const { via, retry_key } = outgoing
  const phone: PhoneMessage[] = outgoing.messages.map((message) => ({
    id: context.messageIds.next(),
    direction: 'out',
    type: String(message.type),
    text: typeof message.text === 'string' ? message.text : null,
    at: new Date(at).toISOString(),
    message,
    via,
    retry_key: retry_key ?? null,
  }))
  const sent = phone.map(
    ({ id, type }): SentMessage => (QUOTABLE.has(type) ? { id, quoteToken: newQuoteToken(context) } : { id }),
  )
  const retry: AcceptedRetry | undefined = retry_key
    ? { key: retry_key, request_id: outgoing.request_id, sent, at }
    : undefined
  context.ledger.record({
    kind: 'out',
    channel: channel.key,
    user: userId,
    messages: phone,
    shown: context.ledger.follows(channel.key, userId),
    // Replies are free.
    ...(via === 'push' ? { month: quotaMonth(at) } : {}),
    ...(retry ? { retry } : {}),
  })
  return sent
}
