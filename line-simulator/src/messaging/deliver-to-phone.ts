import type { SimulatorContext } from '../context.ts'
import { invalidField, invalidFields } from '../errors.ts'
import type { AcceptedRetry, PhoneMessage, SentMessage } from '../ledger/ledger.ts'
import type { Channel } from '../world/world.ts'
import { checkMessages } from './validate-messages.ts'

/** LINE counts months in Japan's time zone. */
const MONTH = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', year: 'numeric', month: '2-digit' })
const QUOTABLE = new Set(['text', 'textV2', 'sticker', 'image', 'video', 'template', 'flex', 'imagemap'])

export function quotaMonth(now: number): string {
  return MONTH.format(now)
}

export function quotaIsUsed(context: SimulatorContext, channelKey: string): boolean {
  const { quota } = context.settings.of(channelKey)
  return quota !== 'none' && context.ledger.quotaUsed(channelKey, quotaMonth(context.now())) >= quota
}

export function requireMessages(messages: unknown): Record<string, unknown>[] {
  const details = checkMessages(messages)
  if (details.length > 0) throw invalidFields(details)
  return messages as Record<string, unknown>[]
}

interface Outgoing {
  via: 'reply' | 'push'
  messages: Record<string, unknown>[]
  retry_key?: string | undefined
  request_id: string
  /** SHA-256 of the request body; a retry must send the same body. */
  body_hash: string
}

/** Returns for each message the id of the quoted message. Throws LINE's 400 error for an invalid quote token. */
function quotedBy(
  context: SimulatorContext,
  channelKey: string,
  userId: string,
  messages: Record<string, unknown>[],
) {
  return messages.map(({ quoteToken }, index) => {
    if (quoteToken === undefined) return undefined
    const quoted = context.messageTokens.read('quote', quoteToken)
    if (quoted?.channel_key === channelKey && quoted.user_id === userId) return quoted.message_id
    // The text is our own, because LINE does not document the error for an invalid quote token.
    throw invalidField(`messages[${index}].quoteToken`, 'Invalid quote token')
  })
}

/** Writes messages and key in one journal entry. Like LINE, sends nothing to a customer who blocks the channel. */
export function deliverToPhone(
  context: SimulatorContext,
  channel: Channel,
  userId: string,
  outgoing: Outgoing,
): SentMessage[] {
  const at = context.now()
  const { via, retry_key } = outgoing
  const quoted = quotedBy(context, channel.key, userId, outgoing.messages)
  const phone: PhoneMessage[] = outgoing.messages.map((message, index) => ({
    id: context.messageIds.next(),
    direction: 'out',
    type: String(message.type),
    text: typeof message.text === 'string' ? message.text : null,
    at: new Date(at).toISOString(),
    message,
    via,
    retry_key: retry_key ?? null,
    ...(quoted[index] ? { quoted: quoted[index] } : {}),
  }))
  const sent = phone.map(({ id, type }): SentMessage => {
    const subject = { channel_key: channel.key, user_id: userId, message_id: id }
    return QUOTABLE.has(type) ? { id, quoteToken: context.messageTokens.issue('quote', subject) } : { id }
  })
  const retry: AcceptedRetry | undefined = retry_key
    ? { key: retry_key, request_id: outgoing.request_id, body_hash: outgoing.body_hash, sent, at }
    : undefined
  context.ledger.record({
    kind: 'out',
    channel: channel.key,
    user: userId,
    messages: phone,
    shown: context.ledger.follows(channel.key, userId),
    // Only pushes count against the quota.
    ...(via === 'push' ? { month: quotaMonth(at) } : {}),
    ...(retry ? { retry } : {}),
  })
  return sent
}
