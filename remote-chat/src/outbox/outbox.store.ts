import { useSyncExternalStore } from 'react'
import { serverNow, writePersonal } from 'shared/session'
import { applyEvent, type EventDetails, type Outbox, type OutboxEvent, type OutboxMessage } from './outbox.ts'
import { goesByItself, isFresh } from './outbox-failures.ts'
import type { OutboxChange, OutboxStorage } from './outbox-storage.ts'
import {
  forgetDraft,
  hasNoteDraft,
  notifyPendingChanged,
  onPendingOwnerChange,
  pendingOwner,
  RETENTION_MS,
  readDraft,
  subscribePending,
} from './pending.store.ts'
import { isSlow, pauseAfter, within } from './slow-storage.ts'
import { hasTicketLocks } from './ticket-lock.ts'

let outbox: Outbox = []
/** Messages loaded as not failed and unchanged since: another tab may be sending them, or none. */
const loaded = new Set<string>()
/** Ids that have left the outbox; a read that started before could restore them. */
const gone = new Set<string>()

export const readOutbox = (): Outbox => outbox

/** Returns the pending messages of one conversation; the same reference until one of them changes. */
export function useOutbox(ticketId: string): Outbox {
  return useSyncExternalStore(subscribePending, () => outboxOf(ticketId))
}

const ofTicket = new Map<string, Outbox>()

function outboxOf(ticketId: string): Outbox {
  const own = outbox.filter((message) => message.ticketId === ticketId)
  const known = ofTicket.get(ticketId)
  if (known?.length === own.length && known.every((message, index) => message === own[index])) return known
  ofTicket.set(ticketId, own)
  return own
}

/** Storage of the outbox, open or opening; null when closed. */
let opening: Promise<OutboxStorage> | null = null
/** User whose outbox is loaded into memory. Also set when the browser stores nothing. */
let loadedFor: string | null = null
/** User whose stored outbox was really read. When nothing can be stored, the next call tries again. */
let readFor: string | null = null
let loading: Promise<void> | null = null
/**
 * For each message, resolves to true when it was stored. Otherwise it leaves the outbox, unless the user has allowed
 * sending without a copy.
 */
const writes = new Map<string, Promise<boolean>>()
/** Messages that are sent although this browser could not store them. */
const unkept = new Set<string>()
let allowsUnkept = false
/** Serializes the writes. */
let writing: Promise<unknown> = Promise.resolve()

/**
 * Loads the user's stored messages into memory, once. Retries while the storage is slow, because earlier messages must
 * be sent first. Without storage there is nothing to load.
 */
export function loadOutbox(): Promise<void> {
  loading ??= readStoredMessages().finally(() => {
    loading = null
  })
  return loading
}

async function readStoredMessages(): Promise<void> {
  const person = pendingOwner()
  if (person === null || readFor === person) return
  for (let tries = 0; ; tries += 1) {
    try {
      const reading = storageOf(person).then((storage) =>
        Promise.all([storage.read(), storage.readSentOff()]),
      )
      const [stored, sentOff] = await within(reading)
      if (pendingOwner() !== person || readFor === person) return
      readFor = person
      takeUp(stored, sentOff)
      break
    } catch (error) {
      console.warn('the outbox could not be read', error)
      if (pendingOwner() !== person) return
      if (!isSlow(error)) break
      closeStorage()
      await pauseAfter(tries)
      if (pendingOwner() !== person) return
    }
  }
  loadedFor = person
  notifyPendingChanged()
}

/** Merges stored messages into the known ones, in the order in which they were sent. */
function takeUp(stored: Outbox, sentOff: ReadonlyMap<string, number>): void {
  const byId = new Map(outbox.map((message) => [message.id, message]))
  const before = stored.flatMap((message) => {
    if (gone.has(message.id)) return []
    const known = byId.get(message.id)
    if (known === undefined && message.state !== 'failed') loaded.add(message.id)
    byId.delete(message.id)
    return [known ?? message]
  })
  outbox = [...before, ...byId.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  // Drafts that the browser could not remove before it ended.
  for (const [ticketId, at] of sentOff) forgetDraft(ticketId, at)
}

/** True when the stored messages are in memory or this browser stores nothing. Nothing is sent before. */
export const isOutboxLoaded = (): boolean => loadedFor !== null && loadedFor === pendingOwner()

function storageOf(person: string): Promise<OutboxStorage> {
  if (opening !== null) return opening
  const opened: Promise<OutboxStorage> = import(/* webpackChunkName: "outbox" */ './outbox-storage.ts').then(
    ({ openOutboxStorage }) =>
      openOutboxStorage(person, {
        retentionMs: RETENTION_MS,
        onNews: ({ put, removed }) => {
          if (pendingOwner() !== person) return
          for (const { order: _, ...message } of put) handleMessageChange(message.id, message)
          for (const id of removed) handleMessageChange(id, null)
          notifyPendingChanged()
        },
        onClosed: () => {
          if (opening === opened) closeStorage()
        },
      }),
  )
  opening = opened
  opened.catch(() => {
    if (opening === opened) opening = null
  })
  return opened
}

/** Closes the storage. It is reopened and reread when needed; until then, changes of other tabs are not received. */
function closeStorage(): void {
  const left = opening
  opening = null
  readFor = null
  // Closed in a new task, so that operations that wait for the same storage can start before.
  void left?.then((storage) => setTimeout(storage.close)).catch(() => undefined)
}

/** Contents of images attached on this page, by message id. */
const contents = new Map<string, Blob>()

/** Returns the content of an image that is not uploaded yet, or null when this browser has lost it. */
export async function readImage(id: string): Promise<Blob | null> {
  const person = pendingOwner()
  const known = contents.get(id)
  if (known !== undefined || person === null) return known ?? null
  return (await (await storageOf(person)).readImage(id)) ?? null
}

/**
 * Changes the outbox and stores the change. `sentOff` is the draft that a new message was made from; `images` contains
 * the images of new messages.
 */
export function updateOutbox(
  step: (outbox: Outbox) => Outbox,
  more: Pick<OutboxChange, 'sentOff' | 'images'> = {},
): void {
  const before = outbox
  const after = step(before)
  if (after === before) return
  outbox = after
  const known = new Map(before.map((message) => [message.id, message]))
  const [added, changed] = [[] as OutboxChange['added'][number][], [] as OutboxChange['changed'][number][]]
  after.forEach((message, order) => {
    const old = known.get(message.id)
    known.delete(message.id)
    if (old === undefined) added.push({ ...message, order })
    else if (old !== message && !unkept.has(message.id)) changed.push({ ...message, order })
  })
  const removed = [...known.keys()]
  for (const id of removed) {
    gone.add(id)
    writes.delete(id)
    contents.delete(id)
  }
  for (const [id, content] of more.images ?? []) contents.set(id, content)
  const person = pendingOwner()
  if (person !== null) {
    const change = { added, changed, removed, ...more }
    noteDown(person, change)
    forgetNoted(person, removed)
    // Marked as removed until the database has removed it: the removal may fail, or the tab may be killed before.
    for (const id of removed) writePersonal(person, 'removed', id, `${serverNow()}`)
    const stored = write(person, change)
    for (const { id } of added) writes.set(id, stored)
  }
  notifyPendingChanged()
}

/** Applies an event to messages and stores the change. */
export function dispatchOutbox(event: OutboxEvent, ids: readonly string[], details?: EventDetails): void {
  updateOutbox((outbox) => applyEvent(outbox, event, ids, details))
}

/**
 * Returns true when a message may be sent: it is stored, or the user has allowed sending without a copy. False when it
 * is no longer in the outbox.
 */
export async function isKept(id: string): Promise<boolean> {
  return (await writes.get(id)) ?? true
}

/** Resolves when all changes so far are stored or have failed. */
export async function outboxWritten(): Promise<void> {
  await writing
}

/** Allows sending without a stored copy, after the user was warned. */
export function allowUnkept(): void {
  allowsUnkept = true
}

/**
 * Stores texts in localStorage until the database has them, because the tab may be killed in between. The next opening
 * of the database moves them there. Image contents are too large for localStorage.
 */
function noteDown(person: string, { added, sentOff }: OutboxChange): void {
  for (const message of added)
    if (!message.image) writePersonal(person, 'outbox', message.id, JSON.stringify({ ...message, sentOff }))
}

function write(person: string, change: OutboxChange): Promise<boolean> {
  const ids = change.added.map(({ id }) => id)
  const stored = writing.then(async () => {
    for (let tries = 0; ; tries += 1) {
      // Another user has signed in, or the user has signed out.
      if (pendingOwner() !== person) return false
      try {
        const storage = await within(storageOf(person))
        if (pendingOwner() !== person) return false
        // Skips messages that were withdrawn or edited in the meantime; the next opening of the database would send
        // them.
        const added = notRemoved(change.added)
        const images = added.length < change.added.length ? undefined : change.images
        const lost = await storage.write({ ...change, added, images })
        // Messages stored by other tabs in the meantime come first.
        if (readFor !== person) await loadOutbox()
        // Storing works again, so a later failure must be reported again.
        if (ids.length > 0) allowsUnkept = false
        if (pendingOwner() === person && lost.length > 0) {
          for (const id of lost) handleMessageChange(id, null)
          notifyPendingChanged()
        }
        return true
      } catch (error) {
        console.warn('the outbox could not be stored', error)
        if (pendingOwner() !== person) return false
        if (!isSlow(error)) {
          forgetNoted(person, ids)
          return refuse(notRemoved(change.added))
        }
        closeStorage()
        await pauseAfter(tries)
      }
    }
  })
  writing = stored
  return stored
}

function forgetNoted(person: string, ids: readonly string[]): void {
  for (const id of ids) writePersonal(person, 'outbox', id, null)
}

const notRemoved = <T extends { id: string }>(messages: readonly T[]): T[] =>
  messages.filter(({ id }) => outbox.some((each) => each.id === id))

/** Handles messages that could not be stored. Returns true when the user needs no notification. */
function refuse(messages: Outbox): boolean {
  const ids = new Set(messages.map(({ id }) => id))
  if (!allowsUnkept) {
    outbox = outbox.filter(({ id }) => !ids.has(id))
    notifyPendingChanged()
  } else for (const id of ids) unkept.add(id)
  return allowsUnkept || ids.size === 0
}

/**
 * Returns the messages of a ticket that no tab is sending, provided that this tab holds the ticket's lock and has not
 * started one.
 */
export function abandonedOf(ticketId: string): Outbox {
  return outboxOf(ticketId).filter(
    // Without locks, another tab may really be sending a message in state `sending`.
    ({ id, state }) => state !== 'failed' && (loaded.has(id) || (state === 'sending' && hasTicketLocks())),
  )
}

/**
 * Takes over the abandoned messages of a ticket. Old ones wait for the user; without locks all do, because another tab
 * may be sending them.
 */
export function adoptAbandoned(ticketId: string, now: number): void {
  const mine = abandonedOf(ticketId)
  for (const { id } of mine) loaded.delete(id)
  const isResumed = (message: OutboxMessage) => hasTicketLocks() && isFresh(message, now)
  const resumed = mine.filter(isResumed).map(({ id }) => id)
  const stopped = mine.flatMap((message) => (isResumed(message) ? [] : message.id))
  updateOutbox((outbox) =>
    applyEvent(applyEvent(outbox, 'resume', resumed), 'stop', stopped, { failure: 'interrupted' }),
  )
}

/** Rereads a ticket's stored messages, because the latest changes of other tabs may not have been received yet. */
export async function rereadOutbox(ticketId: string): Promise<void> {
  const person = pendingOwner()
  if (person === null) return
  // Messages sent during the read are not in its result.
  const before = outboxOf(ticketId)
  try {
    await writing
    const stored = await (await storageOf(person)).read()
    if (pendingOwner() !== person) return
    const byId = new Map(stored.map((message) => [message.id, message]))
    for (const { id } of before) if (!unkept.has(id)) handleMessageChange(id, byId.get(id) ?? null)
    notifyPendingChanged()
  } catch (error) {
    console.warn('the outbox could not be read again', error)
  }
}

/** Applies a change of another tab: a stored message, or null for a removed one. */
function handleMessageChange(id: string, message: OutboxMessage | null): void {
  const others = outbox.filter((each) => each.id !== id)
  const index = outbox.findIndex((each) => each.id === id)
  if (message?.state !== outbox[index]?.state) loaded.delete(id)
  if (message === null) gone.add(id)
  outbox = message === null ? others : others.toSpliced(index < 0 ? others.length : index, 0, message)
}

/**
 * Returns the indicator for a conversation in lists: a failed message that needs the user, one that waits for the
 * connection, or a draft of a reply or note.
 */
export function usePendingMark(ticketId: string): 'failed' | 'waiting' | 'draft' | null {
  return useSyncExternalStore(subscribePending, () => {
    const now = serverNow()
    const failed = outboxOf(ticketId).filter((each) => each.state === 'failed')
    if (failed.length > 0) return failed.every((each) => goesByItself(each, now)) ? 'waiting' : 'failed'
    return readDraft(ticketId).trim() !== '' || hasNoteDraft(ticketId) ? 'draft' : null
  })
}

onPendingOwnerChange(() => {
  closeStorage()
  outbox = []
  loadedFor = null
  loading = null
  // The next user has not been warned.
  allowsUnkept = false
  for (const each of [loaded, gone, writes, unkept, ofTicket, contents]) each.clear()
})
