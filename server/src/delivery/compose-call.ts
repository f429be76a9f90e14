import { randomUUID } from 'node:crypto'
import type { messagingApi } from '@line/bot-sdk'
import { MESSAGES_PER_LINE_CALL } from 'shared/contract/constants.ts'
import type { DeliveryErrorCode } from 'shared/contract/messages/delivery.ts'
import { lineAddress, type MediaAddressConfig, type OwnPicture } from '../media/public-media.ts'

/** A call to LINE that sends messages, as its row says. Repeated it is the same, byte for byte. */
export interface LineSend {
  /** The retry key of a push. */
  id: string
  via: 'reply' | 'push'
  replyToken: string | null
  /** The request's body, as JSON. */
  body: string
  /** In the order of the body. */
  messageIds: string[]
}

/** What a call to LINE is made of. */
interface ComposedMessage {
  message_type: string
  text: string | null
  image_url: string | null
  /** The picture of our own that `image_url` names. */
  own_picture: OwnPicture | null
}

/** A message of the outbox that no call of this release carries yet. */
export interface QueuedMessage extends ComposedMessage {
  message_id: string
  /** A server of the release before has pushed it with its id as retry key, or may have. */
  was_called: boolean
  /** LINE has another module of the account answer the customer. */
  is_standby: boolean
  /** Written so long ago that a person has to decide. */
  is_too_old: boolean
  /** A person sends it in the place of one with the same words, of which is known since that it has reached the customer. */
  has_arrived: boolean
  /** Nothing else keeps it from joining the call of the one before it. */
  may_join: boolean
  /** A person sends it in the place of one that was pushed alone and may have arrived, and LINE still remembers that push. */
  unknown_push: UnknownPush | null
}

/** A push of which it is not known whether LINE has taken it. */
interface UnknownPush {
  id: string
  body: string
}

/** Of some codes (`isUnknownDelivery`) it is not known whether LINE has taken it. */
export interface Failed {
  state: 'failed'
  errorCode: DeliveryErrorCode
  error: string
}

export const failed = (errorCode: DeliveryErrorCode, error: string): Failed => ({
  state: 'failed',
  errorCode,
  error,
})

/**
 * These three are asked for when a call is composed, and again when it is made: it may have waited, its customer been handed over, and
 * the answer to an earlier call come. What comes later still finds the call under way: LINE takes a push with the same retry key once.
 */
export const TOO_OLD = failed('answer_too_old', 'waited too long to be sent without a person who decides')
export const STANDBY = failed('line_standby', 'another module of the account answers this customer')

/** The customer has its words already: they would stand there twice. */
export const ARRIVED = failed(
  'withdrawn_arrived',
  'the message in whose place it was sent has arrived after all',
)

/** What is to be done for the oldest messages of a customer: a call, or to fail the first of them without one. */
export type Composed =
  | { messages: messagingApi.Message[]; ids: string[]; isReplyable: boolean; repeated: UnknownPush | null }
  | Failed

/**
 * What goes to LINE in the next call for a customer whose open messages are `queued`, oldest first: the first of them, and those behind
 * it that may go along. One that LINE would refuse stands alone, so that it takes no other down.
 */
export function composeCall(
  [head, ...rest]: readonly QueuedMessage[],
  config: MediaAddressConfig,
): Composed | undefined {
  if (head === undefined) return undefined
  const first = lineMessage(head, config)
  if ('state' in first) return first
  // Where an earlier push may have arrived, its repetition finds out.
  if (head.has_arrived && !head.was_called) return ARRIVED
  if (head.is_too_old && !head.was_called) return TOO_OLD
  if (head.is_standby && !head.was_called) return STANDBY
  const { unknown_push, was_called } = head
  const repeated = unknown_push !== null && isSameMessage(unknown_push, first) ? unknown_push : null
  const isReplyable = !was_called && repeated === null
  const call = { messages: [first], ids: [head.message_id], isReplyable, repeated }
  // Its retry key is known to LINE with this message alone.
  if (!isReplyable) return call
  for (const each of rest.slice(0, MESSAGES_PER_LINE_CALL - 1)) {
    const message = lineMessage(each, config)
    if (
      !each.may_join ||
      each.was_called ||
      each.unknown_push !== null ||
      each.has_arrived ||
      each.is_too_old ||
      'state' in message
    )
      break
    call.messages.push(message)
    call.ids.push(each.message_id)
  }
  return call
}

/** A message of ours as LINE takes it, a picture of our own at our public address and with our preview; or why LINE would not. */
export function lineMessage(
  { message_type, text, image_url, own_picture: own }: ComposedMessage,
  config: MediaAddressConfig,
): messagingApi.Message | Failed {
  if (message_type === 'text') return { type: 'text', text: text ?? '' }
  const link = image_url ?? ''
  const original = imageUrl(own === null ? link : lineAddress(config, own.key))
  const preview = imageUrl(own === null ? link : lineAddress(config, own.preview ?? own.key))
  if (original === null || preview === null)
    return failed('image_not_https', 'LINE takes https:// links alone')
  return { type: 'image', originalContentUrl: original, previewImageUrl: preview }
}

/** Only characters that an address may hold unencoded, and no port of another scheme. */
const PLAIN = /^https:\/\/[!-~]+$/

/** LINE takes https alone, and only addresses in ASCII. Null: it is none that can be given so. */
function imageUrl(link: string): string | null {
  if (PLAIN.test(link)) return link
  if (!URL.canParse(link)) return null
  // As a URL it has lost the port 80 of http, which no https answers on.
  const { protocol, href } = new URL(link)
  return /^https?:$/.test(protocol) ? href.replace(/^http:/, 'https:') : null
}

/** Answers with a token of the customer's. */
export function replyCall(token: string, messages: readonly messagingApi.Message[], ids: string[]): LineSend {
  const body = JSON.stringify({ replyToken: token, messages })
  return { id: randomUUID(), via: 'reply', replyToken: token, body, messageIds: ids }
}

const isSameMessage = ({ body }: UnknownPush, message: messagingApi.Message) =>
  JSON.stringify((JSON.parse(body) as { messages: unknown[] }).messages) === JSON.stringify([message])

/**
 * One message alone has its own id as retry key, as it had in the release before. One in whose place a push of unknown outcome is `repeated` is the same push
 * again, so that LINE takes it once.
 */
export function pushCall(
  to: string,
  messages: readonly messagingApi.Message[],
  ids: string[],
  repeated: UnknownPush | null = null,
): LineSend {
  if (repeated !== null) return { ...repeated, via: 'push', replyToken: null, messageIds: ids }
  const [only] = ids
  const id = only !== undefined && ids.length === 1 ? only : randomUUID()
  return { id, via: 'push', replyToken: null, body: JSON.stringify({ to, messages }), messageIds: ids }
}

/** The same messages as pushes: in one call, or each in a call of its own. */
export function pushesInstead(send: LineSend, to: string, how: 'together' | 'each'): LineSend[] {
  const { messages } = JSON.parse(send.body) as { messages: messagingApi.Message[] }
  if (how === 'together') return [pushCall(to, messages, send.messageIds)]
  return send.messageIds.flatMap((id, index) => {
    const message = messages[index]
    return message === undefined ? [] : [pushCall(to, [message], [id])]
  })
}
