import { isInvisible } from 'shared/contract/invisible-text.ts'
import { goesByItself } from './outbox-failures.ts'

export interface ImageToUpload {
  readonly name: string
  /** In px, after rotation. */
  readonly width: number
  readonly height: number
}

/** Message from sending until the server has stored it. */
export interface OutboxMessage {
  /**
   * Used as client_message_id: created on the first click and reused on every retry, so that the server stores the
   * message once.
   */
  readonly id: string
  readonly ticketId: string
  /** Customer's name at the time of sending, so that later pages need not load the ticket. */
  readonly customer?: string
  /** Empty for an image. */
  readonly text: string
  /** URL of an image that is sent instead of a text; null for a text. */
  readonly imageUrl: string | null
  /** Image that is not uploaded yet. Its content is stored separately. */
  readonly image?: ImageToUpload | null
  /** Shared by images chosen together, at most as many as LINE allows per call. */
  readonly batch?: string
  /** Time of sending, ISO 8601. */
  readonly at: string
  /** True when the ticket was unassigned at that time: it is accepted before sending. */
  readonly accepts: boolean
  /** Id of the undelivered message that this one replaces; null for a new message. */
  readonly retryOf: string | null
  /** Suggestions used in the text, to count their use. */
  readonly suggestionIds?: readonly string[]
  readonly state: 'waiting' | 'sending' | 'failed'
  /** Failure code, or `interrupted` when the page was closed before the response. Null when it has not failed. */
  readonly failure: string | null
  /** True when later messages of the ticket wait for this failed one, to keep the order. */
  readonly holds: boolean
}

/** Messages of one user, in the order in which they were sent. */
export type Outbox = readonly OutboxMessage[]

export type Press = Pick<OutboxMessage, 'id' | 'ticketId' | 'text' | 'at' | 'accepts'> &
  Partial<Pick<OutboxMessage, 'retryOf' | 'imageUrl' | 'suggestionIds' | 'image' | 'batch' | 'customer'>>

/**
 * Adds a message after the pending ones of its ticket. Failed messages no longer block the queue then, except those
 * that are retried automatically, which keep their position.
 */
export function press(outbox: Outbox, message: Press): Outbox {
  const { retryOf = null, imageUrl = null } = message
  const isEmpty = isInvisible(message.text) && imageUrl === null && !message.image
  if (isEmpty || outbox.some(({ id }) => id === message.id)) return outbox
  const last = outbox.findLast(({ ticketId }) => ticketId === message.ticketId)
  // Stored messages are sorted by this time, so it must increase even if the clock was set back.
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

/** Returns the next message of a ticket to send; null while one is being sent or a failed one blocks the others. */
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

/** Marks the messages of a ticket's next step as being sent. */
export function begin(outbox: Outbox, ticketId: string): Outbox {
  return nextStep(outbox, ticketId).messages.reduce(
    (rest, { id }) => change(rest, id, (message) => ({ ...message, state: 'sending' })),
    outbox,
  )
}

/** Marks a message as failed. `holds` is true when a retry may succeed, so that later messages wait. */
export function fail(outbox: Outbox, id: string, failure: string, holds: boolean): Outbox {
  return change(outbox, id, (message) =>
    message.state === 'sending' ? { ...message, state: 'failed', failure, holds } : message,
  )
}

/** Removes a message that the server has stored, according to the response, the socket or a later fetch. */
export function arrived(outbox: Outbox, id: string): Outbox {
  return outbox.some((message) => message.id === id) ? outbox.filter((message) => message.id !== id) : outbox
}

/** Stores the URL of an uploaded image, so that a retry does not upload it again. */
export function uploaded(outbox: Outbox, id: string, imageUrl: string): Outbox {
  return change(outbox, id, (message) => ({ ...message, imageUrl }))
}

/** Stops automatic sending: the user decides if the message is still sent. */
export function leave(outbox: Outbox, id: string, failure: string): Outbox {
  return change(outbox, id, (message) => ({
    ...message,
    accepts: false,
    state: 'failed',
    failure,
    holds: false,
  }))
}

/** Retries a failed message in its position and with its id. */
export function retry(outbox: Outbox, id: string): Outbox {
  const message = outbox.find((each) => each.id === id)
  if (message?.state !== 'failed') return outbox
  const waiting: OutboxMessage = { ...message, state: 'waiting', failure: null, holds: false }
  return change(release(outbox, message.ticketId), id, () => waiting)
}

/** Removes a message, unless it is being sent. */
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

/**
 * Marks a message as interrupted: its progress is unknown and it is too old for an automatic retry, so the user
 * decides.
 */
export function abandon(outbox: Outbox, id: string): Outbox {
  return change(outbox, id, (message) =>
    message.state === 'failed'
      ? message
      : { ...message, state: 'failed', failure: 'interrupted', holds: false },
  )
}

/** True when a message of this ticket can be sent or is being sent. */
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
