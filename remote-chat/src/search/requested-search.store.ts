import { useSyncExternalStore } from 'react'

let requested: string | null = null
const listeners = new Set<() => void>()

/** Text for which another part of the app requested the message search; null when there is no request. */
export const useRequestedSearch = (): string | null => useSyncExternalStore(subscribe, () => requested)

/** Requests the message search; it opens when a ticket list is on the page. */
export function requestMessageSearch(text: string | null): void {
  requested = text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
