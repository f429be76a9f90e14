import { createContext, type ReactNode, useContext } from 'react'
import type { SlotName } from '../federation/remote-manifest.ts'

/** Slots by name, with their positions and the props of their components. */
export interface SlotContexts {
  /** Slot in the top bar of every page, before the user menu. Components render one line, a narrow one on a phone. */
  'top-bar': Record<never, never>
  /** Slot at the end of the open user menu. Components render Mantine `Menu.Item`s. */
  'user-menu': Record<never, never>
  /** Slot at the right of the top bar, on the queue and on the user's own tickets. Components render one line. */
  'queue-header': Record<never, never>
  /** Slot between the header of a conversation and its messages, full width, at most 40 % of the height. */
  'conversation-panel': { ticketId: string }
  /**
   * Slot among the tools below the reply field; hidden while the field is read-only. Components render an `IconButton`.
   * `insert` appends a text to the draft. `insertImage` sends an image after the agent has confirmed, so nothing
   * reaches the customer without a click.
   */
  'composer-tools': {
    ticketId: string
    insert: (text: string) => void
    insertImage: (url: string) => void
  }
  /** Slot in the dialog that confirms closing, then in place of the reply field. Components render one line. */
  'ticket-closing': { ticketId: string }
  /** Slot for a card in the grid of the manager's dashboard. The remote that renders the slot documents its props. */
  'dashboard-card': Readonly<Record<string, unknown>>
  /**
   * Slot below an uploaded image, for other uses of its link. Components render a full-width section with a heading.
   */
  'image-link': { url: string; name: string }
}

export type SlotProps = {
  [Name in SlotName]: {
    name: Name
    /** Props for every component in this slot. */
    context?: SlotContexts[Name]
  }
}[SlotName]

const SlotsContext = createContext<(props: SlotProps) => ReactNode>(() => null)

/** Context provider of the host: it renders the components that are declared for a slot. */
export const SlotsProvider = SlotsContext.Provider

/**
 * Renders small components of other remotes (`src/slots/<Name>.slot.tsx`, declared in `remote.config.ts`). Any
 * package can render a slot. Without a host, for example in tests, the slot is empty. The components load when the
 * page is idle, so the content around the slot must not move when they appear.
 */
export function Slot(props: SlotProps) {
  return useContext(SlotsContext)(props)
}
