/** What sends the messages of the outbox by itself: in turns, one tab at a time, again after a pause. */

import { notifyManager } from '@tanstack/react-query'
import { ApiError, backoff, hasErrorCode, isApiError, mayPass, postMessage } from 'shared/api'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import { serverNow } from 'shared/session'
import { showToast } from 'shared/ui'
import { type ChatCache, onMessageStored } from '../cache/chat-cache.ts'
import { acceptTicket } from '../ticket/accept-ticket.ts'
import { isMe } from '../viewer.ts'
import {
  abandonedOf,
  adoptAbandoned,
  isKept,
  isOutboxLoaded,
  loadOutbox,
  outboxWritten,
  readOutbox,
  readPicture,
  rereadOutbox,
  updateOutbox,
} from './outbox.store.ts'
import {
  arrived,
  begin,
  fail,
  isBusy,
  leave,
  nextStep,
  type Outbox,
  type OutboxMessage,
  resume,
  retry,
  uploaded,
} from './outbox.ts'
import { goesByItself } from './outbox-failures.ts'
import { withTicketLock } from './ticket-lock.ts'
import {
  beforeDraft,
  editInField,
  readDraftRetryOf,
  subscribeUnsent,
  tellUnsent,
  unsentOwner,
  writeDraft,
} from './unsent.store.ts'
import { tellUnsentMessage } from './unsent-notice.ts'
import { isUploadGivenUp, uploadPicture } from './upload-share.ts'

/** Before a message that lacked a connection or an answer is tried again. */
const PAUSES = { firstMs: 2_000, longestMs: 30_000 }

/** What the messages are sent through; null until a page of the chat room was there. */
let cacheInUse: ChatCache | null = null
/** The tickets, by person, that this tab sends for or waits to send for. */
const drained = new Set<string>()

/** From now on whatever changes in the outbox, here or in another tab, sends what may go then. */
export function attachOutbox(cache: ChatCache): void {
  cacheInUse = cache
  drainAll()
}

let seen = readOutbox()
subscribeUnsent(() => {
  if (readOutbox() === seen) return
  seen = readOutbox()
  drainAll()
})

// Scheduled with the cache's own notifications, so that the pending bubble goes in the frame in which the message appears.
onMessageStored((clientMessageId) => {
  if (readOutbox().some(({ id }) => id === clientMessageId))
    notifyManager.schedule(() => updateOutbox((outbox) => arrived(outbox, clientMessageId)))
})

/** Sends a message that has failed once more, for a person who says so or by itself. */
export function retryMessage(cache: ChatCache, { id }: OutboxMessage): void {
  attachOutbox(cache)
  updateOutbox((outbox) => retry(outbox, id))
}

/** By message, how often it has lacked a connection or an answer; kept until it arrives or the page goes. */
const tries = new Map<string, number>()

/** Retries a message after a pause if its failure is temporary, together with the failed messages that were chosen with it. */
function retryLater(cache: ChatCache, { id, batch }: OutboxMessage): void {
  const owner = unsentOwner()
  const failed = readOutbox().find((message) => message.id === id)
  if (failed === undefined || !goesByItself(failed, serverNow())) return
  const count = tries.get(id) ?? 0
  tries.set(id, count + 1)
  setTimeout(
    () => {
      const now = readOutbox().find((message) => message.id === id)
      if (unsentOwner() !== owner || now === undefined) return
      if (goesByItself(now, serverNow())) {
        const others = readOutbox().filter((each) => batch !== undefined && each.batch === batch)
        attachOutbox(cache)
        updateOutbox((outbox) =>
          [now, ...others.filter((each) => goesByItself(each, serverNow()))].reduce(
            (rest, each) => retry(rest, each.id),
            outbox,
          ),
        )
      }
      tellLeft(cache, serverNow())
    },
    backoff(count, PAUSES),
  )
}

/** The connection is back: resends the messages that failed for lack of it. */
export function resumeOutbox(cache: ChatCache, now: () => number = serverNow): void {
  // Where it could not be read before.
  void loadOutbox()
  for (const message of readOutbox()) if (goesByItself(message, now())) retryMessage(cache, message)
  attachOutbox(cache)
  tellLeft(cache, now())
}

/**
 * Whoever was told that a message goes by itself hears that it does not any more, and who comes back hears again of what needs them; so
 * do the marks of lists, which know no time.
 */
function tellLeft(cache: ChatCache, now: number): void {
  const left = readOutbox().filter((message) => message.state === 'failed' && !goesByItself(message, now))
  for (const message of left) tellUnsentMessage(cache, message, false)
  if (left.length > 0) tellUnsent()
}

function drainAll(): void {
  // What was kept before goes first: until it is known nothing goes.
  if (cacheInUse === null || !isOutboxLoaded()) return
  const outbox = readOutbox()
  for (const ticketId of new Set(outbox.map((message) => message.ticketId)))
    if (isBusy(outbox, ticketId)) void drain(cacheInUse, ticketId)
}

/**
 * Sends the messages of a ticket one after the other, until none may be sent; one tab at a time. While another tab sends, this
 * waits for it, so it goes on when that one is closed.
 */
async function drain(cache: ChatCache, ticketId: string): Promise<void> {
  const owner = unsentOwner()
  const name = `${owner} ${ticketId}`
  if (owner === null || drained.has(name)) return
  drained.add(name)
  await withTicketLock(owner, ticketId, async () => {
    try {
      // Stops when another person signs in meanwhile.
      while (unsentOwner() === owner) {
        await settleAbandoned(cache, ticketId)
        const { step, messages } = nextStep(readOutbox(), ticketId)
        const [next] = messages
        if (unsentOwner() !== owner || next === undefined) return
        // During the write another tab may have inserted a message before it, or one of these may have been withdrawn.
        if (!(await isKept(next.id)) || !isSame(nextStep(readOutbox(), ticketId).messages, messages)) continue
        updateOutbox((outbox) => begin(outbox, ticketId))
        await outboxWritten()
        // Another tab may have deleted some since.
        const ours = messages.filter(({ id }) => readOutbox().some((each) => each.id === id))
        if (unsentOwner() === owner && ours.length > 0) await (step === 'upload' ? upload : send)(cache, ours)
      }
    } finally {
      // At once after the last look, so that no change falls between.
      drained.delete(name)
    }
  })
}

const isSame = (one: Outbox, other: Outbox) =>
  one.length === other.length && one.every(({ id }, index) => id === other[index]?.id)

/** What a closed tab left on its way either has arrived or goes again. */
async function settleAbandoned(cache: ChatCache, ticketId: string): Promise<void> {
  if (abandonedOf(ticketId).length === 0) return
  await rereadOutbox(ticketId)
  for (const message of abandonedOf(ticketId))
    if (message.state === 'sending') await askWhetherStored(cache, message)
  adoptAbandoned(ticketId, serverNow())
  tellLeft(cache, serverNow())
}

/** Whether the server has a message; then it is in the conversation and no longer in the outbox. Null when the server could not be asked. */
export async function askWhetherStored(cache: ChatCache, message: OutboxMessage): Promise<boolean | null> {
  try {
    const { findStored } = await import(/* webpackChunkName: "stored" */ './find-stored.ts')
    const stored = await findStored(message)
    if (stored === undefined) return false
    cache.messages.apply(stored)
    await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    updateOutbox((outbox) => arrived(outbox, message.id))
    return true
  } catch (error) {
    console.warn('a conversation could not be read for a message that may be in it', error)
    return null
  }
}

/** Uploads images that were chosen together, one by one; each then waits for the others. A failed one does not block the rest. */
async function upload(cache: ChatCache, messages: Outbox): Promise<void> {
  const owner = unsentOwner()
  for (const message of messages)
    try {
      if (message.accepts && !(await accept(cache, message.ticketId))) return
      await linkOf(message)
      if (unsentOwner() === owner) updateOutbox((outbox) => resume(outbox, message.id))
    } catch (error) {
      if (unsentOwner() === owner) failed(cache, message, error, false)
    }
}

/** Sends a message, or uploaded images that were chosen together. */
async function send(cache: ChatCache, messages: Outbox): Promise<void> {
  const [message, ...others] = messages
  if (message === undefined) return
  const { id, ticketId, text, retryOf, suggestionIds = [] } = message
  const owner = unsentOwner()
  try {
    if (message.accepts && !(await accept(cache, ticketId))) return
    const imageUrl = await linkOf(message)
    // Whoever has signed in meanwhile sends nothing of the person before.
    if (unsentOwner() !== owner) return
    const place = retryOf === null ? {} : { retry_of: retryOf }
    const uses = suggestionIds.length === 0 ? {} : { suggestion_ids: [...suggestionIds] }
    const identity = { client_message_id: id, ...place, ...uses }
    const together = others.map((each) => ({ image_url: each.imageUrl ?? '', client_message_id: each.id }))
    const answer = await postMessage(
      ticketId,
      imageUrl === null
        ? { type: 'text', text, ...identity }
        : { type: 'image', image_url: imageUrl, ...identity, ...(together.length > 0 && { together }) },
    )
    const { together: alsoStored = [], ...first } = answer
    const stored = { ...first, client_message_id: first.client_message_id ?? id }
    for (const each of [stored, ...alsoStored]) {
      cache.messages.apply(each)
      cache.tickets.applyMessage(each, true)
    }
    await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    const ids = [id, ...alsoStored.flatMap(({ client_message_id }) => client_message_id ?? [])]
    updateOutbox((outbox) => ids.reduce(arrived, outbox))
    // A server that takes them one by one only has the first: the others are sent next.
    updateOutbox((outbox) => others.reduce((rest, each) => resume(rest, each.id), outbox))
    for (const each of ids) tries.delete(each)
    if (stored.client_message_id !== id && imageUrl === null && stored.text !== text)
      keepChanged(ticketId, text)
  } catch (error) {
    if (unsentOwner() !== owner) return
    for (const each of messages) failed(cache, each, error, mayPass(error))
  }
}

/** `holds`: whether later messages wait for this one. */
function failed(cache: ChatCache, message: OutboxMessage, error: unknown, holds: boolean): void {
  const { id, ticketId } = message
  if (isUploadGivenUp(error)) {
    updateOutbox((outbox) => arrived(outbox, id))
    return
  }
  console.warn('a message was not sent', error)
  const code = isApiError(error) ? error.code : 'unknown'
  updateOutbox((outbox) => fail(outbox, id, code, holds))
  retryLater(cache, message)
  if (hasErrorCode(error, 'ticket_closed')) cache.reloadTicket(ticketId)
  // It may have been stored nevertheless; the conversation shows whether it was.
  if (mayPass(error)) cache.catchUp(ticketId)
  tellUnsentMessage(cache, message)
}

/** The link of a message's picture, which is uploaded first where it has none; null for a text. */
async function linkOf({ id, imageUrl, picture }: OutboxMessage): Promise<string | null> {
  if (imageUrl !== null || !picture) return imageUrl
  const content = await readPicture(id)
  if (content === null) throw new ApiError('upload_empty', 422)
  const link = await uploadPicture(id, content, picture.name)
  updateOutbox((outbox) => uploaded(outbox, id, link))
  await outboxWritten()
  return link
}

/** Another tab or colleague was first to send the failed message again: changed words were not sent, and stand in the field. */
function keepChanged(ticketId: string, text: string): void {
  writeDraft(ticketId, beforeDraft(ticketId, [text]))
  showToast({ tone: 'info', text: 'มีผู้ส่งข้อความเดิมใหม่แล้ว ข้อความที่คุณแก้ไขยังไม่ได้ส่ง' })
}

/**
 * Takes the case for the person. False when somebody else has it: then nothing is sent and the words are in the field again.
 * @throws ApiError when the server could not be asked.
 */
async function accept(cache: ChatCache, ticketId: string): Promise<boolean> {
  const holder = cache.tickets.get(ticketId)?.assigned_to ?? null
  if (holder !== null) return isMe(holder) || handBack(ticketId, holder)
  const outcome = await acceptTicket(cache, ticketId)
  cache.reloadLists()
  return outcome.mine || handBack(ticketId, outcome.holder)
}

/** Words go back into the field; pictures, also those by a link, stay as they are, for a person to send or to delete. */
function handBack(ticketId: string, holder: StaffMember | null): false {
  const waiting = readOutbox().filter(
    (message) => message.ticketId === ticketId && message.accepts && message.state !== 'failed',
  )
  const [pictures, taken] = [
    waiting.filter(({ text }) => text === ''),
    waiting.filter(({ text }) => text !== ''),
  ]
  if (taken.length > 0) {
    const retryOf = taken.find((message) => message.retryOf !== null)?.retryOf ?? readDraftRetryOf(ticketId)
    const texts = taken.map(({ text }) => text)
    editInField(
      ticketId,
      texts,
      retryOf,
      taken.flatMap(({ suggestionIds = [] }) => suggestionIds),
    )
  }
  updateOutbox((outbox) => taken.reduce((rest, { id }) => arrived(rest, id), outbox))
  updateOutbox((outbox) => pictures.reduce((rest, { id }) => leave(rest, id, 'already_accepted'), outbox))
  showToast({
    tone: 'info',
    text: `${holder ? staffLabel(holder) : 'เพื่อนร่วมทีม'} รับเคสนี้แล้ว ข้อความของคุณยังไม่ได้ส่ง`,
  })
  return false
}
