import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { backoff, errorText, hasErrorCode, isApiError, noteCalls } from 'shared/api'
import { createListeners } from 'shared/contract/listeners.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { followReconnect } from 'shared/realtime'
import { showToast } from 'shared/ui'
import { isInView } from '../address/ticket-address.ts'
import { chatCacheOf } from '../cache/chat-cache.ts'
import {
  clientIdOfDraft,
  onPendingOwnerChange,
  pendingOwner,
  readDraft,
  subscribeDrafts,
  writeDraft,
} from '../outbox/drafts.store.ts'
import { isTemporaryFailure } from '../outbox/outbox-failures.ts'
import { channelAgentsQuery } from '../ticket/channel-agents-query.ts'
import { mentionedIds } from './mention-texts.ts'
import { ticketNoteDraft } from './note-drafts.ts'
import { chooseFieldMode, type FieldMode, readFieldMode } from './note-mode.store.ts'

/** Note to save; its text is stored in the note's draft. */
export interface NoteToSave {
  client: QueryClient
  ticket: Ticket
  /** The note being edited; null for a new note. */
  editing: FieldMode['editing']
  /** Ids of colleagues selected from the list, to distinguish identical names. */
  picked: Set<string>
}

interface NoteSaving {
  /** True while the user's own attempt is running; automatic attempts do not block the field. */
  readonly busy: boolean
  readonly failure: string | null
  /** Text of the note that could not be saved. */
  readonly text: string
}

/** Note that will be saved automatically, whether or not its field is shown. */
interface WaitingNote {
  note: NoteToSave
  text: string
  tries: number
  timer: ReturnType<typeof setTimeout>
}

const PAUSES = { firstMs: 2_000, longestMs: 300_000 }
/** Maximum number of automatic attempts, which take about two hours in total. */
const MAX_TRIES = 30
const SAVED_LATER_TEXT = 'ยังไม่ได้บันทึก เปิดหน้านี้ไว้ โน้ตจะบันทึกเองเมื่อเชื่อมต่อได้'
const IDLE: NoteSaving = { busy: false, failure: null, text: '' }

/** State of saving a note, by draft id. */
const savingStates = new Map<string, NoteSaving>()
const waiting = new Map<string, WaitingNote>()
const runningSaves = new Map<string, Promise<void>>()
const listeners = createListeners()
let unfollow: (() => void) | null = null

onPendingOwnerChange(() => {
  for (const draftId of [...waiting.keys()]) stopWaiting(draftId)
  savingStates.clear()
  runningSaves.clear()
})

function subscribe(listener: () => void): () => void {
  const stops = [listeners.subscribe(listener), subscribeDrafts(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Returns the state of saving a note. A failure is reported only while the note's text is unchanged. */
export const useNoteSaving = (draftId: string): NoteSaving =>
  useSyncExternalStore(subscribe, () => {
    const saving = savingStates.get(draftId) ?? IDLE
    return saving.busy || saving.text === readDraft(draftId) ? saving : IDLE
  })

function show(draftId: string, saving: NoteSaving): void {
  if (saving === IDLE) savingStates.delete(draftId)
  else savingStates.set(draftId, saving)
  listeners.notify()
}

/** Saves a note. After a temporary failure, retries automatically while the text is unchanged. */
export async function saveNote(note: NoteToSave): Promise<void> {
  const draftId = ticketNoteDraft(note.ticket.id, note.editing)
  if (savingStates.get(draftId)?.busy) return
  const owner = pendingOwner()
  show(draftId, { busy: true, failure: null, text: readDraft(draftId) })
  await runningSaves.get(draftId)
  if (pendingOwner() !== owner) return
  if (readDraft(draftId) === '') show(draftId, IDLE)
  else await begin(note, true)
}

function begin(note: NoteToSave, isPressed: boolean): Promise<void> {
  const draftId = ticketNoteDraft(note.ticket.id, note.editing)
  const attempt = save(note, draftId, isPressed).finally(() => {
    if (runningSaves.get(draftId) === attempt) runningSaves.delete(draftId)
  })
  runningSaves.set(draftId, attempt)
  return attempt
}

async function save(note: NoteToSave, draftId: string, isPressed: boolean): Promise<void> {
  const { client, ticket, editing, picked } = note
  const owner = pendingOwner()
  const text = readDraft(draftId)
  // The idempotency key is read together with the text: text that another tab adds later is a separate note.
  const clientId = editing === null ? clientIdOfDraft(draftId) : ''
  if (isPressed) show(draftId, { busy: true, failure: null, text })
  try {
    const agents = channelAgentsQuery(ticket.channel.key)
    const known = text.includes('@') ? await client.ensureQueryData(agents) : []
    const mentions = mentionedIds(text, [...known, ...remainingNotes(editing, known)], picked)
    const calls = await noteCalls()
    const timelineEvent =
      editing === null
        ? await calls.postNote(ticket.id, { text, mentions, client_id: clientId })
        : await calls.putNote(editing.id, { text, mentions })
    if (pendingOwner() !== owner) return
    const cache = chatCacheOf(client)
    if (!cache.messages.applyTimelineEvent(timelineEvent)) cache.catchUp(ticket.id)
    stopWaiting(draftId)
    show(draftId, IDLE)
    // Text written in the meantime remains in the field.
    if (readDraft(draftId) !== text) return
    picked.clear()
    writeDraft(draftId, '')
    if (isInField(note)) chooseFieldMode(ticket.id, 'note', null, mayFocus(isPressed))
  } catch (error) {
    if (pendingOwner() === owner) fail(note, text, error)
  }
}

function mayFocus(isPressed: boolean): boolean {
  const { activeElement, body } = document
  return Boolean(activeElement?.closest('[data-note-composer]')) || (isPressed && activeElement === body)
}

function fail(note: NoteToSave, text: string, error: unknown): void {
  const { ticket, editing } = note
  const draftId = ticketNoteDraft(ticket.id, editing)
  const isAway = isTemporaryFailure(isApiError(error) ? error.code : null) || !navigator.onLine
  const tries = (waiting.get(draftId)?.tries ?? 0) + 1
  stopWaiting(draftId)
  if (isAway && tries < MAX_TRIES) {
    const timer = setTimeout(() => tryAgain(draftId), backoff(tries - 1, PAUSES))
    waiting.set(draftId, { note, text, tries, timer })
    unfollow ??= followReconnect(tryAll)
    show(draftId, { busy: false, failure: SAVED_LATER_TEXT, text })
    return
  }
  const failure = failureOf(error)
  show(draftId, { busy: false, failure, text })
  if (!isInField(note) || !isInView(ticket.id) || readDraft(draftId) !== text)
    showToast({ tone: 'error', text: `${ticket.profile.display_name} · ${failure}` })
}

function isInField({ ticket, editing }: NoteToSave): boolean {
  const mode = readFieldMode(ticket.id)
  return mode.kind === 'note' && mode.editing?.id === editing?.id
}

function tryAgain(draftId: string): void {
  const entry = waiting.get(draftId)
  if (entry === undefined) return
  clearTimeout(entry.timer)
  if (runningSaves.has(draftId)) return
  if (readDraft(draftId) === entry.text) return void begin(entry.note, false)
  // The user has changed the text since the failure, so it is no longer saved automatically.
  stopWaiting(draftId)
  show(draftId, IDLE)
}

function stopWaiting(draftId: string): void {
  clearTimeout(waiting.get(draftId)?.timer)
  waiting.delete(draftId)
  if (waiting.size > 0) return
  unfollow?.()
  unfollow = null
}

function tryAll(): void {
  for (const draftId of [...waiting.keys()]) tryAgain(draftId)
}

/** Returns mentioned people without access to the channel, so that their names remain highlighted. */
function remainingNotes(editing: FieldMode['editing'], known: readonly { id: string }[]) {
  return (editing?.note?.mentions ?? []).filter(({ id }) => known.every((each) => each.id !== id))
}

function failureOf(error: unknown): string {
  if (hasErrorCode(error, 'not_found')) return 'บันทึกโน้ตไม่สำเร็จ: ไม่มีโน้ตนี้แล้ว หรือเซิร์ฟเวอร์นี้ยังไม่รองรับโน้ตภายใน'
  return `บันทึกโน้ตไม่สำเร็จ: ${errorText(error)}`
}
