import { useSyncExternalStore } from 'react'
import { createListeners } from 'shared/contract/listeners.ts'

let isOpen = false
const { subscribe, notify } = createListeners()

/** Returns whether the customer panel is open. A panel in a column stays open for the next conversation. */
export function useCustomerPanel(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

export function showCustomerPanel(shows: boolean): void {
  if (shows === isOpen) return
  isOpen = shows
  notify()
}

/** Closes the customer column. Returns false when the column was not open. */
export function closeCustomerColumn(): boolean {
  const column = document.querySelector('[data-customer-column]')
  if (column === null) return false
  const hadFocus = column.contains(document.activeElement)
  showCustomerPanel(false)
  if (hadFocus) document.querySelector<HTMLElement>('[data-customer-button]')?.focus()
  return true
}
