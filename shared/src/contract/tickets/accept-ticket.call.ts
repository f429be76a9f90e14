import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { decodeTicketResponse } from './decode-ticket.ts'
import { TicketSchema } from './ticket.ts'

/** Exactly one agent succeeds; others get `already_accepted` with the assignee (maybe the caller) in `assigned_to`. */
export const acceptTicket = defineCall({
  name: 'acceptTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/accept',
  summary: 'Accept a ticket',
  access: 'staff',
  params: TicketIdSchema,
  response: TicketSchema,
  decode: decodeTicketResponse,
  errors: ['ticket_not_found', 'forbidden_channel', 'already_accepted', 'already_closed'],
})
