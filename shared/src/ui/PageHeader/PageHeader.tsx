import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

type Side = 'start' | 'end'

const places: Record<Side, HTMLElement | null> = { start: null, end: null }
const listeners = new Set<() => void>()

function place(side: Side, element: HTMLElement | null) {
  places[side] = element
  for (const listener of listeners) listener()
}

const placeStart = (element: HTMLElement | null) => place('start', element)
const placeEnd = (element: HTMLElement | null) => place('end', element)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Position in the top bar where a page's own controls appear. The host renders one per side. */
export function PageHeaderOutlet({ side, className }: { side: Side; className?: string }) {
  return <div ref={side === 'start' ? placeStart : placeEnd} className={className} />
}

export interface PageHeaderSlotProps {
  /** `start`: next to the title (tabs, live indicator). `end`: at the right, before the user menu. Default: `start`. */
  side?: Side
  children: ReactNode
}

/** Renders a page's controls in the host's top bar. Renders nothing without a top bar, for example in a test. */
export function PageHeaderSlot({ side = 'start', children }: PageHeaderSlotProps) {
  const element = useSyncExternalStore(subscribe, () => places[side])
  return element ? createPortal(children, element) : null
}
