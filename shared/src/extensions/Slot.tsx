import { createContext, type ReactNode, useContext } from 'react'
import type { SlotName } from '../federation/remote-manifest.ts'

/** Slots by name, with the props of their components. */
export interface SlotContexts {
  /** Before the user menu, on every page. One line, a narrow one on a phone. */
  'top-bar': Record<never, never>
  /** Components render Mantine `Menu.Item`s. */
  'user-menu': Record<never, never>
  /** Top bar of the queue and of the user's own tickets. One line. */
  'queue-header': Record<never, never>
  /** Between header and messages of a conversation, full width, at most 40 % of the height. */
  'conversation-panel': { ticketId: string }
  /**
   * `IconButton`s below the reply field. `insert` appends to the draft. `insertImage` sends only after the agent has
   * confirmed: nothing reaches the customer without a click.
   */
  'composer-tools': {
    ticketId: string
    insert: (text: string) => void
    insertImage: (url: string) => void
  }
  /** In the dialog that confirms closing, then in place of the reply field. One line. */
  'ticket-closing': { ticketId: string }
  /** Card in the manager's dashboard. The remote that renders the slot documents its props. */
  'dashboard-card': Readonly<Record<string, unknown>>
  /** Below an uploaded image, for other uses of its link. A full-width section with a heading. */
  'image-link': { url: string; name: string }
}

export type SlotProps = {
  [Name in SlotName]: {
    name: Name
    context?: SlotContexts[Name]
  }
}[SlotName]

const SlotsContext = createContext<(props: SlotProps) => ReactNode>(() => null)

export const SlotsProvider = SlotsContext.Provider

/**
 * Components of other remotes (`src/slots/<Name>.slot.tsx`). Empty without a host, for example in tests. They load when
 * the page is idle, so the content around the slot must not move when they appear.
 */
export function Slot(props: SlotProps) {
  return useContext(SlotsContext)(props)
}
