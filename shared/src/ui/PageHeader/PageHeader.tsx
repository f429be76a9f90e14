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

/** Where the pages' own controls appear in the top bar; the host draws one for each side. */
export function PageHeaderOutlet({ side, className }: { side: Side; className?: string }) {
  return <div ref={side === 'start' ? placeStart : placeEnd} className={className} />
}

export interface PageHeaderSlotProps {
  /** start: beside the title (tabs, the live sign) · end: at the right, before the user menu. Default: `start`. */
  side?: Side
  children: ReactNode
}

/** Puts a page's controls into the host's top bar. In a page without a top bar (a test, a preview) they are not shown. */
export function PageHeaderSlot({ side = 'start', children }: PageHeaderSlotProps) {
  const element = useSyncExternalStore(subscribe, () => places[side])
  return element ? createPortal(children, element) : null
}
