import { createContext } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { isSameStaffMember, type Viewer } from '../signed-in-user.ts'

/** Profile of the customer; null while it is unknown. */
export const Customer = createContext<Ticket['profile'] | null>(null)

export const LoadedMessages = createContext<ReadonlyMap<string, Message>>(new Map())

/** Replacement messages, by the id of the undelivered message that each replaces. */
export const Repetitions = createContext<ReadonlyMap<string | null, Message>>(new Map())

/** Function that scrolls to a loaded message, even if the message is not rendered. */
export const ScrollToMessage = createContext<(messageId: string) => void>(() => {})

/** Function that opens an image in the image viewer; null where no image viewer is available. */
export const ViewImage = createContext<((messageId: string) => void) | null>(null)

export function authorOf({ direction, sender }: Message, viewer: Viewer | null): string {
  if (direction === 'IN') return 'ลูกค้า'
  if (sender === null) return 'ทีมงาน'
  return isSameStaffMember(viewer, sender) ? 'คุณ' : staffLabel(sender)
}
