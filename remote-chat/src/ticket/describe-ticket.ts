import { TICKET_ID_LENGTH } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { formatThaiShort } from 'shared/ui'
import { STATE_TEXTS, stateOf } from './ticket-texts.ts'

/** Describes a ticket. Starts with what distinguishes a customer's tickets, because a long line is truncated. */
export function describeTicket(ticket: Ticket): string {
  const state = STATE_TEXTS[stateOf(ticket)]
  const when =
    ticket.closed_at === null
      ? `${state} · เปิดเมื่อ ${formatThaiShort(ticket.opened_at)}`
      : `${state} ${formatThaiShort(ticket.closed_at)}`
  return [when, ticket.channel.name, ticket.subject, ticket.id.slice(0, TICKET_ID_LENGTH)].join(' · ')
}
