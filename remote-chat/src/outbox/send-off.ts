import { isInvisible } from 'shared/contract/invisible-text.ts'
import { newId } from 'shared/contract/new-id.ts'
import { readPersonal, serverNow } from 'shared/session'
import { showToast } from 'shared/ui'
import type { ChatCache } from '../cache/chat-cache.ts'
import { allowUnkept, isKept, isOutboxLoaded, loadOutbox, updateOutbox } from './outbox.store.ts'
import { type PictureToUpload, type Press, press } from './outbox.ts'
import { saidWhenSlow, sayStillInField } from './said-when-slow.ts'
import { attachOutbox } from './send-outbox.ts'
import { trimBlankLines } from './trim-blank-lines.ts'
import { type Draft, editInField, forgetDraft, readDraft, takeDraft, unsentOwner } from './unsent.store.ts'

const NOT_KEPT =
  'เบราว์เซอร์นี้เก็บข้อความก่อนส่งไม่ได้ อาจเป็นโหมดส่วนตัวหรือพื้นที่เต็ม หากส่งอีกครั้ง ข้อความจะส่งโดยไม่มีสำเนา และจะหายไปถ้าปิดหน้าจอก่อนส่งเสร็จ'

/**
 * Sends off what stands in the field of a conversation: it leaves the field at once, so that a second press finds nothing
 * to send, and goes as soon as those before it have. It goes on when the conversation leaves the screen.
 */
export async function sendDraft(cache: ChatCache, ticketId: string, accepts: boolean): Promise<void> {
  const [owner, words] = [unsentOwner(), readDraft(ticketId)]
  if (isInvisible(words)) return
  // The words wait in the field until it is known what goes before them.
  if (!isOutboxLoaded()) {
    await saidWhenSlow(loadOutbox())
    if (unsentOwner() !== owner || readDraft(ticketId) === '') return
    if (readDraft(ticketId) !== words) return sayStillInField()
  }
  const draft = takeDraft(ticketId)
  if (draft === null) return
  const { retryOf = null, suggestionIds = [] } = draft
  const text = trimBlankLines(draft.text)
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

/** Sends chosen image files together; each is uploaded when its turn comes. Returns false in the same cases as `sendOff`. */
export function sendFiles(
  cache: ChatCache,
  ticketId: string,
  files: readonly { content: Blob; picture: PictureToUpload }[],
  accepts: boolean,
): Promise<boolean> {
  const batch = files.length > 1 ? { batch: newId() } : {}
  const messages = files.map(({ picture }) => ({ ticketId, text: '', picture, accepts, ...batch }))
  return sendAll(cache, ticketId, messages, { contents: files.map(({ content }) => content) })
}

/** Sends off a message once it is kept; where it cannot be, that is said, a draft goes back into the field, and the answer is false. */
export const sendOff = (
  cache: ChatCache,
  what: Omit<Press, 'id' | 'at'>,
  { draft }: { draft?: Draft } = {},
): Promise<boolean> => sendAll(cache, what.ticketId, [what], { draft })

/** Stores messages of one ticket, all or none. `contents`: their images, in the same order. */
async function sendAll(
  cache: ChatCache,
  ticketId: string,
  what: readonly Omit<Press, 'id' | 'at'>[],
  { draft, contents = [] }: { draft?: Draft | undefined; contents?: readonly Blob[] },
): Promise<boolean> {
  const person = unsentOwner()
  if (!isOutboxLoaded()) await saidWhenSlow(loadOutbox())
  if (unsentOwner() !== person) return true
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
  updateOutbox((outbox) => messages.reduce(press, outbox), {
    sentOff: draft && { ticketId, at: draft.at },
    pictures: new Map(contents.map((content, index) => [messages[index]?.id ?? '', content])),
  })
  // Noted down it survives this tab; where that failed the draft does, and is void once the database has the message.
  const isNoted = draft && person !== null && readPersonal(person, 'outbox').has(message.id)
  if (draft && isNoted) forgetDraft(ticketId, draft.at)
  const isSent = await saidWhenSlow(isKept(message.id))
  if (isSent || unsentOwner() !== person) return true
  if (draft) editInField(ticketId, [draft.text], draft.retryOf ?? null, draft.suggestionIds)
  allowUnkept()
  showToast({ tone: 'error', text: NOT_KEPT })
  return false
}
