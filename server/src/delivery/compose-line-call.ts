import { randomUUID } from 'node:crypto'
import type { messagingApi } from '@line/bot-sdk'
import { MESSAGES_PER_LINE_CALL } from 'shared/contract/constants.ts'
import type { DeliveryErrorCode } from 'shared/contract/messages/delivery.ts'
import { lineAddress, type MediaAddressConfig, type OwnImage } from '../media/public-media.ts'

/** A stored request that sends messages to LINE. A retry repeats the request byte for byte. */
export interface LineSend {
  /** Id of the request; also the retry key of a push. */
  id: string
  via: 'reply' | 'push'
  replyToken: string | null
  body: string
  /** Ids of the sent messages, in the order of the request body. */
  messageIds: string[]
}

interface ComposedMessage {
  message_type: string
  text: string | null
  image_url: string | null
  own_image: OwnImage | null
}

export interface QueuedMessage extends ComposedMessage {
  message_id: string
  /** True when LINE has given control of the chat to another module of the channel. */
  is_standby: boolean
  /** True when the message is so old that staff must decide whether to send it. */
  is_too_old: boolean
  /** True for a resent message when its original, with the same content, was delivered after all. */
  has_arrived: boolean
  /** True when the message can be added to the previous message's request, because it is due and has no request yet. */
  may_join: boolean
  /** Original push of a resent message, to be repeated; null if its outcome is known or LINE forgot its retry key. */
  unknown_push: UnknownPush | null
}

interface UnknownPush {
  id: string
  body: string
}

/** A failed message with its error code. If `isUnknownDelivery` is true for the code, LINE may have delivered it. */
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

/** Reasons not to send, checked when a request is composed and again before it is sent, since states may change. */
export const TOO_OLD = failed('answer_too_old', 'waited too long to be sent without a decision by staff')
export const STANDBY = failed('line_standby', 'another module of the channel replies to this customer')

export const ARRIVED = failed('withdrawn_arrived', 'the message that it replaces was delivered after all')

export type Composed =
  | { messages: messagingApi.Message[]; ids: string[]; isReplyable: boolean; repeated: UnknownPush | null }
  | Failed

/** Expects messages oldest first. A message that LINE would refuse is sent alone, so that the others succeed. */
export function composeLineCall(
  [head, ...rest]: readonly QueuedMessage[],
  config: MediaAddressConfig,
): Composed | undefined {
  if (head === undefined) return undefined
  const first = lineMessage(head, config)
  if ('state' in first) return first
  if (head.has_arrived) return ARRIVED
  if (head.is_too_old) return TOO_OLD
  if (head.is_standby) return STANDBY
  const { unknown_push } = head
  const repeated = unknown_push !== null && isSameMessage(unknown_push, first) ? unknown_push : null
  const isReplyable = repeated === null
  const call = { messages: [first], ids: [head.message_id], isReplyable, repeated }
  // Adds no other messages, because LINE knows this retry key from a request with only this message.
  if (!isReplyable) return call
  for (const each of rest.slice(0, MESSAGES_PER_LINE_CALL - 1)) {
    const message = lineMessage(each, config)
    if (
      !each.may_join ||
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

export function lineMessage(
  { message_type, text, image_url, own_image: own }: ComposedMessage,
  config: MediaAddressConfig,
): messagingApi.Message | Failed {
  if (message_type === 'text') return { type: 'text', text: text ?? '' }
  const link = image_url ?? ''
  const original = imageUrl(own === null ? link : lineAddress(config, own.key))
  const preview = imageUrl(own === null ? link : lineAddress(config, own.preview ?? own.key))
  if (original === null || preview === null)
    return failed('image_not_https', 'LINE accepts only https:// links')
  return { type: 'image', originalContentUrl: original, previewImageUrl: preview }
}

const PLAIN_URL = /^https:\/\/[!-~]+$/

/** Returns a link as an https URL in ASCII, as LINE requires; null when it cannot be converted. */
function imageUrl(link: string): string | null {
  if (PLAIN_URL.test(link)) return link
  if (!URL.canParse(link)) return null
  // `URL` removes the default port 80 of an http link, so that the https link uses port 443.
  const { protocol, href } = new URL(link)
  return /^https?:$/.test(protocol) ? href.replace(/^http:/, 'https:') : null
}

export function replyCall(token: string, messages: readonly messagingApi.Message[], ids: string[]): LineSend {
  const body = JSON.stringify({ replyToken: token, messages })
  return { id: randomUUID(), via: 'reply', replyToken: token, body, messageIds: ids }
}

const isSameMessage = ({ body }: UnknownPush, message: messagingApi.Message) =>
  JSON.stringify((JSON.parse(body) as { messages: unknown[] }).messages) === JSON.stringify([message])

/** A single message's id is also its retry key. `repeated`: a push with unknown outcome; LINE ignores duplicates. */
export function pushCall(
  to: string,
  messages: readonly messagingApi.Message[],
  ids: string[],
  repeated: UnknownPush | null = null,
): LineSend {
  if (repeated !== null) return { ...repeated, via: 'push', replyToken: null, messageIds: ids }
  const [singleId] = ids
  const id = singleId !== undefined && ids.length === 1 ? singleId : randomUUID()
  return { id, via: 'push', replyToken: null, body: JSON.stringify({ to, messages }), messageIds: ids }
}

export function asPushes(send: LineSend, to: string, how: 'together' | 'each'): LineSend[] {
  const { messages } = JSON.parse(send.body) as { messages: messagingApi.Message[] }
  if (how === 'together') return [pushCall(to, messages, send.messageIds)]
  return send.messageIds.flatMap((id, index) => {
    const message = messages[index]
    return message === undefined ? [] : [pushCall(to, [message], [id])]
  })
}
