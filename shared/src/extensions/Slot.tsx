import { createContext, type ReactNode, useContext } from 'react'
import type { SlotName } from '../federation/remote-manifest.ts'

/** Props of the components in each slot, by the slot's name. */
export interface SlotContexts {
  /** Slot before the user menu, on every page. The content has one line, which is narrow on a phone. */
  'top-bar': Record<never, never>
  /** Slot in the user menu. Components render Mantine `Menu.Item`s. */
  'user-menu': Record<never, never>
  /** Slot in the top bar of the queue and of the user's own tickets. The content has one line. */
  'queue-header': Record<never, never>
  /** Slot between header and messages of a conversation: full width, at most 40 % of the height. */
  'conversation-panel': { ticketId: string }
  /**
   * Slot for `IconButton`s below the reply field. `insert` appends to the draft. `insertImage` sends an image only
   * after the agent has confirmed: nothing reaches the customer without a click.
   */
  'composer-tools': {
    ticketId: string
    insert: (text: string) => void
    insertImage: (url: string) => void
  }
  /** Slot in the dialog that confirms a close, and in place of a closed ticket's reply field. Content: one line. */
  'ticket-closing': { ticketId: string }
  /** Slot for a card in the manager's dashboard. The remote that renders the slot documents its props. */
  'dashboard-card': Readonly<Record<string, unknown>>
  /** Slot below an uploaded image, for actions with its link. The content is a full-width section with a heading. */
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
 * Renders the components of other remotes for a slot (`src/slots/<Name>.slot.tsx`). Renders nothing without a host, for
 * example in tests. The components load when the page is idle, so the content around the slot must not move when they
 * appear.
 */
export function Slot(props: SlotProps) {
  return useContext(SlotsContext)(props)
}
