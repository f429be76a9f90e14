import { useSyncExternalStore } from 'react'
import { deferred } from 'shared/ui'

let isOpen = false
const listeners = new Set<() => void>()

/** Whether the customer's panel is wanted: it stays so from one conversation to the next where it stands beside them. */
export function useCustomerPanel(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

export function showCustomerPanel(shows: boolean): void {
  if (shows === isOpen) return
  isOpen = shows
  for (const listener of listeners) listener()
}

/** Closes it, and gives its focus back to its button; false where it is closed already. */
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

/** Comes when somebody goes for it. */
export const customerPanel = deferred(
  async () => (await import(/* webpackChunkName: "customer" */ './CustomerPanel.tsx')).CustomerPanel,
)
