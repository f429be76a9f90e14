import * as z from 'zod/mini'
import { ISSUE_TYPES } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { decodeTicketAnswer, TicketSchema } from './ticket.ts'

/**
 * Says what a case is about, in place of what was guessed from its first message: for the assignee and those with rights on the channel,
 * in a closed case too, for it is often known at the end. The same type again changes nothing.
 */
export const correctSubject = defineCall({
  name: 'correctSubject',
  method: 'PUT',
  path: '/api/staff/tickets/:id/subject',
  summary: 'Correct the issue type of a case',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({ subject: z.enum(Object.values(ISSUE_TYPES)) }),
  answer: TicketSchema,
  decode: decodeTicketAnswer,
  errors: ['ticket_not_found', 'forbidden_channel', 'forbidden_not_assignee'],
})
