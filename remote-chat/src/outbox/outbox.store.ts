import { useSyncExternalStore } from 'react'
import { serverNow, writePersonal } from 'shared/session'
import { abandon, type Outbox, type OutboxMessage, resume } from './outbox.ts'
import { goesByItself, isFresh } from './outbox-failures.ts'
import type { OutboxChange, OutboxStorage } from './outbox-storage.ts'
import { isSlow, pauseAfter, within } from './slow-storage.ts'
import { hasTicketLocks } from './ticket-lock.ts'
import {
  forgetDraft,
  hasNoteDraft,
  KEPT_MS,
  onUnsentOwner,
  readDraft,
  subscribeUnsent,
  tellUnsent,
  unsentOwner,
} from './unsent.store.ts'

let outbox: Outbox = []
/** What had not failed when it was read and has not changed since: another tab may be sending it, or none. */
const loaded = new Set<string>()
/** What has left the outbox; a reading that had begun before may still bring it. */
const gone = new Set<string>()

export const readOutbox = (): Outbox => outbox

/** The messages of one conversation that have not arrived; the same reference until one of them changes. */
export function useOutbox(ticketId: string): Outbox {
  return useSyncExternalStore(subscribeUnsent, () => outboxOf(ticketId))
}

const ofTicket = new Map<string, Outbox>()

function outboxOf(ticketId: string): Outbox {
  const own = outbox.filter((message) => message.ticketId === ticketId)
  const known = ofTicket.get(ticketId)
  if (known?.length === own.length && known.every((message, index) => message === own[index])) return known
  ofTicket.set(ticketId, own)
  return own
}

/** The outbox's storage while it is open, or being opened; null when it is not. */
let opening: Promise<OutboxStorage> | null = null
/** Whose outbox is in memory as it was kept. */
let loadedFor: string | null = null
/** Whose could really be read: where the browser keeps nothing, the next call tries again. */
let readFor: string | null = null
let loading: Promise<void> | null = null
/** By message: whether it could be kept. One that could not is no longer in the outbox, unless a person has allowed it. */
const keeping = new Map<string, Promise<boolean>>()
/** Messages that this browser could not keep and that go all the same. */
const unkept = new Set<string>()
let allowsUnkept = false
/** Changes are written one after the other. */
let writing: Promise<unknown> = Promise.resolve()

/**
 * Brings what this person has sent off before into memory, once; a browser that is slow is asked until it answers, for what was sent
 * off before goes first. Where it keeps nothing there is nothing to bring.
 */
export function loadOutbox(): Promise<void> {
  loading ??= readKept().finally(() => {
    loading = null
  })
  return loading
}

async function readKept(): Promise<void> {
  const person = unsentOwner()
  if (person === null || readFor === person) return
  for (let tries = 0; ; tries += 1) {
    try {
      const reading = storageOf(person).then((storage) =>
        Promise.all([storage.read(), storage.readSentOff()]),
      )
      const [kept, sentOff] = await within(reading)
      if (unsentOwner() !== person || readFor === person) return
      readFor = person
      takeUp(kept, sentOff)
      break
    } catch (error) {
      console.warn('the outbox could not be read', error)
      if (unsentOwner() !== person) return
      if (!isSlow(error)) break
      closeStorage()
      await pauseAfter(tries)
      if (unsentOwner() !== person) return
    }
  }
  loadedFor = person
  tellUnsent()
}

/** What was kept takes its place among what is known, by when it was sent off. */
function takeUp(kept: Outbox, sentOff: ReadonlyMap<string, number>): void {
  const heard = new Map(outbox.map((message) => [message.id, message]))
  const before = kept.flatMap((message) => {
    if (gone.has(message.id)) return []
    const known = heard.get(message.id)
    if (known === undefined && message.state !== 'failed') loaded.add(message.id)
    heard.delete(message.id)
    return [known ?? message]
  })
  outbox = [...before, ...heard.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  // Kept by a browser that ended before it could forget them.
  for (const [ticketId, at] of sentOff) forgetDraft(ticketId, at)
}

/** Whether what was sent off before is in memory, or this browser keeps nothing. Nothing is sent until then. */
export const isOutboxLoaded = (): boolean => loadedFor !== null && loadedFor === unsentOwner()

function storageOf(person: string): Promise<OutboxStorage> {
  if (opening !== null) return opening
  const opened: Promise<OutboxStorage> = import(/* webpackChunkName: "outbox" */ './outbox-storage.ts').then(
    ({ openOutboxStorage }) =>
      openOutboxStorage(person, {
        keptMs: KEPT_MS,
        onNews: ({ put, removed }) => {
          if (unsentOwner() !== person) return
          for (const { order: _, ...message } of put) hearOfMessage(message.id, message)
          for (const id of removed) hearOfMessage(id, null)
          tellUnsent()
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

/** It is opened anew when it is needed next, and read again: other tabs are not heard until then. */
function closeStorage(): void {
  const left = opening
  opening = null
  readFor = null
  // Who waits for it as well comes first: what has begun is done before it is closed.
  void left?.then((storage) => setTimeout(storage.close)).catch(() => undefined)
}

/** Contents of pictures that were attached on this page. */
const contents = new Map<string, Blob>()

/** The content of a picture that still has to be uploaded; null when this browser has lost it. */
export async function readPicture(id: string): Promise<Blob | null> {
  const person = unsentOwner()
  const known = contents.get(id)
  if (known !== undefined || person === null) return known ?? null
  return (await (await storageOf(person)).readPicture(id)) ?? null
}

/** Changes the outbox and keeps what has changed. `sentOff`: the draft that a new message was made of; `pictures`: contents of new ones. */
export function updateOutbox(
  step: (outbox: Outbox) => Outbox,
  more: Pick<OutboxChange, 'sentOff' | 'pictures'> = {},
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
    keeping.delete(id)
    contents.delete(id)
  }
  for (const [id, content] of more.pictures ?? []) contents.set(id, content)
  const person = unsentOwner()
  if (person !== null) {
    const change = { added, changed, removed, ...more }
    noteDown(person, change)
    forgetNoted(person, removed)
    // Until the database has removed it, which it may refuse, and a tab may be killed before.
    for (const id of removed) writePersonal(person, 'removed', id, `${serverNow()}`)
    const kept = write(person, change)
    for (const { id } of added) keeping.set(id, kept)
  }
  tellUnsent()
}

/** Whether a message may be sent: it is kept, or a person has said that it may go without. False: it is no longer in the outbox. */
export async function isKept(id: string): Promise<boolean> {
  return (await keeping.get(id)) ?? true
}

/** Resolves once all changes so far are kept, or cannot be. */
export async function outboxWritten(): Promise<void> {
  await writing
}

/** From now on messages go though this browser keeps none of them: whoever writes has been told. */
export function allowUnkept(): void {
  allowsUnkept = true
}

/**
 * Words stand in localStorage from the press on until the database has them: that takes a moment, and a tab may be killed in it.
 * Whoever opens the database next takes them over. Contents of pictures are too large for that.
 */
function noteDown(person: string, { added, sentOff }: OutboxChange): void {
  for (const message of added)
    if (!message.picture) writePersonal(person, 'outbox', message.id, JSON.stringify({ ...message, sentOff }))
}

function write(person: string, change: OutboxChange): Promise<boolean> {
  const ids = change.added.map(({ id }) => id)
  const kept = writing.then(async () => {
    for (let tries = 0; ; tries += 1) {
      // Somebody else has signed in, or nobody: their storage is none of this.
      if (unsentOwner() !== person) return false
      try {
        const storage = await within(storageOf(person))
        if (unsentOwner() !== person) return false
        // Withdrawn or taken into the field while it waited to be written: whoever opens the database next would send it.
        const added = stillThere(change.added)
        const pictures = added.length < change.added.length ? undefined : change.pictures
        const lost = await storage.write({ ...change, added, pictures })
        // What other tabs have kept meanwhile goes first.
        if (readFor !== person) await loadOutbox()
        // It keeps again: what it could not keep next would be news.
        if (ids.length > 0) allowsUnkept = false
        if (unsentOwner() === person && lost.length > 0) {
          for (const id of lost) hearOfMessage(id, null)
          tellUnsent()
        }
        return true
      } catch (error) {
        console.warn('the outbox could not be kept', error)
        if (unsentOwner() !== person) return false
        if (!isSlow(error)) {
          forgetNoted(person, ids)
          return refuse(stillThere(change.added))
        }
        closeStorage()
        await pauseAfter(tries)
      }
    }
  })
  writing = kept
  return kept
}

function forgetNoted(person: string, ids: readonly string[]): void {
  for (const id of ids) writePersonal(person, 'outbox', id, null)
}

const stillThere = <T extends { id: string }>(messages: readonly T[]): T[] =>
  messages.filter(({ id }) => outbox.some((each) => each.id === id))

/** Messages that could not be kept. True: there is nothing to be told of it. */
function refuse(messages: Outbox): boolean {
  const ids = new Set(messages.map(({ id }) => id))
  if (!allowsUnkept) {
    outbox = outbox.filter(({ id }) => !ids.has(id))
    tellUnsent()
  } else for (const id of ids) unkept.add(id)
  return allowsUnkept || ids.size === 0
}

/** The messages of a ticket that no tab sends when this one holds the ticket's lock and has not begun with any. */
export function abandonedOf(ticketId: string): Outbox {
  return outboxOf(ticketId).filter(
    // Without locks another tab may well be sending what it says it sends.
    ({ id, state }) => state !== 'failed' && (loaded.has(id) || (state === 'sending' && hasTicketLocks())),
  )
}

/** Those are this tab's to send from now on; a person decides about old ones, and about all of them where no lock says that nobody else sends. */
export function adoptAbandoned(ticketId: string, now: number): void {
  const mine = abandonedOf(ticketId)
  for (const { id } of mine) loaded.delete(id)
  updateOutbox((outbox) =>
    mine.reduce(
      (rest, message) =>
        hasTicketLocks() && isFresh(message, now) ? resume(rest, message.id) : abandon(rest, message.id),
      outbox,
    ),
  )
}

/** Reads a ticket's messages again as they are kept: what another tab did last may not have been heard yet. */
export async function rereadOutbox(ticketId: string): Promise<void> {
  const person = unsentOwner()
  if (person === null) return
  // What is pressed meanwhile is not in what was read.
  const before = outboxOf(ticketId)
  try {
    await writing
    const kept = await (await storageOf(person)).read()
    if (unsentOwner() !== person) return
    const byId = new Map(kept.map((message) => [message.id, message]))
    for (const { id } of before) if (!unkept.has(id)) hearOfMessage(id, byId.get(id) ?? null)
    tellUnsent()
  } catch (error) {
    console.warn('the outbox could not be read again', error)
  }
}

/** Another tab has kept a message, or removed it. */
function hearOfMessage(id: string, message: OutboxMessage | null): void {
  const others = outbox.filter((each) => each.id !== id)
  const place = outbox.findIndex((each) => each.id === id)
  if (message?.state !== outbox[place]?.state) loaded.delete(id)
  if (message === null) gone.add(id)
  outbox = message === null ? others : others.toSpliced(place < 0 ? others.length : place, 0, message)
}

/** The mark that lists show for a conversation: a message that needs a person to be sent, one that waits for a connection, or a draft of an answer or a note. */
export function useUnsentMark(ticketId: string): 'failed' | 'waiting' | 'draft' | null {
  return useSyncExternalStore(subscribeUnsent, () => {
    const now = serverNow()
    const failed = outboxOf(ticketId).filter((each) => each.state === 'failed')
    if (failed.length > 0) return failed.every((each) => goesByItself(each, now)) ? 'waiting' : 'failed'
    return readDraft(ticketId).trim() !== '' || hasNoteDraft(ticketId) ? 'draft' : null
  })
}

onUnsentOwner(() => {
  closeStorage()
  outbox = []
  loadedFor = null
  loading = null
  // The next person has not been told.
  allowsUnkept = false
  for (const each of [loaded, gone, keeping, unkept, ofTicket, contents]) each.clear()
})
