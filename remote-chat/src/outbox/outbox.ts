import { isInvisible } from 'shared/contract/invisible-text.ts'
import { isRetriedAutomatically } from './outbox-failures.ts'

export interface ImageToUpload {
  readonly name: string
  /** Image width in px, after rotation. */
  readonly width: number
  readonly height: number
}

export interface OutboxMessage {
  /** Idempotency key (`client_message_id`), reused on every retry, so that the server stores the message once. */
  readonly id: string
  readonly ticketId: string
  /** Customer's name at the time of sending, so that a page opened later can show it without loading the ticket. */
  readonly customer?: string
  /** Message text; empty for an image. */
  readonly text: string
  /** URL of an image that is sent instead of a text; null for a text and for an image that is not uploaded yet. */
  readonly imageUrl: string | null
  /** Image that is not uploaded yet. Its content is stored separately. */
  readonly image?: ImageToUpload | null
  /** Id shared by images that were chosen together: at most as many as one request to LINE may contain. */
  readonly batch?: string
  /** Time when the user sent the message, ISO 8601. */
  readonly at: string
  /** True when the ticket was unassigned at the time of sending; sending then accepts the ticket first. */
  readonly accepts: boolean
  /** Id of the undelivered message that this one replaces; null for a new message. */
  readonly retryOf: string | null
  readonly suggestionIds?: readonly string[]
  readonly state: 'waiting' | 'sending' | 'failed'
  /** Failure code, or `interrupted` when the page was closed before the response; null without a failure. */
  readonly failure: string | null
  /** True when later messages of the ticket wait for this failed message, to keep the order. */
  readonly holds: boolean
}

/** Messages of one user, in the order in which they were sent. */
export type Outbox = readonly OutboxMessage[]

export type NewOutboxMessage = Pick<OutboxMessage, 'id' | 'ticketId' | 'text' | 'at' | 'accepts'> &
  Partial<Pick<OutboxMessage, 'retryOf' | 'imageUrl' | 'suggestionIds' | 'image' | 'batch' | 'customer'>>

/** Adds a message. Earlier failed messages no longer block the queue, unless they are retried automatically. */
export function addToOutbox(outbox: Outbox, message: NewOutboxMessage): Outbox {
  const { retryOf = null, imageUrl = null } = message
  const isEmpty = isInvisible(message.text) && imageUrl === null && !message.image
  if (isEmpty || outbox.some(({ id }) => id === message.id)) return outbox
  const last = outbox.findLast(({ ticketId }) => ticketId === message.ticketId)
  // Stored messages are sorted by `at`, so it must increase even if the clock was set back.
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
  return [...release(outbox, message.ticketId, (each) => !isRetriedAutomatically(each, now)), waiting]
}

/** Returns a ticket's next message to send; null while a message is being sent or a failed one blocks the rest. */
export function nextOf(outbox: Outbox, ticketId: string): OutboxMessage | null {
  for (const message of outbox) {
    if (message.ticketId !== ticketId) continue
    if (message.state === 'waiting') return message
    if (message.state === 'sending' || message.holds) return null
  }
  return null
}

/** Returns the next upload or send. Images chosen together are uploaded one by one, then sent without failed ones. */
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

export function uploaded(outbox: Outbox, id: string, imageUrl: string): Outbox {
  const index = outbox.findIndex((message) => message.id === id)
  const message = outbox[index]
  return message === undefined ? outbox : outbox.with(index, { ...message, imageUrl })
}

type State = OutboxMessage['state']

export type OutboxEvent =
  | 'begin'
  /** The message waits again: its upload is complete, or the tab that was sending it was closed. */
  | 'resume'
  | 'fail'
  /** Automatic sending ends, for example when it is unknown whether the message was stored; the user then decides. */
  | 'stop'
  | 'retry'
  | 'withdraw'
  /** The message leaves the outbox, because the server has stored it or because its text is in the field again. */
  | 'remove'

export type EventDetails = Partial<Pick<OutboxMessage, 'failure' | 'holds' | 'accepts'>>

/** Next state, by state and event; `gone` means that the message has left the outbox. Missing events have no effect. */
export const TRANSITIONS: Record<State, Partial<Record<OutboxEvent, State | 'gone'>>> = {
  waiting: { begin: 'sending', stop: 'failed', withdraw: 'gone', remove: 'gone' },
  sending: { resume: 'waiting', fail: 'failed', stop: 'failed', remove: 'gone' },
  failed: { retry: 'waiting', withdraw: 'gone', remove: 'gone' },
}

export function applyEvent(
  outbox: Outbox,
  event: OutboxEvent,
  ids: readonly string[],
  details: EventDetails = {},
): Outbox {
  return ids.reduce((rest, id) => {
    const message = rest.find((each) => each.id === id)
    const state = message && TRANSITIONS[message.state][event]
    if (message === undefined || state === undefined) return rest
    const isDecided = event === 'retry' || event === 'withdraw'
    const others = isDecided ? release(rest, message.ticketId) : rest
    if (state === 'gone') return others.filter((each) => each.id !== id)
    const after = { ...message, failure: null, holds: false, ...details, state }
    return others.map((each) => (each.id === id ? after : each))
  }, outbox)
}

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
