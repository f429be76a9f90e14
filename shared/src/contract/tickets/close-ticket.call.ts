import * as z from 'zod/mini'
import { CountSchema } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { decodeTicketAnswer, TicketSchema } from './ticket.ts'

/**
 * For the assignee and those with rights on the channel. The body may say what the caller has seen of the case: the newest message from
 * the customer (`last_in_seq`) and who holds it (`from`, null for nobody). When that is so no more, the case stays open: `conflict` with
 * the customer's newer message, `assignee_changed` with another holder.
 */
export const closeTicket = defineCall({
  name: 'closeTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/close',
  summary: 'Close this ticket',
  access: 'staff',
  params: TicketIdSchema,
  ignoresUnknownFields: true,
  body: z.nullish(
    z.object({ last_in_seq: z.optional(CountSchema), from: z.optional(z.nullable(z.string())) }),
  ),
  answer: TicketSchema,
  decode: decodeTicketAnswer,
  errors: [
    'ticket_not_found',
    'forbidden_channel',
    'forbidden_not_assignee',
    'already_closed',
    'conflict',
    'assignee_changed',
  ],
})
