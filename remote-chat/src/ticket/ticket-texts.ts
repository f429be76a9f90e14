import {
  MESSAGE_PLACEHOLDERS,
  SUBJECT_LENGTH,
  UNKNOWN_MESSAGE_PLACEHOLDER,
} from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { cutGraphemes } from 'shared/ui'
import { isNumbered } from '../cache/ticket-merge.ts'

/** A Map, because a message type may be named like an object member (`constructor`). */
const PLACEHOLDERS = new Map<string, string>(Object.entries(MESSAGE_PLACEHOLDERS))

export function lineOfMessage(message: { message_type: string; text: string | null }): string {
  if (message.message_type === 'text') return message.text ?? ''
  return PLACEHOLDERS.get(message.message_type) ?? message.text ?? UNKNOWN_MESSAGE_PLACEHOLDER
}

export function notFoundTexts(search: string): string {
  return search === '' ? 'ไม่พบผลลัพธ์' : `ไม่พบเคสที่ตรงกับ “${cutGraphemes(search, SUBJECT_LENGTH)}”`
}

export type TicketState = 'new' | 'care' | 'closed'

export const STATE_TEXTS: Record<TicketState, string> = {
  new: 'ใหม่',
  care: 'กำลังดูแล',
  closed: 'ปิดแล้ว',
}

export function stateOf(ticket: Pick<Ticket, 'status' | 'assigned_to'>): TicketState {
  if (ticket.status === 'CLOSED') return 'closed'
  return ticket.assigned_to === null ? 'new' : 'care'
}

/** Returns the start of the waiting time; for a server that does not send it, an open ticket's last activity. */
export function waitingSince(ticket: Ticket): string | null {
  if (ticket.status === 'CLOSED') return null
  return ticket.waiting_since ?? (isNumbered(ticket) ? null : ticket.last_activity_at)
}
