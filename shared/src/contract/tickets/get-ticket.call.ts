import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { decodeTicketAnswer, TicketSchema } from './ticket.ts'

/** One ticket by its id: for links that open a ticket which no list on the page holds. */
export const getTicket = defineCall({
  name: 'getTicket',
  method: 'GET',
  path: '/api/staff/tickets/:id',
  summary: 'One ticket',
  access: 'staff',
  params: TicketIdSchema,
  answer: TicketSchema,
  decode: decodeTicketAnswer,
  errors: ['ticket_not_found', 'forbidden_channel'],
})
