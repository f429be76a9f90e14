import { TICKET_ID_LENGTH } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { formatThaiShort } from 'shared/ui'
import { STATE_WORDS, stateOf } from './ticket-words.ts'

/** A case in one line. What tells the cases of one customer apart comes first: of a long line the end is cut. */
export function describeTicket(ticket: Ticket): string {
  const state = STATE_WORDS[stateOf(ticket)]
  const when =
    ticket.closed_at === null
      ? `${state} · เปิดเมื่อ ${formatThaiShort(ticket.opened_at)}`
      : `${state} ${formatThaiShort(ticket.closed_at)}`
  return [when, ticket.channel.name, ticket.subject, ticket.id.slice(0, TICKET_ID_LENGTH)].join(' · ')
}
