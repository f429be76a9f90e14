import { readPersonal, readSession, writePersonal } from 'shared/session'

/** A case that changed hands, as the person was told. */
export interface RecentHandOver {
  ticketId: string
  words: string
  /** ms since 1970 */
  at: number
}

const [KIND, NAME] = ['handed', 'recent'] as const
const MAX_KEPT = 3
const KEPT_MS = 12 * 60 * 60_000
const NONE: readonly RecentHandOver[] = []

const listeners = new Set<() => void>()
let read: { value: string; cases: readonly RecentHandOver[] } = { value: '', cases: NONE }

/** The last cases that were given to this person or taken from them, for who was not there to read the notice; the newest first. */
export function recentHandOvers(): readonly RecentHandOver[] {
  const value = readPersonal(readSession().profile?.id ?? '', KIND).get(NAME) ?? ''
  if (value !== read.value) read = { value, cases: parse(value) }
  return read.cases
}

export function keepRecentHandOvers(fresh: readonly RecentHandOver[], now: number): void {
  const kept = recentHandOvers().filter(({ ticketId }) => fresh.every((each) => each.ticketId !== ticketId))
  const cases = [...fresh, ...kept].filter(({ at }) => now - at < KEPT_MS).slice(0, MAX_KEPT)
  writePersonal(readSession().profile?.id ?? '', KIND, NAME, JSON.stringify({ at: now, cases }))
  for (const listener of listeners) listener()
}

/** Calls after every change, also one of another tab. Returns the end of it. */
export function onRecentHandOvers(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function parse(value: string): readonly RecentHandOver[] {
  try {
    return value === '' ? NONE : (JSON.parse(value) as { cases: RecentHandOver[] }).cases
  } catch (error) {
    console.warn('the cases that changed hands could not be read', error)
    return NONE
  }
}
