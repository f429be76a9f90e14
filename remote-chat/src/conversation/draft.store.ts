/** One try to send a draft. Its id goes with every repetition, so that the server stores the message once. */
export interface Attempt {
  /** client_message_id */
  id: string
  text: string
  /** When it was first sent, ISO 8601. */
  at: string
  state: 'sending' | 'failed'
}

/** What a person has written in one conversation. It leaves the field when the server has it, and not before. */
export interface Draft {
  text: string
  attempt: Attempt | null
}

const STORAGE_KEY = 'chat_drafts'
/** Drafts of so many conversations are kept; the longest untouched go first. */
const MAX_DRAFTS = 50
const EMPTY: Draft = { text: '', attempt: null }

const listeners = new Set<() => void>()
const drafts = load()

export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readDraft(ticketId: string): Draft {
  return drafts.get(ticketId) ?? EMPTY
}

export function writeDraft(ticketId: string, text: string): void {
  put(ticketId, { ...readDraft(ticketId), text })
}

/**
 * Begins to send what is written, or to send it again: an unchanged text keeps the id of its failed try.
 * Null when there is nothing to send or a send is under way.
 */
export function beginAttempt(ticketId: string, newId: () => string, now: () => number): Attempt | null {
  const { text, attempt } = readDraft(ticketId)
  if (attempt?.state === 'sending' || text.trim() === '') return null
  const again = attempt !== null && attempt.text === text
  const next: Attempt = again
    ? { ...attempt, state: 'sending' }
    : { id: newId(), text, at: new Date(now()).toISOString(), state: 'sending' }
  put(ticketId, { text, attempt: next })
  return next
}

export function failAttempt(ticketId: string, id: string): void {
  const draft = readDraft(ticketId)
  if (draft.attempt?.id === id) put(ticketId, { ...draft, attempt: { ...draft.attempt, state: 'failed' } })
}

/** The server has it, whoever said so: the answer, the socket or a later reading. What was written since stays. */
export function acknowledge(ticketId: string, id: string): void {
  const { text, attempt } = readDraft(ticketId)
  if (attempt?.id !== id) return
  const rest = text.startsWith(attempt.text) ? text.slice(attempt.text.length) : text
  put(ticketId, { text: rest, attempt: null })
}

/** Gives a failed try up: its text stays in the field. */
export function forgetAttempt(ticketId: string): void {
  const draft = readDraft(ticketId)
  if (draft.attempt?.state === 'failed') put(ticketId, { ...draft, attempt: null })
}

function put(ticketId: string, draft: Draft): void {
  drafts.delete(ticketId)
  if (draft.text !== '' || draft.attempt !== null) drafts.set(ticketId, draft)
  for (const oldest of drafts.keys()) {
    if (drafts.size <= MAX_DRAFTS) break
    drafts.delete(oldest)
  }
  save()
  for (const listener of [...listeners]) listener()
}

/** Drafts outlive a reload of their tab, and no more: they are a customer's business. */
function save(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...drafts]))
  } catch (error) {
    console.warn('drafts could not be kept for a reload', error)
  }
}

function load(): Map<string, Draft> {
  const found = new Map<string, Draft>()
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
    for (const [ticketId, draft] of Array.isArray(stored) ? stored : []) {
      if (typeof ticketId !== 'string' || typeof draft?.text !== 'string') continue
      const attempt = draft.attempt as Attempt | null
      // Whether a send that the reload cut off has arrived is not known: it is offered again under its id.
      found.set(ticketId, { text: draft.text, attempt: attempt ? { ...attempt, state: 'failed' } : null })
    }
  } catch (error) {
    console.warn('stored drafts could not be read', error)
  }
  return found
}
