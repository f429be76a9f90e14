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

/**
 * Transfers an open ticket to another staff member, with a reason, or to the caller. `from` is the assignee that
 * the caller sees. When the ticket has another assignee, the error is `assignee_changed` with that assignee in
 * `assigned_to`.
 */
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

/** Unassigns an open ticket, with a reason. */
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

/**
 * Unassigns the caller's open tickets at the end of a shift, with one reason for all; longest waiting first, at most
 * 200 per request. `unassigned` contains the tickets that were unassigned, `failed` those that were not, each with the
 * reason in `code`. `left` is the number of tickets that were not tried.
 */
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

/**
 * Lists tickets that other staff members transferred to the caller, or took from the caller, within the last two
 * hours; oldest first. A new socket receives these changes as `assignment_changed` events; this call is for pages
 * without a socket.
 */
export const listAssignmentChanges = defineCall({
  name: 'listAssignmentChanges',
  method: 'GET',
  path: '/api/staff/assignment-changes',
  summary: 'Tickets that were reassigned recently',
  access: 'staff',
  response: z.object({ items: z.array(AssignmentChangeSchema) }),
})
