import { isWithdrawn } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { showToast } from 'shared/ui'
import type { ChatCache } from '../cache/chat-cache.ts'
import { editInField, readDraft, readDraftRetryOf } from './drafts.store.ts'
import { notifySlowStorage } from './notify-storage-timeout.ts'
import { isOutboxLoaded, loadOutbox, readOutbox } from './outbox.store.ts'
import type { OutboxMessage } from './outbox.ts'
import { dispatchOutbox } from './outbox-events.ts'
import { mayBeStored } from './outbox-failures.ts'
import { sendWhenStored } from './send-messages.ts'
import { attachOutbox, checkStored } from './send-outbox.ts'
import { cancelUpload } from './upload-progress.ts'

export async function sendAgain(cache: ChatCache, message: Message): Promise<void> {
  if (!isOutboxLoaded()) await notifySlowStorage(loadOutbox())
  if (!canSendAgain(message) || readOutbox().some(({ retryOf }) => retryOf === message.id)) return
  const { id, ticket_id, text, image_url } = message
  const content = isImage(message) ? { text: '', imageUrl: image_url } : { text: text ?? '' }
  await sendWhenStored(cache, { ticketId: ticket_id, ...content, accepts: false, retryOf: id })
}

export function canSendAgain(message: Message): boolean {
  if (isWithdrawn(message.delivery_error)) return false
  return isImage(message)
    ? message.image_url !== null
    : message.message_type === 'text' && message.text !== null
}

function isImage({ message_type }: Message): boolean {
  return message_type === 'image'
}

export function withdrawMessage(cache: ChatCache, { id }: OutboxMessage): void {
  // Cancelling the upload also removes the message from the outbox.
  if (cancelUpload(id)) return
  attachOutbox(cache)
  dispatchOutbox('withdraw', [id])
}

/** Searches the server first if the message may have been stored, so that the text is not sent twice. */
export async function editMessage(cache: ChatCache, message: OutboxMessage): Promise<void> {
  if (message.state === 'failed' && mayBeStored(message)) {
    const isStored = await checkStored(cache, message)
    const now = readOutbox().find(({ id }) => id === message.id)
    if (isStored || now === undefined) {
      // If the message left the outbox unstored, another click or tab has already returned its text to the field.
      if (isStored) showToast({ tone: 'info', text: 'ข้อความนี้ส่งไปแล้ว จึงไม่ต้องแก้ไขหรือส่งใหม่' })
      return
    }
    // The message was retried during the search on the server, so it cannot be edited any more.
    if (now.state !== 'failed') return
    if (isStored === null)
      showToast({
        tone: 'error',
        text: 'ตรวจสอบไม่ได้ว่าข้อความนี้ส่งไปแล้วหรือไม่ หากส่งใหม่ ลูกค้าอาจได้รับข้อความซ้ำ',
      })
  }
  moveToField(cache, message)
}

function moveToField(cache: ChatCache, message: OutboxMessage): void {
  const { ticketId, text, failure, suggestionIds } = message
  const retryOf = failure === 'not_failed' ? null : (message.retryOf ?? readDraftRetryOf(ticketId))
  editInField(ticketId, [text], retryOf, suggestionIds)
  withdrawMessage(cache, message)
}

export function editAgain(message: Message): void {
  const { id, ticket_id, text } = message
  if (canSendAgain(message) && text !== null && readDraft(ticket_id).trim() === '')
    editInField(ticket_id, [text], id)
}
