import { isInvisible } from 'shared/contract/invisible-text.ts'
import { newId } from 'shared/contract/new-id.ts'
import { readPersonal, serverNow } from 'shared/session'
import { showToast } from 'shared/ui'
import type { ChatCache } from '../cache/chat-cache.ts'
import {
  type Draft,
  editInField,
  forgetDraft,
  pendingOwner,
  readDraft,
  startSendingDraft,
} from './drafts.store.ts'
import { notifySlowStorage, notifyStillInField } from './notify-storage-timeout.ts'
import { allowUnstored, isOutboxLoaded, loadOutbox, maySend, updateOutbox } from './outbox.store.ts'
import { addToOutbox, type ImageToUpload, type NewOutboxMessage } from './outbox.ts'
import { attachOutbox } from './send-outbox.ts'
import { trimBlankLines } from './trim-blank-lines.ts'

const NOT_STORED =
  'เบราว์เซอร์นี้เก็บข้อความก่อนส่งไม่ได้ อาจเป็นโหมดส่วนตัวหรือพื้นที่เต็ม หากส่งอีกครั้ง ข้อความจะส่งโดยไม่มีสำเนา และจะหายไปถ้าปิดหน้าจอก่อนส่งเสร็จ'

/** Sends the draft. The field is emptied immediately, so that a second click sends nothing. */
export async function sendDraft(cache: ChatCache, ticketId: string, accepts: boolean): Promise<void> {
  const [owner, words] = [pendingOwner(), readDraft(ticketId)]
  if (isInvisible(words)) return
  // The text remains in the field until earlier messages are loaded.
  if (!isOutboxLoaded()) {
    await notifySlowStorage(loadOutbox())
    if (pendingOwner() !== owner || readDraft(ticketId) === '') return
    if (readDraft(ticketId) !== words) return notifyStillInField()
  }
  const draft = startSendingDraft(ticketId)
  if (draft === null) return
  const { retryOf = null, suggestionIds = [] } = draft
  const text = trimBlankLines(draft.text)
  await sendWhenStored(cache, { ticketId, text, accepts, retryOf, suggestionIds }, { draft })
}

/** Sends an image by its URL, after the pending messages. The draft remains in the field. */
export function sendImage(
  cache: ChatCache,
  ticketId: string,
  image: { imageUrl: string; suggestionIds: readonly string[] },
  accepts: boolean,
): void {
  void sendWhenStored(cache, { ticketId, text: '', ...image, accepts })
}

/** Sends image files once they are stored. If they cannot be stored, warns the user and returns false. */
export function sendFiles(
  cache: ChatCache,
  ticketId: string,
  files: readonly { content: Blob; image: ImageToUpload }[],
  accepts: boolean,
): Promise<boolean> {
  const batch = files.length > 1 ? { batch: newId() } : {}
  const messages = files.map(({ image }) => ({ ticketId, text: '', image, accepts, ...batch }))
  return sendAll(cache, ticketId, messages, { contents: files.map(({ content }) => content) })
}

/** Sends a message once it is stored. If it cannot be stored, warns the user, restores the draft and returns false. */
export const sendWhenStored = (
  cache: ChatCache,
  what: Omit<NewOutboxMessage, 'id' | 'at'>,
  { draft }: { draft?: Draft } = {},
): Promise<boolean> => sendAll(cache, what.ticketId, [what], { draft })

/** Stores messages of one ticket, all or none. `contents` are their images, in the same order. */
async function sendAll(
  cache: ChatCache,
  ticketId: string,
  what: readonly Omit<NewOutboxMessage, 'id' | 'at'>[],
  { draft, contents = [] }: { draft?: Draft | undefined; contents?: readonly Blob[] },
): Promise<boolean> {
  const owner = pendingOwner()
  if (!isOutboxLoaded()) await notifySlowStorage(loadOutbox())
  if (pendingOwner() !== owner) return true
  const customer = cache.tickets.get(ticketId)?.profile.display_name
  const messages = what.map((each) => ({
    id: newId(),
    at: new Date(serverNow()).toISOString(),
    ...each,
    ...(customer && { customer }),
  }))
  const [message] = messages
  if (message === undefined) return true
  attachOutbox(cache)
  updateOutbox((outbox) => messages.reduce(addToOutbox, outbox), {
    sentOff: draft && { ticketId, at: draft.at },
    images: new Map(contents.map((content, index) => [messages[index]?.id ?? '', content])),
  })
  // If localStorage has no copy of the message, the draft serves as the copy until the message is in the database.
  const isNoted = draft && owner !== null && readPersonal(owner, 'outbox').has(message.id)
  if (draft && isNoted) forgetDraft(ticketId, draft.at)
  const isSent = await notifySlowStorage(maySend(message.id))
  if (isSent || pendingOwner() !== owner) return true
  if (draft) editInField(ticketId, [draft.text], draft.retryOf ?? null, draft.suggestionIds)
  allowUnstored()
  showToast({ tone: 'error', text: NOT_STORED })
  return false
}
