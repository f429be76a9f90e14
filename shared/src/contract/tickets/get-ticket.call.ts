import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { decodeTicketResponse } from './decode-ticket.ts'
import { TicketSchema } from './ticket.ts'

/** Returns a ticket, for links to a ticket that the page's lists do not contain. */
export const getTicket = defineCall({
  name: 'getTicket',
  method: 'GET',
  path: '/api/staff/tickets/:id',
  summary: 'One ticket',
  access: 'staff',
  params: TicketIdSchema,
  response: TicketSchema,
  decode: decodeTicketResponse,
  errors: ['ticket_not_found', 'forbidden_channel'],
})
