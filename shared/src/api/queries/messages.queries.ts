import type { ResponseOf } from '../../contract/define-call.ts'
import { listMessages } from '../../contract/messages/list-messages.call.ts'
import { type SendBody, sendMessage } from '../../contract/messages/send-message.call.ts'
import { sendMessageNow } from '../../contract/messages/send-message-now.call.ts'
import { withdrawMessage } from '../../contract/messages/withdraw-message.call.ts'
import { deskApi } from '../desk-api.ts'

export const messageFamilyKey = ['messages'] as const
export const messagesKey = (ticketId: string) => ['messages', ticketId] as const

/**
 * Requested range of a conversation: the newest messages, those after or before a sequence number, or those created
 * or changed after a revision.
 */
export interface MessageRange {
  limit?: number
  after_seq?: number
  before_seq?: number
  after_revision?: number
}

/** Response with a range of a conversation: messages, oldest first, and the timeline events between them. */
export type MessagePage = ResponseOf<typeof listMessages>

export function fetchMessages(ticketId: string, range: MessageRange, signal?: AbortSignal) {
  return deskApi.call(listMessages, { params: { id: ticketId }, query: range, signal })
}

/** Sends a text or images. Idempotent: a repeated `client_message_id` returns the stored message. */
export function postMessage(ticketId: string, body: SendBody) {
  return deskApi.call(sendMessage, { params: { id: ticketId }, body })
}

/** Withdraws a message that did not reach the customer, for all staff members. Returns the updated message. */
export function postWithdraw(ticketId: string, messageId: string) {
  return deskApi.call(withdrawMessage, { params: { id: ticketId, message_id: messageId } })
}

/** Sends a pending message immediately instead of at its next retry. Returns the message unchanged. */
export function postSendNow(ticketId: string, messageId: string) {
  return deskApi.call(sendMessageNow, { params: { id: ticketId, message_id: messageId } })
}
