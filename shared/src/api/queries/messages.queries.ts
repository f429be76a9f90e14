import type { ResponseOf } from '../../contract/define-call.ts'
import { listMessages } from '../../contract/messages/list-messages.call.ts'
import { type SendBody, sendMessage } from '../../contract/messages/send-message.call.ts'
import { sendMessageNow } from '../../contract/messages/send-message-now.call.ts'
import { withdrawMessage } from '../../contract/messages/withdraw-message.call.ts'
import { deskApi } from '../desk-api.ts'

export const messageFamilyKey = ['messages'] as const
export const messagesKey = (ticketId: string) => ['messages', ticketId] as const

/** Range of the messages to fetch. Default: the newest messages. */
export interface MessageRange {
  limit?: number
  after_seq?: number
  before_seq?: number
  after_revision?: number
}

export type MessagePage = ResponseOf<typeof listMessages>

export function fetchMessages(ticketId: string, range: MessageRange, signal?: AbortSignal) {
  return deskApi.call(listMessages, { params: { id: ticketId }, query: range, signal })
}

export function postMessage(ticketId: string, body: SendBody) {
  return deskApi.call(sendMessage, { params: { id: ticketId }, body })
}

/** Withdraws a message for all staff members, not only for the user. */
export function postWithdraw(ticketId: string, messageId: string) {
  return deskApi.call(withdrawMessage, { params: { id: ticketId, message_id: messageId } })
}

export function postSendNow(ticketId: string, messageId: string) {
  return deskApi.call(sendMessageNow, { params: { id: ticketId, message_id: messageId } })
}
