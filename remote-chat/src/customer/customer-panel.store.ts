import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** True while the customer panel is requested. Remains true for the next conversation when the panel is a column. */
export function useCustomerPanel(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

export function showCustomerPanel(shows: boolean): void {
  if (shows === isOpen) return
  isOpen = shows
  for (const listener of listeners) listener()
}

/** Closes the column and returns its focus to the customer button. Returns false when the column was not open. */
export function closeCustomerColumn(): boolean {
  const column = document.querySelector('[data-customer-column]')
  if (column === null) return false
  const hadFocus = column.contains(document.activeElement)
  showCustomerPanel(false)
  if (hadFocus) document.querySelector<HTMLElement>('[data-customer-button]')?.focus()
  return true
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
