import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { listOf } from '../response-parts.ts'
import { decodeTicket } from '../tickets/decode-ticket.ts'
import { TicketSchema } from '../tickets/ticket.ts'
import { CustomerIdSchema } from './customer-card.ts'

/** Lists tickets, latest opened first. `before` is a ticket id: only tickets opened before that ticket. */
export const listCustomerTickets = defineCall({
  name: 'listCustomerTickets',
  method: 'GET',
  path: '/api/staff/customers/:id/tickets',
  summary: 'Tickets of a customer, newest first',
  access: 'staff',
  params: CustomerIdSchema,
  query: z.object({
    before: z.optional(z.uuid()),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 10),
  }),
  response: z.object({ items: z.array(TicketSchema), has_more: z.boolean() }),
  decode: z.object({ items: listOf(decodeTicket), has_more: z.boolean() }),
  errors: ['not_found', 'forbidden_channel'],
})
