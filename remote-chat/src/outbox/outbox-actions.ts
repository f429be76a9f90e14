/** What a person does with the messages of the outbox: sends, withdraws, takes back into the field. */
import { isWithdrawn } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { readPersonal } from 'shared/session'
import { showToast } from 'shared/ui'
import type { ChatCache } from '../cache/chat-cache.ts'
import { allowUnkept, isKept, isOutboxLoaded, loadOutbox, readOutbox, updateOutbox } from './outbox.store.ts'
import { type OutboxMessage, type PictureToUpload, type Press, press, withdraw } from './outbox.ts'
import { mayBeStored } from './outbox-failures.ts'
import { saidWhenSlow, sayStillInField } from './said-when-slow.ts'
import { askWhetherStored, attachOutbox } from './send-outbox.ts'
import {
  type Draft,
  editInField,
  forgetDraft,
  readDraft,
  readDraftRetryOf,
  takeDraft,
  unsentOwner,
} from './unsent.store.ts'
import { cancelUpload } from './upload-share.ts'

const NOT_KEPT =
  'เบราว์เซอร์นี้เก็บข้อความก่อนส่งไม่ได้ อาจเป็นโหมดส่วนตัวหรือพื้นที่เต็ม หากส่งอีกครั้ง ข้อความจะส่งโดยไม่มีสำเนา และจะหายไปถ้าปิดหน้าจอก่อนส่งเสร็จ'

/**
 * Sends off what stands in the field of a conversation: it leaves the field at once, so that a second press finds nothing
 * to send, and goes as soon as those before it have. It goes on when the conversation leaves the screen.
 */
export async function sendDraft(cache: ChatCache, ticketId: string, accepts: boolean): Promise<void> {
  const [owner, words] = [unsentOwner(), readDraft(ticketId)]
  if (words.trim() === '') return
  // The words wait in the field until it is known what goes before them.
  if (!isOutboxLoaded()) {
    await saidWhenSlow(loadOutbox())
    if (unsentOwner() !== owner || readDraft(ticketId) === '') return
    if (readDraft(ticketId) !== words) return sayStillInField()
  }
  const draft = takeDraft(ticketId)
  if (draft === null) return
  const { text, retryOf = null, suggestionIds = [] } = draft
  await sendOff(cache, { ticketId, text, accepts, retryOf, suggestionIds }, { draft })
}

/** Sends a picture by its link, behind what waits already; what stands in the field stays there. */
export function sendPicture(
  cache: ChatCache,
  ticketId: string,
  picture: { imageUrl: string; suggestionIds: readonly string[] },
  accepts: boolean,
): void {
  void sendOff(cache, { ticketId, text: '', ...picture, accepts })
}

/** Sends a picture of this device: it is uploaded once its turn has come. */
export async function sendFile(
  cache: ChatCache,
  ticketId: string,
  content: Blob,
  picture: PictureToUpload,
  accepts: boolean,
): Promise<void> {
  await sendOff(cache, { ticketId, text: '', picture, accepts }, { content })
}

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

/** Sends off a message once it is kept; where it cannot be, that is said, and a draft goes back into the field. */
async function sendOff(
  cache: ChatCache,
  what: Omit<Press, 'id' | 'at'>,
  { draft, content }: { draft?: Draft; content?: Blob } = {},
): Promise<void> {
  const person = unsentOwner()
  const { ticketId } = what
  if (!isOutboxLoaded()) await saidWhenSlow(loadOutbox())
  if (unsentOwner() !== person) return
  const message = { id: crypto.randomUUID(), at: new Date().toISOString(), ...what }
  attachOutbox(cache)
  updateOutbox((outbox) => press(outbox, message), {
    sentOff: draft && { ticketId, at: draft.at },
    pictures: content && new Map([[message.id, content]]),
  })
  // Noted down it survives this tab; where that failed the draft does, and is void once the database has the message.
  const isNoted = draft && person !== null && readPersonal(person, 'outbox').has(message.id)
  if (draft && isNoted) forgetDraft(ticketId, draft.at)
  const isSent = await saidWhenSlow(isKept(message.id))
  if (unsentOwner() !== person) return
  if (isSent) return
  if (draft) editInField(ticketId, [draft.text], draft.retryOf ?? null)
  allowUnkept()
  showToast({ tone: 'error', text: NOT_KEPT })
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
  const { ticketId, text, failure } = message
  const retryOf = failure === 'not_failed' ? null : (message.retryOf ?? readDraftRetryOf(ticketId))
  editInField(ticketId, [text], retryOf)
  withdrawMessage(cache, message)
}

/** Puts a message that LINE did not take into the field, when that is empty; what is sent then takes its place. */
export function editAgain(message: Message): void {
  const { id, ticket_id, text } = message
  if (canSendAgain(message) && text !== null && readDraft(ticket_id).trim() === '')
    editInField(ticket_id, [text], id)
}
