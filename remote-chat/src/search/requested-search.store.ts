import { useSyncExternalStore } from 'react'

let requested: string | null = null
const listeners = new Set<() => void>()

/** Text for which another part of the desk requested the message search of the ticket list; null for none. */
export const useRequestedSearch = (): string | null => useSyncExternalStore(subscribe, () => requested)

/** Opens the message search once a ticket list is on the page. */
export function requestMessageSearch(text: string | null): void {
  requested = text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
