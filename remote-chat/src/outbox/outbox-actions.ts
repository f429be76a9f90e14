/** What a person does with messages that have not reached the customer: sends them again, withdraws them, takes them into the field. */
import { isWithdrawn } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { showToast } from 'shared/ui'
import type { ChatCache } from '../cache/chat-cache.ts'
import { isOutboxLoaded, loadOutbox, readOutbox, updateOutbox } from './outbox.store.ts'
import { type OutboxMessage, withdraw } from './outbox.ts'
import { mayBeStored } from './outbox-failures.ts'
import { saidWhenSlow } from './said-when-slow.ts'
import { sendOff } from './send-off.ts'
import { askWhetherStored, attachOutbox } from './send-outbox.ts'
import { editInField, readDraft, readDraftRetryOf } from './unsent.store.ts'
import { cancelUpload } from './upload-share.ts'

/** Sends a message that did not reach the customer once more, in a new one that takes its place. */
export async function sendAgain(cache: ChatCache, message: Message): Promise<void> {
  if (!isOutboxLoaded()) await saidWhenSlow(loadOutbox())
  if (!canSendAgain(message) || readOutbox().some(({ retryOf }) => retryOf === message.id)) return
  const { id, ticket_id, text, image_url } = message
  const content = isImage(message) ? { text: '', imageUrl: image_url } : { text: text ?? '' }
  await sendOff(cache, { ticketId: ticket_id, ...content, accepts: false, retryOf: id })
}

/** A text, or a picture whose link is known; not one that was taken back. */
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
  // Given up there, it leaves the outbox as well.
  if (cancelUpload(id)) return
  attachOutbox(cache)
  updateOutbox((outbox) => withdraw(outbox, id))
}

/**
 * Takes a message that has not gone back into the field, before whatever stands there. One that may have been stored although
 * its answer was lost is looked for first: there it would be sent twice.
 */
export async function editMessage(cache: ChatCache, message: OutboxMessage): Promise<void> {
  if (message.state === 'failed' && mayBeStored(message)) {
    const isStored = await askWhetherStored(cache, message)
    const now = readOutbox().find(({ id }) => id === message.id)
    if (isStored || now === undefined) {
      // Heard from the conversation; else another press or another tab has taken it into the field.
      if (isStored) showToast({ tone: 'info', text: 'ข้อความนี้ส่งไปแล้ว จึงไม่ต้องแก้ไขหรือส่งใหม่' })
      return
    }
    // Tried again meanwhile.
    if (now.state !== 'failed') return
    if (isStored === null)
      showToast({
        tone: 'error',
        text: 'ตรวจสอบไม่ได้ว่าข้อความนี้ส่งไปแล้วหรือไม่ หากส่งใหม่ ลูกค้าอาจได้รับข้อความซ้ำ',
      })
  }
  takeIntoField(cache, message)
}

function takeIntoField(cache: ChatCache, message: OutboxMessage): void {
  const { ticketId, text, failure, suggestionIds } = message
  const retryOf = failure === 'not_failed' ? null : (message.retryOf ?? readDraftRetryOf(ticketId))
  editInField(ticketId, [text], retryOf, suggestionIds)
  withdrawMessage(cache, message)
}

/** Puts a message that LINE did not take into the field, when that is empty; what is sent then takes its place. */
export function editAgain(message: Message): void {
  const { id, ticket_id, text } = message
  if (canSendAgain(message) && text !== null && readDraft(ticket_id).trim() === '')
    editInField(ticket_id, [text], id)
}
