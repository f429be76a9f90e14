import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'

/** How far this person has read. The number only grows. */
export const readTicket = defineCall({
  name: 'readTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/read',
  summary: 'Say how far you have read',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({ seq: z.number().int().nonnegative() }),
  answer: z.object({ seq: z.number().int().nonnegative(), unread_count: z.number().int().nonnegative() }),
  errors: ['ticket_not_found', 'forbidden_channel'],
})
