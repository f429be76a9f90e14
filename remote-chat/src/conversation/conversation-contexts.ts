import { createContext } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { isSameStaffMember, type Viewer } from '../viewer.ts'

/** Customer of the conversation; null while unknown. */
export const Customer = createContext<Ticket['profile'] | null>(null)

/** Loaded messages by id, to look up messages that other messages refer to. */
export const LoadedMessages = createContext<ReadonlyMap<string, Message>>(new Map())

/** Message that was sent as a replacement, by the id of the undelivered message. */
export const Repetitions = createContext<ReadonlyMap<string | null, Message>>(new Map())

/** Scrolls to a loaded message, even if it is not rendered. */
export const ScrollToMessage = createContext<(messageId: string) => void>(() => {})

/** Function that opens the image viewer at a message; null when there is no viewer. */
export const ViewImage = createContext<((messageId: string) => void) | null>(null)

/** Returns the author's label: the customer, "you" or a colleague's name. */
export function authorOf({ direction, sender }: Message, viewer: Viewer | null): string {
  if (direction === 'IN') return 'ลูกค้า'
  if (sender === null) return 'ทีมงาน'
  return isSameStaffMember(viewer, sender) ? 'คุณ' : staffLabel(sender)
}
