import { TICKET_ID_LENGTH } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Chip } from 'shared/ui'
import classes from './TicketBadges.module.css'
import { STATE_TEXTS, stateOf } from './ticket-texts.ts'

export function StateChip({ ticket }: { ticket: Ticket }) {
  const state = stateOf(ticket)
  return <Chip tone={state}>{STATE_TEXTS[state]}</Chip>
}

export function TicketId({ id }: { id: string }) {
  return <code className={classes.id}>{id.slice(0, TICKET_ID_LENGTH)}</code>
}
