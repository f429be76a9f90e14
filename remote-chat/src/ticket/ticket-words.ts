import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { isNumbered } from '../cache/ticket-merge.ts'

const KINDS: Record<string, string> = {
  image: '[รูปภาพ]',
  sticker: '[สติกเกอร์]',
  video: '[วิดีโอ]',
  audio: '[ข้อความเสียง]',
  file: '[ไฟล์]',
  location: '[ตำแหน่งที่ตั้ง]',
}

/** A message in one line: its text, or what kind of thing it is. */
export function lineOfMessage(message: { message_type: string; text: string | null }): string {
  if (message.message_type === 'text') return message.text ?? ''
  return KINDS[message.message_type] ?? message.text ?? '[ข้อความ]'
}

export type TicketState = 'new' | 'care' | 'closed'

export const STATE_WORDS: Record<TicketState, string> = {
  new: 'ใหม่',
  care: 'กำลังดูแล',
  closed: 'ปิดแล้ว',
}

export function stateOf(ticket: Pick<Ticket, 'status' | 'assigned_to'>): TicketState {
  if (ticket.status === 'CLOSED') return 'closed'
  return ticket.assigned_to === null ? 'new' : 'care'
}

/** Since when the customer waits; without `waiting_since` the last activity of an open ticket stands in. */
export function waitingSince(ticket: Ticket): string | null {
  if (ticket.status === 'CLOSED') return null
  return ticket.waiting_since ?? (isNumbered(ticket) ? null : ticket.last_activity_at)
}
