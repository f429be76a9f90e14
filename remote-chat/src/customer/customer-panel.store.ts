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

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Comes when somebody goes for it. */
export const customerPanel = deferred(
  async () => (await import(/* webpackChunkName: "customer" */ './CustomerPanel.tsx')).CustomerPanel,
)
