import { useSyncExternalStore } from 'react'
import { MAX_SUGGESTIONS_PER_MESSAGE } from 'shared/contract/constants.ts'
import { createListeners } from 'shared/contract/listeners.ts'
import { newId } from 'shared/contract/new-id.ts'
import {
  followPersonal,
  readPersonal,
  readSession,
  removeExpiredPersonal,
  serverNow,
  subscribeSession,
  writePersonal,
} from 'shared/session'

/** Maximum number of drafts. The drafts unedited for the longest time are dropped first, notes before replies. */
const MAX_DRAFTS = 50

/** Time in ms for which unedited drafts of all users are kept; no session lasts longer. */
export const RETENTION_MS = 30 * 24 * 60 * 60_000

export interface Draft {
  readonly text: string
  /** Time of the draft's last edit, ms since 1970. */
  readonly at: number
  /** Id of the undelivered message that this draft replaces. */
  readonly retryOf?: string
  readonly suggestionIds?: readonly string[]
  /** Idempotency key with which exactly this text of a note was sent. */
  readonly clientId?: string
}

export const noteDraftOf = (ticketId: string): string => `note:${ticketId}`

let owner: string | null = null
let drafts = new Map<string, Draft>()
/** Edit time of the last sent draft, by draft id; the next draft gets a later time, even if the clock was set back. */
const lastSentEditTimes = new Map<string, number>()
let stopFollowing = () => {}
const listeners = createListeners()
const draftListeners = createListeners()
const ownerListeners = createListeners()

/** Calls the listener when another user's drafts have been loaded, before other listeners. */
export const onPendingOwnerChange = ownerListeners.subscribe

/** Calls the listener when drafts or messages change, but, unlike `subscribeDrafts`, not on every key press. */
export const subscribePending = listeners.subscribe

/** Calls the listener like `subscribePending`, and also on every key press, for components that show draft texts. */
export const subscribeDrafts = draftListeners.subscribe

export const pendingOwner = (): string | null => owner

export function readDraft(ticketId: string): string {
  return drafts.get(ticketId)?.text ?? ''
}

export const draftIdsWithPrefix = (prefix: string): string[] =>
  [...drafts.keys()].filter((name) => name.startsWith(prefix))

export function useDraft(ticketId: string): string {
  return useSyncExternalStore(subscribeDrafts, () => readDraft(ticketId))
}

export const readDraftRetryOf = (ticketId: string): string | null => drafts.get(ticketId)?.retryOf ?? null

export function useIsFieldEmpty(ticketId: string): boolean {
  return useSyncExternalStore(subscribePending, () => readDraft(ticketId).trim() === '')
}

/** True when the ticket has a draft of a note or of a note's edit, other than the visible draft `inField`. */
export const hasNoteDraft = (ticketId: string, inField: string | null = null): boolean =>
  draftIdsWithPrefix(noteDraftOf(ticketId)).some((name) => name !== inField && readDraft(name).trim() !== '')

const readDraftSuggestions = (ticketId: string): readonly string[] =>
  drafts.get(ticketId)?.suggestionIds ?? []

export const noteSuggestion = (ticketId: string, id: string): void => noteSuggestions(ticketId, [id])

function noteSuggestions(ticketId: string, ids: readonly string[]): void {
  const draft = drafts.get(ticketId)
  const known = readDraftSuggestions(ticketId)
  const fresh = ids.filter((id) => !known.includes(id))
  if (draft === undefined || fresh.length === 0) return
  drafts.set(ticketId, {
    ...draft,
    suggestionIds: [...known, ...fresh].slice(0, MAX_SUGGESTIONS_PER_MESSAGE),
  })
  store(ticketId)
}

export function writeDraft(ticketId: string, text: string, now: () => number = serverNow): void {
  const before = readDraft(ticketId)
  if (text === before) return
  storeDraft(ticketId, text, readDraftRetryOf(ticketId), now())
  // Lists show only whether a draft exists, not its text, so they are not updated on every key press.
  if (before.trim() !== '' && text.trim() !== '') draftListeners.notify()
  else notifyPendingChanged()
}

/** Returns the draft's idempotency key, which changes only with the text, so that a retry is stored only once. */
export function clientIdOfDraft(draftId: string): string {
  const draft = drafts.get(draftId)
  const clientId = draft?.clientId ?? newId()
  if (draft !== undefined) drafts.set(draftId, { ...draft, clientId })
  store(draftId)
  return clientId
}

/** Number of times that a message's text was returned to the field, by conversation; each time focuses the field. */
const editCounts = new Map<string, number>()

export function useEditCount(ticketId: string): number {
  return useSyncExternalStore(subscribePending, () => editCounts.get(ticketId) ?? 0)
}

export function beforeDraft(ticketId: string, texts: readonly string[]): string {
  return [...texts, readDraft(ticketId)].filter((text) => text !== '').join('\n')
}

/** Inserts texts before the text in the field. `retryOf` is the message that the new text replaces. */
export function editInField(
  ticketId: string,
  texts: readonly string[],
  retryOf: string | null,
  suggestionIds: readonly string[] = [],
): void {
  editCounts.set(ticketId, (editCounts.get(ticketId) ?? 0) + 1)
  storeDraft(ticketId, beforeDraft(ticketId, texts), retryOf, serverNow())
  noteSuggestions(ticketId, suggestionIds)
  notifyPendingChanged()
}

/** Empties a field whose text is being sent. The stored draft remains until the message is stored. */
export function startSendingDraft(ticketId: string): Draft | null {
  const draft = drafts.get(ticketId) ?? null
  if (draft !== null) recordSentAt(ticketId, draft.at)
  drafts.delete(ticketId)
  notifyPendingChanged()
  return draft
}

/** Removes a draft that is now stored as a message. `at` is the time of its last edit; a newer draft remains. */
export function forgetDraft(ticketId: string, at: number): void {
  recordSentAt(ticketId, at)
  const draft = drafts.get(ticketId)
  if (draft !== undefined && draft.at > at) return
  drafts.delete(ticketId)
  store(ticketId)
}

function recordSentAt(ticketId: string, at: number): void {
  lastSentEditTimes.set(ticketId, Math.max(at, lastSentEditTimes.get(ticketId) ?? 0))
}

export function moveDraft(from: string, to: string): void {
  const text = readDraft(from)
  if (text === '' || readDraft(to).trim() !== '') return
  // An undelivered message can only be resent in its own ticket, so the moved draft no longer replaces it.
  storeDraft(to, text, null, serverNow())
  storeDraft(from, '', null, serverNow())
  notifyPendingChanged()
}

function storeDraft(ticketId: string, text: string, retryOf: string | null, now: number): void {
  const at = Math.max(now, (lastSentEditTimes.get(ticketId) ?? 0) + 1)
  const suggestionIds = readDraftSuggestions(ticketId)
  drafts.delete(ticketId)
  if (text !== '') drafts.set(ticketId, { text, at, ...(retryOf === null ? {} : { retryOf }), suggestionIds })
  store(ticketId)
  if (drafts.size <= MAX_DRAFTS) return
  const names = [...drafts.keys()].filter((name) => name !== ticketId)
  // An id with a colon belongs to a note; reply drafts have the plain ticket id.
  const oldest = names.find((name) => name.includes(':')) ?? names[0] ?? ticketId
  drafts.delete(oldest)
  store(oldest)
}

/** Removes expired data of all users: messages by the time of sending, all other data by the last change. */
function removeExpired(now: number): void {
  removeExpiredPersonal((kind, value) => {
    if (kind === 'draft') return now - (parseDraft(value)?.at ?? 0) > RETENTION_MS
    if (kind === 'removed') return !(now - Number(value) <= RETENTION_MS)
    if (kind === 'handed' || kind === 'knowledge' || kind === 'upload')
      return !(now - Number(parse(value).at) <= RETENTION_MS)
    return kind === 'outbox' && !(now - Date.parse(String(parse(value).at)) <= RETENTION_MS)
  })
}

export function setPendingOwner(staffId: string | null, now: () => number = serverNow): void {
  if (staffId === owner) return
  removeExpired(now())
  stopFollowing()
  owner = staffId
  lastSentEditTimes.clear()
  drafts = staffId === null ? new Map() : loadDrafts(staffId)
  ownerListeners.notify()
  stopFollowing = staffId === null ? () => {} : followPersonal(staffId, handleDraftChange)
  notifyPendingChanged()
}

const followSession = () => setPendingOwner(readSession().profile?.id ?? null)
subscribeSession(followSession)
removeExpired(serverNow())
followSession()

function handleDraftChange(kind: string, name: string, value: string | null): void {
  if (kind !== 'draft') return
  const draft = value === null ? null : parseDraft(value)
  if (draft === null) drafts.delete(name)
  else drafts.set(name, draft)
  notifyPendingChanged()
}

export function notifyPendingChanged(): void {
  listeners.notify()
  draftListeners.notify()
}

function store(name: string): void {
  const draft = drafts.get(name)
  if (owner !== null) writePersonal(owner, 'draft', name, draft ? JSON.stringify(draft) : null)
}

function loadDrafts(staffId: string): Map<string, Draft> {
  const stored = [...readPersonal(staffId, 'draft')].flatMap(([ticketId, value]) => {
    const draft = parseDraft(value)
    return draft === null ? [] : [[ticketId, draft] as const]
  })
  return new Map(stored.sort(([, a], [, b]) => a.at - b.at))
}

function parseDraft(value: string): Draft | null {
  const { text, at, ...more }: Partial<Draft> = parse(value)
  if (typeof text !== 'string' || text === '') return null
  return { ...more, text, at: typeof at === 'number' ? at : 0 }
}

function parse(value: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch (error) {
    console.warn('a stored message or draft could not be read', error)
    return {}
  }
}
