import { useSyncExternalStore } from 'react'
import { createListeners } from 'shared/contract/listeners.ts'

let requestedText: string | null = null
const { subscribe, notify } = createListeners()

export const useRequestedSearch = (): string | null => useSyncExternalStore(subscribe, () => requestedText)

/** Requests that the message search is opened, as soon as a ticket list is on the page. */
export function requestMessageSearch(text: string | null): void {
  requestedText = text
  notify()
}
