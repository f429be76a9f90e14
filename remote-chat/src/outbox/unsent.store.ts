import { useSyncExternalStore } from 'react'
import { MAX_SUGGESTIONS_PER_MESSAGE } from 'shared/contract/constants.ts'
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

/** So many drafts are kept; the longest untouched go first, notes before answers. */
const MAX_DRAFTS = 50

/** No session lasts longer: what its writer has not touched for so long is removed, whoever it was. */
export const KEPT_MS = 30 * 24 * 60 * 60_000

export interface Draft {
  readonly text: string
  /** When it was last touched, ms since 1970. */
  readonly at: number
  /** It was made of a message that LINE did not take, and goes in its place. */
  readonly retryOf?: string
  /** The suggestions that were put into it since it was empty. */
  readonly suggestionIds?: readonly string[]
  /** Of a note: the name under which these very words were sent to be stored. */
  readonly clientId?: string
}

/** Under which name the draft of an internal note is kept, beside that of the answer. */
export const noteDraftOf = (ticketId: string): string => `note:${ticketId}`

/** Whose drafts are in memory: those of the person who is signed in, and nobody else's. */
let owner: string | null = null
let drafts = new Map<string, Draft>()
/** By name, up to when drafts have been sent off: the next one is younger, also where the clock was put back meanwhile. */
const sentOff = new Map<string, number>()
let stopFollowing = () => {}
const listeners = new Set<() => void>()
const wordListeners = new Set<() => void>()
const ownerListeners = new Set<() => void>()

/** Calls when another person's drafts have taken the place of these, before anybody is told of the change. */
export function onUnsentOwner(listener: () => void): void {
  ownerListeners.add(listener)
}

/** Calls when a draft is begun, emptied, sent off or another's, and when the outbox changes; not with each key (`subscribeWords`). */
export function subscribeUnsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same, and with each key: for who shows the words of a draft. */
export function subscribeWords(listener: () => void): () => void {
  wordListeners.add(listener)
  return () => wordListeners.delete(listener)
}

/** Whose drafts and messages these are; null when nobody is signed in. */
export const unsentOwner = (): string | null => owner

export function readDraft(ticketId: string): string {
  return drafts.get(ticketId)?.text ?? ''
}

/** The names of drafts that begin so. */
export const draftsNamed = (prefix: string): string[] =>
  [...drafts.keys()].filter((name) => name.startsWith(prefix))

export function useDraft(ticketId: string): string {
  return useSyncExternalStore(subscribeWords, () => readDraft(ticketId))
}

/** In whose place the draft of a conversation goes; null for one that is new. */
export const readDraftRetryOf = (ticketId: string): string | null => drafts.get(ticketId)?.retryOf ?? null

/** Whether nothing is written in the field of a conversation. */
export function useIsFieldEmpty(ticketId: string): boolean {
  return useSyncExternalStore(subscribeUnsent, () => readDraft(ticketId).trim() === '')
}

/** Whether an internal note of a case has been begun, new or as other words of one that stands. `inField`: the draft that is in sight. */
export const hasNoteDraft = (ticketId: string, inField: string | null = null): boolean =>
  draftsNamed(noteDraftOf(ticketId)).some((name) => name !== inField && readDraft(name).trim() !== '')

const readDraftSuggestions = (ticketId: string): readonly string[] =>
  drafts.get(ticketId)?.suggestionIds ?? []

/** A suggestion was put into the field of a conversation. Emptying the field forgets it. */
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
  keep(ticketId)
}

/** Keeps what stands in the field of a conversation. Emptying it gives up the place of the message that it was made of. */
export function writeDraft(ticketId: string, text: string, now: () => number = serverNow): void {
  const before = readDraft(ticketId)
  if (text === before) return
  keepDraft(ticketId, text, readDraftRetryOf(ticketId), now())
  // Lists and marks show whether there is a draft and not its words: a further key costs them nothing.
  if (before.trim() !== '' && text.trim() !== '') tellAll(wordListeners)
  else tellUnsent()
}

/**
 * The name of what stands in a field, the same as long as its words are, also after a reload: sent again after a lost answer it is
 * stored once.
 */
export function clientIdOfDraft(draftId: string): string {
  const draft = drafts.get(draftId)
  const clientId = draft?.clientId ?? newId()
  if (draft !== undefined) drafts.set(draftId, { ...draft, clientId })
  keep(draftId)
  return clientId
}

/** How often a message has been taken back into the field of each conversation; the field takes the focus then. */
const editCounts = new Map<string, number>()

export function useEditCount(ticketId: string): number {
  return useSyncExternalStore(subscribeUnsent, () => editCounts.get(ticketId) ?? 0)
}

/** What stands in the field of a conversation, with texts before it. */
export function beforeDraft(ticketId: string, texts: readonly string[]): string {
  return [...texts, readDraft(ticketId)].filter((text) => text !== '').join('\n')
}

/**
 * Puts messages back into the field to be changed, before what stands there. `retryOf`: the one in whose place it goes then;
 * `suggestionIds`: what they were made of.
 */
export function editInField(
  ticketId: string,
  texts: readonly string[],
  retryOf: string | null,
  suggestionIds: readonly string[] = [],
): void {
  editCounts.set(ticketId, (editCounts.get(ticketId) ?? 0) + 1)
  keepDraft(ticketId, beforeDraft(ticketId, texts), retryOf, serverNow())
  noteSuggestions(ticketId, suggestionIds)
  tellUnsent()
}

/** Empties a field whose words are being sent off. They stay kept until it is certain that they are kept elsewhere. */
export function takeDraft(ticketId: string): Draft | null {
  const draft = drafts.get(ticketId) ?? null
  if (draft !== null) noteSentOff(ticketId, draft.at)
  drafts.delete(ticketId)
  tellUnsent()
  return draft
}

/** What was taken out of a field is kept elsewhere now. `at`: when it was last touched. */
export function forgetDraft(ticketId: string, at: number): void {
  noteSentOff(ticketId, at)
  const draft = drafts.get(ticketId)
  if (draft !== undefined && draft.at > at) return
  drafts.delete(ticketId)
  keep(ticketId)
}

function noteSentOff(ticketId: string, at: number): void {
  sentOff.set(ticketId, Math.max(at, sentOff.get(ticketId) ?? 0))
}

/** Moves a draft to another conversation, unless something stands in that one's field: there it stays where it was. */
export function carryDraft(from: string, to: string): void {
  const text = readDraft(from)
  if (text === '' || readDraft(to).trim() !== '') return
  // A message that failed is sent again in its own case alone.
  keepDraft(to, text, null, serverNow())
  keepDraft(from, '', null, serverNow())
  tellUnsent()
}

function keepDraft(ticketId: string, text: string, retryOf: string | null, now: number): void {
  const at = Math.max(now, (sentOff.get(ticketId) ?? 0) + 1)
  const suggestionIds = readDraftSuggestions(ticketId)
  drafts.delete(ticketId)
  if (text !== '') drafts.set(ticketId, { text, at, ...(retryOf === null ? {} : { retryOf }), suggestionIds })
  keep(ticketId)
  if (drafts.size <= MAX_DRAFTS) return
  const names = [...drafts.keys()].filter((name) => name !== ticketId)
  // An answer's draft has the bare id of its case.
  const oldest = names.find((name) => name.includes(':')) ?? names[0] ?? ticketId
  drafts.delete(oldest)
  keep(oldest)
}

/** What has expired in localStorage, of any person: a draft and what they were told by its last change, a message by when it was sent off. */
function removeExpired(now: number): void {
  removeExpiredPersonal((kind, value) => {
    if (kind === 'draft') return now - (parseDraft(value)?.at ?? 0) > KEPT_MS
    if (kind === 'removed') return !(now - Number(value) <= KEPT_MS)
    if (kind === 'handed' || kind === 'knowledge' || kind === 'upload')
      return !(now - Number(parse(value).at) <= KEPT_MS)
    return kind === 'outbox' && !(now - Date.parse(String(parse(value).at)) <= KEPT_MS)
  })
}

/** Takes up what this person has stored in this browser, in place of the previous person's. Called at every change of the session. */
export function adoptUnsent(staffId: string | null, now: () => number = serverNow): void {
  if (staffId === owner) return
  removeExpired(now())
  stopFollowing()
  owner = staffId
  sentOff.clear()
  drafts = staffId === null ? new Map() : loadDrafts(staffId)
  for (const listener of ownerListeners) listener()
  stopFollowing = staffId === null ? () => {} : followPersonal(staffId, hearOfDraft)
  tellUnsent()
}

const followSession = () => adoptUnsent(readSession().profile?.id ?? null)
subscribeSession(followSession)
removeExpired(serverNow())
followSession()

function hearOfDraft(kind: string, name: string, value: string | null): void {
  if (kind !== 'draft') return
  const draft = value === null ? null : parseDraft(value)
  if (draft === null) drafts.delete(name)
  else drafts.set(name, draft)
  tellUnsent()
}

export function tellUnsent(): void {
  tellAll(listeners)
  tellAll(wordListeners)
}

function tellAll(some: ReadonlySet<() => void>): void {
  for (const listener of [...some]) listener()
}

/** Keeps the draft of that name as it is by now. */
function keep(name: string): void {
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
  const { text, at, retryOf, suggestionIds, clientId } = parse(value)
  if (typeof text !== 'string' || text === '') return null
  return {
    text,
    at: typeof at === 'number' ? at : 0,
    ...(typeof retryOf === 'string' ? { retryOf } : {}),
    ...(typeof clientId === 'string' ? { clientId } : {}),
    suggestionIds: strings(suggestionIds),
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
