import { createContext, type ReactNode, useContext } from 'react'
import type { SlotName } from '../federation/remote-manifest.ts'

export interface SlotProps {
  name: SlotName
  /** Handed to each component that stands here, such as `{ ticketId }`. */
  context?: Readonly<Record<string, unknown>>
}

const SlotsContext = createContext<(props: SlotProps) => ReactNode>(() => null)

/** The host says what stands in a slot. */
export const SlotsProvider = SlotsContext.Provider

/**
 * A place where small components of other remotes stand (`src/slots/<Name>.slot.tsx`, declared in `remote.config.ts`). Any
 * room may place it; without a host, as in tests, it is empty.
 */
export function Slot(props: SlotProps) {
  return useContext(SlotsContext)(props)
}
