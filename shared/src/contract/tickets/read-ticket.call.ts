import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { CountSchema } from '../response-parts.ts'

/** Stores the `seq` of the last message that the caller has read. The stored value never decreases. */
export const readTicket = defineCall({
  name: 'readTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/read',
  summary: 'Report how far the caller has read',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({ seq: CountSchema }),
  response: z.object({ seq: CountSchema, unread_count: CountSchema }),
  errors: ['ticket_not_found', 'forbidden_channel'],
})
