import { isInvisible } from 'shared/contract/invisible-text.ts'
import { goesByItself } from './outbox-failures.ts'

export interface PictureToUpload {
  readonly name: string
  /** In pixels, as it is shown. */
  readonly width: number
  readonly height: number
}

/** A message from the moment it is sent off until the server has it. */
export interface OutboxMessage {
  /** client_message_id: given at the first press and kept through every repetition, so that the server stores it once. */
  readonly id: string
  readonly ticketId: string
  /** Whom it goes to, as the page knew them when it was sent off: no later page need know the case. */
  readonly customer?: string
  /** Empty where a picture is sent. */
  readonly text: string
  /** The link of a picture, sent in place of a text; null for a text. */
  readonly imageUrl: string | null
  /** A picture that still has to be uploaded; its content is kept beside the message. */
  readonly picture?: PictureToUpload | null
  /** Shared by images chosen together, at most as many as LINE allows per call. */
  readonly batch?: string
  /** When it was sent off, ISO 8601. */
  readonly at: string
  /** Nobody had the case then: it is accepted first. */
  readonly accepts: boolean
  /** The message that LINE did not take and in whose place this one goes. */
  readonly retryOf: string | null
  /** The suggestions that it was made of, to be counted as used. */
  readonly suggestionIds?: readonly string[]
  readonly state: 'waiting' | 'sending' | 'failed'
  /** Why it failed: an error's code, or `interrupted` when the page was left before the answer. */
  readonly failure: string | null
  /** What was sent off before this one failed waits for it, so that the order is kept. */
  readonly holds: boolean
}

/** The messages of one person, in the order in which they were sent off. */
export type Outbox = readonly OutboxMessage[]

export type Press = Pick<OutboxMessage, 'id' | 'ticketId' | 'text' | 'at' | 'accepts'> &
  Partial<Pick<OutboxMessage, 'retryOf' | 'imageUrl' | 'suggestionIds' | 'picture' | 'batch' | 'customer'>>

/** Adds a message behind those of its ticket that still wait. Failed ones before it no longer hold the queue up, but for those that go by themselves: they keep their place. */
export function press(outbox: Outbox, message: Press): Outbox {
  const { retryOf = null, imageUrl = null } = message
  const isEmpty = isInvisible(message.text) && imageUrl === null && !message.picture
  if (isEmpty || outbox.some(({ id }) => id === message.id)) return outbox
  const last = outbox.findLast(({ ticketId }) => ticketId === message.ticketId)
  // They are kept in this order, also where the clock was put back between them.
  const at = last && last.at >= message.at ? new Date(Date.parse(last.at) + 1).toISOString() : message.at
  const waiting: OutboxMessage = {
    ...message,
    at,
    retryOf,
    imageUrl,
    state: 'waiting',
    failure: null,
    holds: false,
  }
  const now = Date.parse(message.at)
  return [...release(outbox, message.ticketId, (each) => !goesByItself(each, now)), waiting]
}

/** The next of a ticket to go: one at a time, in order; null while one is on its way or a failed one holds the others up. */
export function nextOf(outbox: Outbox, ticketId: string): OutboxMessage | null {
  for (const message of outbox) {
    if (message.ticketId !== ticketId) continue
    if (message.state === 'waiting') return message
    if (message.state === 'sending' || message.holds) return null
  }
  return null
}

/**
 * Returns the next step of a ticket, usually sending the next message. Images chosen together are uploaded one by one and then sent
 * together; those that failed are skipped.
 */
export function nextStep(outbox: Outbox, ticketId: string): { step: 'upload' | 'send'; messages: Outbox } {
  const next = nextOf(outbox, ticketId)
  const batch = next?.batch
  const chosen = outbox.filter((each) => batch !== undefined && each.batch === batch)
  if (next === null || chosen.some(({ state }) => state === 'sending')) return { step: 'send', messages: [] }
  const together = chosen.filter(({ state }) => state === 'waiting')
  if (together.length <= 1) return { step: 'send', messages: [next] }
  const local = together.find(({ imageUrl }) => imageUrl === null)
  return local === undefined ? { step: 'send', messages: together } : { step: 'upload', messages: [local] }
}

/** Marks the next step of a ticket as begun. */
export function begin(outbox: Outbox, ticketId: string): Outbox {
  return nextStep(outbox, ticketId).messages.reduce(
    (rest, { id }) => change(rest, id, (message) => ({ ...message, state: 'sending' })),
    outbox,
  )
}

/** `holds`: another try may help, so those behind it wait for that. */
export function fail(outbox: Outbox, id: string, failure: string, holds: boolean): Outbox {
  return change(outbox, id, (message) =>
    message.state === 'sending' ? { ...message, state: 'failed', failure, holds } : message,
  )
}

/** The server has it, whoever said so: the answer, the socket or a later reading. */
export function arrived(outbox: Outbox, id: string): Outbox {
  return outbox.some((message) => message.id === id) ? outbox.filter((message) => message.id !== id) : outbox
}

/** A picture is uploaded, and has a link from now on: another try does not upload it again. */
export function uploaded(outbox: Outbox, id: string, imageUrl: string): Outbox {
  return change(outbox, id, (message) => ({ ...message, imageUrl }))
}

/** It does not go by itself any more: a person decides whether it goes all the same. */
export function leave(outbox: Outbox, id: string, failure: string): Outbox {
  return change(outbox, id, (message) => ({
    ...message,
    accepts: false,
    state: 'failed',
    failure,
    holds: false,
  }))
}

/** Another try, in its old place and under its old id. */
export function retry(outbox: Outbox, id: string): Outbox {
  const message = outbox.find((each) => each.id === id)
  if (message?.state !== 'failed') return outbox
  const waiting: OutboxMessage = { ...message, state: 'waiting', failure: null, holds: false }
  return change(release(outbox, message.ticketId), id, () => waiting)
}

/** Gives a message up that is not on its way. */
export function withdraw(outbox: Outbox, id: string): Outbox {
  const message = outbox.find((each) => each.id === id)
  if (message === undefined || message.state === 'sending') return outbox
  return arrived(release(outbox, message.ticketId), id)
}

/** Returns a message to the queue, with its position and id: its upload is complete, or the tab that sent it was closed. */
export function resume(outbox: Outbox, id: string): Outbox {
  return change(outbox, id, (message) =>
    message.state === 'sending' ? { ...message, state: 'waiting' } : message,
  )
}

/** Nobody knows how far it had come, and it is too old to go by itself: a person decides. */
export function abandon(outbox: Outbox, id: string): Outbox {
  return change(outbox, id, (message) =>
    message.state === 'failed'
      ? message
      : { ...message, state: 'failed', failure: 'interrupted', holds: false },
  )
}

/** Whether something of this ticket may go, or stands as on its way. */
export function isBusy(outbox: Outbox, ticketId: string): boolean {
  const isUnderWay = outbox.some((message) => message.ticketId === ticketId && message.state === 'sending')
  return isUnderWay || nextOf(outbox, ticketId) !== null
}

function release(
  outbox: Outbox,
  ticketId: string,
  which: (message: OutboxMessage) => boolean = () => true,
): Outbox {
  return outbox.map((message) =>
    message.ticketId === ticketId && message.holds && which(message) ? { ...message, holds: false } : message,
  )
}

function change(outbox: Outbox, id: string, to: (message: OutboxMessage) => OutboxMessage): Outbox {
  const index = outbox.findIndex((message) => message.id === id)
  const before = outbox[index]
  if (before === undefined) return outbox
  const after = to(before)
  return after === before ? outbox : outbox.with(index, after)
}
