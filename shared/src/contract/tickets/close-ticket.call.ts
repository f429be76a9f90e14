import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { decodeTicketAnswer, TicketSchema } from './ticket.ts'

/** For the assignee and those with rights on the channel. */
export const closeTicket = defineCall({
  name: 'closeTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/close',
  summary: 'Close this ticket',
  access: 'staff',
  params: TicketIdSchema,
  answer: TicketSchema,
  decode: decodeTicketAnswer,
  errors: ['ticket_not_found', 'forbidden_channel', 'forbidden_not_assignee', 'already_closed'],
})
