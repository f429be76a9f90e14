import { useSyncExternalStore } from 'react'
import { MAX_SUGGESTIONS_PER_MESSAGE } from 'shared/contract/constants.ts'
import {
  followPersonal,
  type PersonalKind,
  readPersonal,
  readSession,
  removeExpiredPersonal,
  subscribeSession,
  writePersonal,
} from 'shared/session'
import { abandon, interrupted, type Outbox, type OutboxMessage } from './outbox.ts'
import { goesByItself } from './outbox-failures.ts'
import { hasTicketLocks } from './ticket-lock.ts'

/** Drafts of so many conversations are kept; the longest untouched go first. */
const MAX_DRAFTS = 50

/** No session lasts longer: what its writer has not touched for so long is removed, whoever it was. */
const KEPT_MS = 30 * 24 * 60 * 60_000

interface Draft {
  readonly text: string
  /** When it was last touched, ms since 1970. */
  readonly at: number
  /** It was made of a message that LINE did not take, and goes in its place. */
  readonly retryOf?: string
  /** The suggestions that were put into it since it was empty. */
  readonly suggestionIds?: readonly string[]
}

/** What the person who is signed in has written and not sent; nobody else's is in memory. */
let owner: string | null = null
let drafts = new Map<string, Draft>()
let outbox: Outbox = []
/** What had not failed when this page was loaded and has not changed since: another tab may be sending it, or none. */
const loaded = new Set<string>()
let stopFollowing = () => {}
const listeners = new Set<() => void>()

export function subscribeUnsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whose drafts and messages these are; null when nobody is signed in. */
export const unsentOwner = (): string | null => owner

export function readDraft(ticketId: string): string {
  return drafts.get(ticketId)?.text ?? ''
}

export function useDraft(ticketId: string): string {
  return useSyncExternalStore(subscribeUnsent, () => readDraft(ticketId))
}

/** The mark that lists show for a conversation: a message that needs a person to be sent, or a draft. */
export function useUnsentMark(ticketId: string): 'failed' | 'draft' | null {
  return useSyncExternalStore(subscribeUnsent, () => {
    const now = Date.now()
    if (outboxOf(ticketId).some((each) => each.state === 'failed' && !goesByItself(each, now)))
      return 'failed'
    return readDraft(ticketId).trim() === '' ? null : 'draft'
  })
}

/** In whose place the draft of a conversation goes; null for one that is new. */
export const readDraftRetryOf = (ticketId: string): string | null => drafts.get(ticketId)?.retryOf ?? null

/** Whether nothing is written in the field of a conversation. */
export function useIsFieldEmpty(ticketId: string): boolean {
  return useSyncExternalStore(subscribeUnsent, () => readDraft(ticketId).trim() === '')
}

export const readDraftSuggestions = (ticketId: string): readonly string[] =>
  drafts.get(ticketId)?.suggestionIds ?? []

/** A suggestion was put into the field of a conversation. Emptying the field forgets it. */
export function noteSuggestion(ticketId: string, id: string): void {
  const draft = drafts.get(ticketId)
  const known = readDraftSuggestions(ticketId)
  if (draft === undefined || known.includes(id) || known.length >= MAX_SUGGESTIONS_PER_MESSAGE) return
  drafts.set(ticketId, { ...draft, suggestionIds: [...known, id] })
  keep('draft', ticketId, drafts.get(ticketId))
}

/** Keeps what stands in the field of a conversation. Emptying it gives up the place of the message that it was made of. */
export function writeDraft(ticketId: string, text: string, now: () => number = Date.now): void {
  if (text === readDraft(ticketId)) return
  keepDraft(ticketId, text, readDraftRetryOf(ticketId), now())
}

/** How often a message has been taken back into the field of each conversation; the field takes the focus then. */
const editCounts = new Map<string, number>()

export function useEditCount(ticketId: string): number {
  return useSyncExternalStore(subscribeUnsent, () => editCounts.get(ticketId) ?? 0)
}

/** Puts a message back into the field to be changed. `retryOf`: the one in whose place it goes then. */
export function editInField(ticketId: string, text: string, retryOf: string | null): void {
  editCounts.set(ticketId, (editCounts.get(ticketId) ?? 0) + 1)
  keepDraft(ticketId, text, retryOf, Date.now())
}

/** Moves a draft to another conversation, unless something stands in that one's field: there it stays where it was. */
export function carryDraft(from: string, to: string): void {
  const text = readDraft(from)
  if (text === '' || readDraft(to).trim() !== '') return
  // A message that failed is sent again in its own case alone.
  keepDraft(to, text, null, Date.now())
  keepDraft(from, '', null, Date.now())
}

function keepDraft(ticketId: string, text: string, retryOf: string | null, at: number): void {
  const suggestionIds = readDraftSuggestions(ticketId)
  drafts.delete(ticketId)
  if (text !== '') drafts.set(ticketId, { text, at, ...(retryOf === null ? {} : { retryOf }), suggestionIds })
  keep('draft', ticketId, drafts.get(ticketId))
  for (const oldest of drafts.keys()) {
    if (drafts.size <= MAX_DRAFTS) break
    drafts.delete(oldest)
    keep('draft', oldest, undefined)
  }
  tell()
}

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

/** Changes the outbox and keeps what has changed. */
export function updateOutbox(step: (outbox: Outbox) => Outbox): void {
  const before = outbox
  const after = step(before)
  if (after === before) return
  outbox = after
  const known = new Map(before.map((message) => [message.id, message]))
  after.forEach((message, order) => {
    if (known.get(message.id) !== message) keep('outbox', message.id, { ...message, order })
    known.delete(message.id)
  })
  for (const gone of known.keys()) keep('outbox', gone, undefined)
  tell()
}

/** The messages of a ticket that no tab sends when this one holds the ticket's lock and has not begun with any. */
export function abandonedOf(ticketId: string): Outbox {
  return outboxOf(ticketId).filter(
    // Without locks another tab may well be sending what it says it sends.
    ({ id, state }) => state !== 'failed' && (loaded.has(id) || (state === 'sending' && hasTicketLocks())),
  )
}

/**
 * Gives those up. Of what this page loaded none holds another up, and a person decides about all of it. This is the page's own
 * conclusion and is not kept: what another tab says of a message after all counts here as well.
 */
export function abandonMessages(ticketId: string): void {
  const before = outbox
  for (const { id } of abandonedOf(ticketId)) {
    outbox = abandon(outbox, id, !loaded.has(id))
    loaded.delete(id)
  }
  if (outbox !== before) tell()
}

/** Reads a message again that another tab has kept: what that tab did last may not have been heard yet. */
export function rereadMessage(id: string): void {
  if (owner !== null) hearOtherTab('outbox', id, readPersonal(owner, 'outbox').get(id) ?? null)
}

/** What has expired, of any person: a draft by its last change, a message by when it was sent off. */
function removeExpired(now: number): void {
  removeExpiredPersonal((kind, value) => {
    if (kind === 'draft') return now - (parseDraft(value)?.at ?? 0) > KEPT_MS
    return kind === 'outbox' && now - Date.parse(parseMessage(value)?.at ?? '1970-01-01') > KEPT_MS
  })
}

/** Loads what this person has stored in this browser, in place of the previous person's. Called at every change of the session. */
export function adoptUnsent(staffId: string | null, now: () => number = Date.now): void {
  if (staffId === owner) return
  removeExpired(now())
  stopFollowing()
  owner = staffId
  drafts = staffId === null ? new Map() : loadDrafts(staffId)
  outbox = staffId === null ? [] : loadOutbox(staffId)
  loaded.clear()
  for (const { id, state } of outbox) if (state !== 'failed') loaded.add(id)
  ofTicket.clear()
  stopFollowing = staffId === null ? () => {} : followPersonal(staffId, hearOtherTab)
  tell()
}

const followSession = () => adoptUnsent(readSession().profile?.id ?? null)
subscribeSession(followSession)
removeExpired(Date.now())
followSession()

function hearOtherTab(kind: string, name: string, value: string | null): void {
  if (kind === 'draft') {
    const draft = value === null ? null : parseDraft(value)
    if (draft === null) drafts.delete(name)
    else drafts.set(name, draft)
  } else if (kind === 'outbox') {
    const message = value === null ? null : parseMessage(value)
    const others = outbox.filter(({ id }) => id !== name)
    const place = outbox.findIndex(({ id }) => id === name)
    if (message?.state !== outbox[place]?.state) loaded.delete(name)
    outbox = message === null ? others : others.toSpliced(place < 0 ? others.length : place, 0, message)
  }
  tell()
}

function tell(): void {
  for (const listener of [...listeners]) listener()
}

function keep(kind: PersonalKind, name: string, value: unknown): void {
  if (owner !== null) writePersonal(owner, kind, name, value === undefined ? null : JSON.stringify(value))
}

function loadDrafts(staffId: string): Map<string, Draft> {
  const stored = [...readPersonal(staffId, 'draft')].flatMap(([ticketId, value]) => {
    const draft = parseDraft(value)
    return draft === null ? [] : [[ticketId, draft] as const]
  })
  return new Map(stored.sort(([, a], [, b]) => a.at - b.at))
}

function loadOutbox(staffId: string): Outbox {
  return [...readPersonal(staffId, 'outbox').values()]
    .flatMap((value) => parseMessage(value) ?? [])
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.order - b.order)
    .map(({ order: _, ...message }) => (message.state === 'failed' ? interrupted(message) : message))
}

function parseDraft(value: string): Draft | null {
  const { text, at, retryOf, suggestionIds } = parse(value)
  if (typeof text !== 'string' || text === '') return null
  return {
    text,
    at: typeof at === 'number' ? at : 0,
    ...(typeof retryOf === 'string' ? { retryOf } : {}),
    suggestionIds: strings(suggestionIds),
  }
}

function parseMessage(value: string): (OutboxMessage & { order: number }) | null {
  const { id, ticketId, text, imageUrl, at, accepts, retryOf, suggestionIds, state, failure, holds, order } =
    parse(value)
  if (typeof id !== 'string' || typeof ticketId !== 'string' || typeof text !== 'string') return null
  return {
    id,
    ticketId,
    text,
    imageUrl: typeof imageUrl === 'string' ? imageUrl : null,
    at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : new Date(0).toISOString(),
    accepts: accepts === true,
    retryOf: typeof retryOf === 'string' ? retryOf : null,
    suggestionIds: strings(suggestionIds),
    state: state === 'waiting' || state === 'sending' ? state : 'failed',
    failure: typeof failure === 'string' ? failure : null,
    holds: holds === true,
    order: typeof order === 'number' ? order : 0,
  }
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** The fields of a stored value, whatever it has become meanwhile. */
function parse(value: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch (error) {
    console.warn('a stored message or draft could not be read', error)
    return {}
  }
}
