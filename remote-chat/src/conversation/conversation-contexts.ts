import { createContext } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { isSameStaffMember, type Viewer } from '../viewer.ts'

/** Null while unknown. */
export const Customer = createContext<Ticket['profile'] | null>(null)

export const LoadedMessages = createContext<ReadonlyMap<string, Message>>(new Map())

/** Message that was sent as a replacement, by the id of the undelivered message. */
export const Repetitions = createContext<ReadonlyMap<string | null, Message>>(new Map())

/** Scrolls to a loaded message, even if it is not rendered. */
export const ScrollToMessage = createContext<(messageId: string) => void>(() => {})

/** Null when there is no viewer. */
export const ViewImage = createContext<((messageId: string) => void) | null>(null)

export function authorOf({ direction, sender }: Message, viewer: Viewer | null): string {
  if (direction === 'IN') return 'ลูกค้า'
  if (sender === null) return 'ทีมงาน'
  return isSameStaffMember(viewer, sender) ? 'คุณ' : staffLabel(sender)
}
