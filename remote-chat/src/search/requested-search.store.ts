import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

let requested: string | null = null
const { subscribe, notify } = createListeners()

export const useRequestedSearch = (): string | null => useSyncExternalStore(subscribe, () => requested)

/** Requests that the message search is opened, as soon as a ticket list is on the page. */
export function requestMessageSearch(text: string | null): void {
  requested = text
  notify()
}
