import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { ThreadEvent } from './thread-layout.ts'

/** Returns timeline events computed from a ticket, for a server that sends no events. */
export function ticketEvents(ticket: Ticket): ThreadEvent[] {
  const events: ThreadEvent[] = []
  if (ticket.accepted_at !== null && ticket.assigned_to !== null)
    events.push({
      key: 'accepted',
      at: ticket.accepted_at,
      text: `${staffLabel(ticket.assigned_to)} รับเคสแล้ว`,
    })
  if (ticket.status === 'CLOSED' && ticket.closed_at !== null)
    events.push({ key: 'closed', at: ticket.closed_at, text: closedText(ticket) })
  return events
}

export function closedText(ticket: Ticket): string {
  return ticket.closed_by === null ? 'ปิดเคสแล้ว' : `ปิดเคสโดย ${staffLabel(ticket.closed_by)}`
}
