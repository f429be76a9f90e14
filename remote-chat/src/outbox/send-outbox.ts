/** Sends the messages of the outbox: in order, in one tab at a time, with retries. */

import { notifyManager } from '@tanstack/react-query'
import { ApiError, backoff, hasErrorCode, isApiError, isRetryable, postMessage } from 'shared/api'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import { serverNow } from 'shared/session'
import { showToast } from 'shared/ui'
import { type ChatCache, onMessageStored } from '../cache/chat-cache.ts'
import { isMe } from '../signed-in-user.ts'
import { acceptTicket } from '../ticket/accept-ticket.ts'
import {
  beforeDraft,
  editInField,
  notifyPendingChanged,
  pendingOwner,
  readDraftRetryOf,
  subscribePending,
  writeDraft,
} from './drafts.store.ts'
import {
  abandonedOf,
  isOutboxLoaded,
  loadOutbox,
  maySend,
  outboxStored,
  readImage,
  readOutbox,
  rereadOutbox,
  updateOutbox,
} from './outbox.store.ts'
import { isBusy, nextStep, type Outbox, type OutboxMessage, uploaded } from './outbox.ts'
import { adoptAbandoned, dispatchOutbox } from './outbox-events.ts'
import { isRetriedAutomatically } from './outbox-failures.ts'
import { notifyFailedMessage } from './pending-message-notification.ts'
import { withTicketLock } from './ticket-lock.ts'
import { isUploadCancelled, uploadImage } from './upload-progress.ts'

const PAUSES = { firstMs: 2_000, longestMs: 30_000 }

/** Cache that receives the sent messages; null until a chat page has been open. */
let cacheInUse: ChatCache | null = null
const drainedOutboxes = new Set<string>()

/** Starts sending: from now on every change of the outbox, here or in another tab, sends what can be sent. */
export function attachOutbox(cache: ChatCache): void {
  cacheInUse = cache
  drainAll()
}

subscribePending(drainAll)

// Scheduled with the cache's own notifications, so that the pending bubble disappears in the frame in which the message
// appears.
onMessageStored((clientMessageId) => {
  if (readOutbox().some(({ id }) => id === clientMessageId))
    notifyManager.schedule(() => dispatchOutbox('remove', [clientMessageId]))
})

export function retryMessage(cache: ChatCache, { id }: OutboxMessage): void {
  attachOutbox(cache)
  dispatchOutbox('retry', [id])
}

/** Number of failures by message, kept until the message arrives or the page is closed. */
const tries = new Map<string, number>()

function retryLater(cache: ChatCache, { id, batch }: OutboxMessage): void {
  const owner = pendingOwner()
  const isIt = (message: OutboxMessage) => message.id === id
  const due = () => readOutbox().filter((message) => isRetriedAutomatically(message, serverNow()))
  if (!due().some(isIt)) return
  const count = tries.get(id) ?? 0
  tries.set(id, count + 1)
  const again = () => {
    if (pendingOwner() !== owner || !readOutbox().some(isIt)) return
    const isTogether = (each: OutboxMessage) => batch !== undefined && each.batch === batch
    if (due().some(isIt))
      dispatchOutbox('retry', idsOf(due().filter((each) => isIt(each) || isTogether(each))))
    notifyLeft(cache, serverNow())
  }
  setTimeout(again, backoff(count, PAUSES))
}

export function resumeOutbox(cache: ChatCache, now: () => number = serverNow): void {
  // Loads the outbox again, because an earlier attempt may have failed.
  void loadOutbox()
  for (const message of readOutbox()) if (isRetriedAutomatically(message, now())) retryMessage(cache, message)
  attachOutbox(cache)
  notifyLeft(cache, now())
}

/** Announces failed messages that are not retried automatically, and updates their indicators in the lists. */
function notifyLeft(cache: ChatCache, now: number): void {
  const left = readOutbox().filter(
    (message) => message.state === 'failed' && !isRetriedAutomatically(message, now),
  )
  for (const message of left) notifyFailedMessage(cache, message, false)
  if (left.length > 0) notifyPendingChanged()
}

function drainAll(): void {
  // Nothing is sent before the stored messages are loaded, because those are sent first.
  if (cacheInUse === null || !isOutboxLoaded()) return
  const outbox = readOutbox()
  for (const ticketId of new Set(outbox.map((message) => message.ticketId)))
    if (isBusy(outbox, ticketId)) void drain(cacheInUse, ticketId)
}

/** Sends a ticket's messages in one tab at a time: waits until another tab that sends them has ended or is closed. */
async function drain(cache: ChatCache, ticketId: string): Promise<void> {
  const owner = pendingOwner()
  const name = `${owner} ${ticketId}`
  if (owner === null || drainedOutboxes.has(name)) return
  drainedOutboxes.add(name)
  await withTicketLock(owner, ticketId, async () => {
    try {
      while (pendingOwner() === owner) {
        await settleAbandoned(cache, ticketId)
        const { step, messages } = nextStep(readOutbox(), ticketId)
        const [next] = messages
        if (pendingOwner() !== owner || next === undefined) return
        // Starts again when, during the write, another tab inserted an earlier message or the user withdrew a message.
        if (!(await maySend(next.id)) || !isSame(nextStep(readOutbox(), ticketId).messages, messages))
          continue
        dispatchOutbox('begin', idsOf(messages))
        await outboxStored()
        const ours = messages.filter(({ id }) => readOutbox().some((each) => each.id === id))
        if (pendingOwner() === owner && ours.length > 0)
          await (step === 'upload' ? upload : send)(cache, ours)
      }
    } finally {
      // Runs synchronously after the last check, so that no change is missed.
      drainedOutboxes.delete(name)
    }
  })
}

const idsOf = (messages: Outbox) => messages.map(({ id }) => id)

const isSame = (one: Outbox, other: Outbox) =>
  one.length === other.length && one.every(({ id }, index) => id === other[index]?.id)

/** Handles messages that a closed tab was sending: each is either found on the server or sent again. */
async function settleAbandoned(cache: ChatCache, ticketId: string): Promise<void> {
  if (abandonedOf(ticketId).length === 0) return
  await rereadOutbox(ticketId)
  for (const message of abandonedOf(ticketId))
    if (message.state === 'sending') await checkStored(cache, message)
  adoptAbandoned(ticketId, serverNow())
  notifyLeft(cache, serverNow())
}

/** Looks for a message on the server and moves it to the conversation. Returns null when the server is unreachable. */
export async function checkStored(cache: ChatCache, message: OutboxMessage): Promise<boolean | null> {
  try {
    const { findStoredMessage } = await import(/* webpackChunkName: "stored" */ './find-stored-message.ts')
    const stored = await findStoredMessage(message)
    if (stored === undefined) return false
    cache.messages.apply(stored)
    await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    dispatchOutbox('remove', [message.id])
    return true
  } catch (error) {
    console.warn('a conversation could not be read to check whether it contains a message', error)
    return null
  }
}

/** Uploads images one by one; the others continue when one of them fails. */
async function upload(cache: ChatCache, messages: Outbox): Promise<void> {
  const owner = pendingOwner()
  for (const message of messages)
    try {
      if (message.accepts && !(await accept(cache, message.ticketId))) return
      await linkOf(message)
      if (pendingOwner() === owner) dispatchOutbox('resume', [message.id])
    } catch (error) {
      if (pendingOwner() === owner) failed(cache, message, error, false)
    }
}

async function send(cache: ChatCache, messages: Outbox): Promise<void> {
  const [message, ...others] = messages
  if (message === undefined) return
  const { id, ticketId, text, retryOf, suggestionIds = [] } = message
  const owner = pendingOwner()
  try {
    if (message.accepts && !(await accept(cache, ticketId))) return
    const imageUrl = await linkOf(message)
    if (pendingOwner() !== owner) return
    const retryFields = retryOf === null ? {} : { retry_of: retryOf }
    const suggestionFields = suggestionIds.length === 0 ? {} : { suggestion_ids: [...suggestionIds] }
    const identity = { client_message_id: id, ...retryFields, ...suggestionFields }
    const together = others.map((each) => ({ image_url: each.imageUrl ?? '', client_message_id: each.id }))
    const response = await postMessage(
      ticketId,
      imageUrl === null
        ? { type: 'text', text, ...identity }
        : { type: 'image', image_url: imageUrl, ...identity, ...(together.length > 0 && { together }) },
    )
    const { together: alsoStored = [], ...first } = response
    const stored = { ...first, client_message_id: first.client_message_id ?? id }
    for (const each of [stored, ...alsoStored]) {
      cache.messages.apply(each)
      cache.tickets.applyMessage(each, true)
    }
    await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    const ids = [id, ...alsoStored.flatMap(({ client_message_id }) => client_message_id ?? [])]
    dispatchOutbox('remove', ids)
    // A server that accepts only single messages has stored only the first; the others are sent next.
    dispatchOutbox('resume', idsOf(others))
    for (const each of ids) tries.delete(each)
    if (stored.client_message_id !== id && imageUrl === null && stored.text !== text)
      storeChanged(ticketId, text)
  } catch (error) {
    if (pendingOwner() !== owner) return
    for (const each of messages) failed(cache, each, error, isRetryable(error))
  }
}

/** Records a failed message. `holds` is true when later messages wait for this message. */
function failed(cache: ChatCache, message: OutboxMessage, error: unknown, holds: boolean): void {
  const { id, ticketId } = message
  if (isUploadCancelled(error)) {
    dispatchOutbox('remove', [id])
    return
  }
  console.warn('a message could not be sent', error)
  const code = isApiError(error) ? error.code : 'unknown'
  dispatchOutbox('fail', [id], { failure: code, holds })
  retryLater(cache, message)
  if (hasErrorCode(error, 'ticket_closed')) cache.reloadTicket(ticketId)
  // The message may have been stored despite the error; then the conversation shows it.
  if (isRetryable(error)) cache.catchUp(ticketId)
  notifyFailedMessage(cache, message)
}

async function linkOf({ id, imageUrl, image }: OutboxMessage): Promise<string | null> {
  if (imageUrl !== null || !image) return imageUrl
  const content = await readImage(id)
  if (content === null) throw new ApiError('upload_empty', 422)
  const link = await uploadImage(id, content, image.name)
  updateOutbox((outbox) => uploaded(outbox, id, link))
  await outboxStored()
  return link
}

/** Keeps an edited text that was not sent, because another tab or a colleague resent the failed message first. */
function storeChanged(ticketId: string, text: string): void {
  writeDraft(ticketId, beforeDraft(ticketId, [text]))
  showToast({ tone: 'info', text: 'มีผู้ส่งข้อความเดิมใหม่แล้ว ข้อความที่คุณแก้ไขยังไม่ได้ส่ง' })
}

/** Accepts the ticket. Returns false when another agent has it; the texts return to the field. @throws ApiError */
async function accept(cache: ChatCache, ticketId: string): Promise<boolean> {
  const assignee = cache.tickets.get(ticketId)?.assigned_to ?? null
  if (assignee !== null) return isMe(assignee) || restoreToField(ticketId, assignee)
  const outcome = await acceptTicket(cache, ticketId)
  cache.reloadLists()
  return outcome.mine || restoreToField(ticketId, outcome.assignee)
}

function restoreToField(ticketId: string, assignee: StaffMember | null): false {
  const waiting = readOutbox().filter(
    (message) => message.ticketId === ticketId && message.accepts && message.state !== 'failed',
  )
  const [images, taken] = [
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
  dispatchOutbox('remove', idsOf(taken))
  dispatchOutbox('stop', idsOf(images), { failure: 'already_accepted', accepts: false })
  showToast({
    tone: 'info',
    text: `${assignee ? staffLabel(assignee) : 'เพื่อนร่วมทีม'} รับเคสนี้แล้ว ข้อความของคุณยังไม่ได้ส่ง`,
  })
  return false
}
