import { createListeners } from 'shared/contract/listeners.ts'
import { readPersonal, readSession, writePersonal } from 'shared/session'

export interface RecentAssignmentChange {
  ticketId: string
  text: string
  /** Time of the change, in ms since 1970. */
  at: number
}

const [KIND, NAME] = ['handed', 'recent'] as const
const MAX_RECENT = 3
const RECENT_MS = 12 * 60 * 60_000
const NONE: readonly RecentAssignmentChange[] = []

const { subscribe, notify } = createListeners()
let read: { value: string; tickets: readonly RecentAssignmentChange[] } = { value: '', tickets: NONE }

/** Returns the recent assignment changes, newest first. */
export function recentAssignmentChanges(): readonly RecentAssignmentChange[] {
  const value = readPersonal(readSession().profile?.id ?? '', KIND).get(NAME) ?? ''
  if (value !== read.value) read = { value, tickets: parse(value) }
  return read.tickets
}

export function storeRecentAssignmentChanges(fresh: readonly RecentAssignmentChange[], now: number): void {
  const earlier = recentAssignmentChanges().filter(({ ticketId }) =>
    fresh.every((each) => each.ticketId !== ticketId),
  )
  const tickets = [...fresh, ...earlier].filter(({ at }) => now - at < RECENT_MS).slice(0, MAX_RECENT)
  writePersonal(readSession().profile?.id ?? '', KIND, NAME, JSON.stringify({ at: now, tickets }))
  notify()
}

export function onRecentAssignmentChanges(listener: () => void): () => void {
  const unsubscribe = subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

function parse(value: string): readonly RecentAssignmentChange[] {
  try {
    return value === ''
      ? NONE
      : ((JSON.parse(value) as { tickets?: RecentAssignmentChange[] }).tickets ?? NONE)
  } catch (error) {
    console.warn('the reassigned tickets could not be read', error)
    return NONE
  }
}
