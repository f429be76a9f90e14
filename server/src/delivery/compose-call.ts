import { randomUUID } from 'node:crypto'
import type { messagingApi } from '@line/bot-sdk'
import type { DeliveryErrorCode } from 'shared/contract/messages/delivery.ts'
import type { OwnMedia } from '../media/public-media.ts'
import { lineMessage } from './line-message.ts'

/** LINE takes so many messages in one call. */
export const MESSAGES_A_CALL = 5

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

/** A message of the outbox that no call of this release carries yet. */
export interface QueuedMessage extends Record<string, unknown> {
  message_id: string
  message_type: string
  text: string | null
  image_url: string | null
  /** A server of the release before has pushed it with its id as retry key, or may have. */
  was_called: boolean
  /** LINE has another module of the account answer the customer. */
  is_standby: boolean
  /** Written so long ago that a person has to decide. */
  is_too_old: boolean
  /** Nothing else keeps it from joining the call of the one before it. */
  may_join: boolean
  /** A person sends it in the place of one that was pushed alone and may have arrived, and LINE still remembers that push. */
  asked: AskedPush | null
}

/** A push of which it is not known whether LINE has taken it. */
interface AskedPush {
  id: string
  body: string
}

/** What is to be done for the oldest messages of a customer: a call, or to fail the first of them without one. */
export type Composed =
  | { messages: messagingApi.Message[]; ids: string[]; isReplyable: boolean; asked: AskedPush | null }
  | { failure: { code: DeliveryErrorCode; detail: string } }

/**
 * What goes to LINE in the next call for a customer whose open messages are `queued`, oldest first: the first of them, and those behind
 * it that may go along. One that LINE would refuse stands alone, so that it takes no other down.
 */
export function composeCall(
  [head, ...rest]: readonly QueuedMessage[],
  ownMedia: ReadonlyMap<string, OwnMedia>,
): Composed | undefined {
  if (head === undefined) return undefined
  const first = lineMessage(head, ownMedia)
  if ('error' in first) return failure(first.error, first.detail)
  if (head.is_too_old && !head.was_called)
    return failure('answer_too_old', 'waited too long to be sent without a person who decides')
  // Where an earlier push may have arrived, its repetition finds out.
  if (head.is_standby && !head.was_called) return { failure: STANDBY_FAILURE }
  const { asked, was_called } = head
  const isAsked = asked !== null && isSameMessage(asked, first)
  const isReplyable = !was_called && !isAsked
  const call = { messages: [first], ids: [head.message_id], isReplyable, asked: isAsked ? asked : null }
  // Its retry key is known to LINE with this message alone.
  if (!isReplyable) return call
  for (const each of rest.slice(0, MESSAGES_A_CALL - 1)) {
    const message = lineMessage(each, ownMedia)
    if (!each.may_join || each.was_called || each.asked !== null || each.is_too_old || 'error' in message)
      break
    call.messages.push(message)
    call.ids.push(each.message_id)
  }
  return call
}

export const STANDBY_FAILURE = {
  code: 'line_standby',
  detail: 'another module of the account answers this customer',
} as const

const failure = (code: DeliveryErrorCode, detail: string): Composed => ({ failure: { code, detail } })

/** Answers with a token of the customer's. */
export function replyCall(token: string, messages: readonly messagingApi.Message[], ids: string[]): LineSend {
  const body = JSON.stringify({ replyToken: token, messages })
  return { id: randomUUID(), via: 'reply', replyToken: token, body, messageIds: ids }
}

const isSameMessage = ({ body }: AskedPush, message: messagingApi.Message) =>
  JSON.stringify((JSON.parse(body) as { messages: unknown[] }).messages) === JSON.stringify([message])

/**
 * One message alone has its own id as retry key, as it had in the release before. One that repeats what was `asked` is the same push
 * again, so that LINE takes it once.
 */
export function pushCall(
  to: string,
  messages: readonly messagingApi.Message[],
  ids: string[],
  asked: AskedPush | null = null,
): LineSend {
  if (asked !== null) return { ...asked, via: 'push', replyToken: null, messageIds: ids }
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
