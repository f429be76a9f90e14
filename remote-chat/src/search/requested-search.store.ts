import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

let requested: string | null = null
const { subscribe, notify } = createListeners()

/** Text for which another part of the app requested the message search; null when there is no request. */
export const useRequestedSearch = (): string | null => useSyncExternalStore(subscribe, () => requested)

/** Requests the message search; it opens when a ticket list is on the page. */
export function requestMessageSearch(text: string | null): void {
  requested = text
  notify()
}
