import { createContext, type ReactNode, useContext } from 'react'
import type { SlotName } from '../federation/remote-manifest.ts'

/** The slots: where each stands, and what its components are given as props. */
export interface SlotContexts {
  /** In the top bar of every page, before the user menu; a component draws what is one line high and narrow on a phone. */
  'top-bar': Record<never, never>
  /** At the end of the open user menu; a component draws `Menu.Item`s of Mantine. */
  'user-menu': Record<never, never>
  /** At the right of the top bar while the queue or one's own cases are open; a component draws what is one line high. */
  'queue-header': Record<never, never>
  /** Between the head of a conversation and its messages, over the whole width, at most 40 % of the height. */
  'conversation-panel': { ticketId: string }
  /**
   * Among the tools below the field in which a customer is answered; not where the field cannot be written in. A component draws a button
   * with an icon alone (`IconButton`). `insert` puts a text behind what is being written, `insertPicture` asks and then sends a picture: nothing
   * goes to the customer without a press.
   */
  'composer-tools': {
    ticketId: string
    insert: (text: string) => void
    insertPicture: (url: string) => void
  }
  /** In the question before a case is closed, and in the place of the field once it is. A component draws what is one line high. */
  'case-closing': { ticketId: string }
  /** A card of the manager's dashboard, in its grid. The remote that places it says in its own documentation what it hands over. */
  'dashboard-card': Readonly<Record<string, unknown>>
  /** Below an uploaded picture: what else its link may become. A component draws a section with a heading of its own, over the whole width. */
  'picture-link': { url: string; name: string }
}

export type SlotProps = {
  [Name in SlotName]: {
    name: Name
    /** Handed to each component that stands here, as its props. */
    context?: SlotContexts[Name]
  }
}[SlotName]

const SlotsContext = createContext<(props: SlotProps) => ReactNode>(() => null)

/** Given by the host: draws the components that are declared for a slot. */
export const SlotsProvider = SlotsContext.Provider

/**
 * A place where small components of other remotes stand (`src/slots/<Name>.slot.tsx`, declared in `remote.config.ts`). Any
 * room may place it; without a host, as in tests, it is empty. They come once the page is idle, so what stands beside the
 * slot must not move when they do.
 */
export function Slot(props: SlotProps) {
  return useContext(SlotsContext)(props)
}
