import * as z from 'zod/mini'
import { ASSIGNEE_CHANGE_REASON_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema, TicketIdSchema } from '../request-parts.ts'
import { AssignmentChangeSchema } from './assignment-change.ts'
import { decodeTicketResponse } from './decode-ticket.ts'
import { TicketSchema } from './ticket.ts'

const ReasonSchema = StorableTextSchema.check(z.maxLength(ASSIGNEE_CHANGE_REASON_LENGTH))
const ASSIGNEE_CHANGE_ERRORS = [
  'ticket_not_found',
  'forbidden_channel',
  'forbidden_transfer',
  'already_closed',
  'assignee_changed',
  'reason_required',
] as const

/** A transfer to another person needs a reason. `assignee_changed`: the ticket has another assignee now. */
export const transferTicket = defineCall({
  name: 'transferTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/transfer',
  summary: 'Transfer a ticket to another agent, or take it over',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({ from: z.uuid(), to: z.uuid(), reason: z.optional(ReasonSchema) }),
  response: TicketSchema,
  decode: decodeTicketResponse,
  errors: [...ASSIGNEE_CHANGE_ERRORS, 'already_assigned', 'assignee_not_allowed'],
})

export const unassignTicket = defineCall({
  name: 'unassignTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/unassign',
  summary: 'Return a ticket to the queue',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({ from: z.uuid(), reason: ReasonSchema }),
  response: TicketSchema,
  decode: decodeTicketResponse,
  errors: ASSIGNEE_CHANGE_ERRORS,
})

/** Unassigns the caller's tickets, longest waiting first, at most 200 per request. `left`: tickets beyond the 200. */
export const unassignOwnTickets = defineCall({
  name: 'unassignOwnTickets',
  method: 'POST',
  path: '/api/staff/tickets/unassign-own',
  summary: 'Return all open tickets of the caller to the queue',
  access: 'staff',
  body: z.object({ reason: ReasonSchema }),
  response: z.object({
    unassigned: z.array(z.string()),
    failed: z.array(z.object({ id: z.string(), customer: z.string(), code: z.string() })),
    left: z.number(),
  }),
  errors: ['reason_required'],
})

/** Assignment changes of the last two hours, oldest first. For pages without a socket; sockets receive events. */
export const listAssignmentChanges = defineCall({
  name: 'listAssignmentChanges',
  method: 'GET',
  path: '/api/staff/assignment-changes',
  summary: 'Tickets that were reassigned recently',
  access: 'staff',
  response: z.object({ items: z.array(AssignmentChangeSchema) }),
})
