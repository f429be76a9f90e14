import * as z from 'zod/mini'
import { ISSUE_TYPES } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { decodeTicketResponse } from './decode-ticket.ts'
import { TicketSchema } from './ticket.ts'

/** Corrects the issue type, also on closed tickets. For the assignee and staff who may close any ticket. Idempotent. */
export const correctSubject = defineCall({
  name: 'correctSubject',
  method: 'PUT',
  path: '/api/staff/tickets/:id/subject',
  summary: 'Correct the issue type of a ticket',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({ subject: z.enum(Object.values(ISSUE_TYPES)) }),
  response: TicketSchema,
  decode: decodeTicketResponse,
  errors: ['ticket_not_found', 'forbidden_channel', 'forbidden_not_assignee'],
})
