import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { CountSchema } from '../response-parts.ts'
import { decodeTicketResponse } from './decode-ticket.ts'
import { TicketSchema } from './ticket.ts'

/**
 * Closes a ticket. Only for the assignee, and for staff members with the permission to close any ticket. When the state
 * that the caller sees (`last_in_seq`, `from`; null for no assignee) has changed, the ticket remains open. The error is
 * then `conflict` for a newer customer message, or `assignee_changed`.
 */
export const closeTicket = defineCall({
  name: 'closeTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/close',
  summary: 'Close a ticket',
  access: 'staff',
  params: TicketIdSchema,
  ignoresUnknownFields: true,
  body: z.nullish(
    z.object({ last_in_seq: z.optional(CountSchema), from: z.optional(z.nullable(z.string())) }),
  ),
  response: TicketSchema,
  decode: decodeTicketResponse,
  errors: [
    'ticket_not_found',
    'forbidden_channel',
    'forbidden_not_assignee',
    'already_closed',
    'conflict',
    'assignee_changed',
  ],
})
