import { createContext } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { isSamePerson, type Viewer } from '../viewer.ts'

/** With whom the conversation is; null until it is known. */
export const Customer = createContext<Ticket['profile'] | null>(null)

/** What is loaded of the conversation, by id: for what refers to another message. */
export const LoadedMessages = createContext<ReadonlyMap<string, Message>>(new Map())

/** Of a message that did not arrive, by its id, the one that was sent in its place. */
export const Repetitions = createContext<ReadonlyMap<string | null, Message>>(new Map())

/** Leads to a message of the conversation that is loaded, drawn or not. */
export const GoToMessage = createContext<(messageId: string) => void>(() => {})

/** Opens the viewer at the picture of a message; null where there is none. */
export const ViewPicture = createContext<((messageId: string) => void) | null>(null)

/** Who says it: the customer, the person who looks, or a colleague by name. */
export function authorOf({ direction, sender }: Message, viewer: Viewer | null): string {
  if (direction === 'IN') return 'ลูกค้า'
  if (sender === null) return 'ทีมงาน'
  return isSamePerson(viewer, sender) ? 'คุณ' : staffLabel(sender)
}
