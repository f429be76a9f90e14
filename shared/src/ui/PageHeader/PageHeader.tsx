import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { createListeners } from '../../contract/listeners.ts'

type Side = 'start' | 'end'

const slots: Record<Side, HTMLElement | null> = { start: null, end: null }
const { subscribe, notify } = createListeners()

function setSlot(side: Side, element: HTMLElement | null) {
  slots[side] = element
  notify()
}

const setStart = (element: HTMLElement | null) => setSlot('start', element)
const setEnd = (element: HTMLElement | null) => setSlot('end', element)

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
