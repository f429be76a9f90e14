import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

type Side = 'start' | 'end'

const slots: Record<Side, HTMLElement | null> = { start: null, end: null }
const listeners = new Set<() => void>()

function setSlot(side: Side, element: HTMLElement | null) {
  slots[side] = element
  for (const listener of listeners) listener()
}

const setStart = (element: HTMLElement | null) => setSlot('start', element)
const setEnd = (element: HTMLElement | null) => setSlot('end', element)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function PageHeaderOutlet({ side, className }: { side: Side; className?: string }) {
  return <div ref={side === 'start' ? setStart : setEnd} className={className} />
}

export interface PageHeaderSlotProps {
  /** Side of the top bar. `start`: next to the title (default). `end`: at the right, before the user menu. */
  side?: Side
  children: ReactNode
}

/** Renders its children in the top bar. Renders nothing without a top bar, for example in a test. */
export function PageHeaderSlot({ side = 'start', children }: PageHeaderSlotProps) {
  const element = useSyncExternalStore(subscribe, () => slots[side])
  return element ? createPortal(children, element) : null
}
