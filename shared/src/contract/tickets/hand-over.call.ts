import * as z from 'zod/mini'
import { HAND_OVER_REASON_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema, TicketIdSchema } from '../request-parts.ts'
import { decodeTicketResponse } from './decode-ticket.ts'
import { HandedOverSchema } from './handed-over.ts'
import { TicketSchema } from './ticket.ts'

const ReasonSchema = StorableTextSchema.check(z.maxLength(HAND_OVER_REASON_LENGTH))
const HAND_OVER_ERRORS = [
  'ticket_not_found',
  'forbidden_channel',
  'forbidden_hand_over',
  'already_closed',
  'assignee_changed',
  'reason_required',
] as const

/**
 * Transfers an open ticket to another staff member, with a reason, or to the caller. `from` is the assignee that the
 * caller sees; the error is `assignee_changed` with the current one in `assigned_to` when it differs.
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
  errors: [...HAND_OVER_ERRORS, 'already_holder', 'receiver_not_allowed'],
})

/** Unassigns an open ticket, with a reason. */
export const returnTicket = defineCall({
  name: 'returnTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/return',
  summary: 'Return a ticket to the queue',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({ from: z.uuid(), reason: ReasonSchema }),
  response: TicketSchema,
  decode: decodeTicketResponse,
  errors: HAND_OVER_ERRORS,
})

/**
 * Unassigns the caller's open tickets at the end of a shift, with one reason for all; longest waiting first, at most
 * 200 per call. `returned` were unassigned. `kept` were not, for the reason in `code`. `left` is the number of tickets
 * that were not tried.
 */
export const returnOwnTickets = defineCall({
  name: 'returnOwnTickets',
  method: 'POST',
  path: '/api/staff/tickets/return-own',
  summary: 'Return all open tickets of the caller to the queue',
  access: 'staff',
  body: z.object({ reason: ReasonSchema }),
  response: z.object({
    returned: z.array(z.string()),
    failed: z.array(z.object({ id: z.string(), customer: z.string(), code: z.string() })),
    left: z.number(),
  }),
  errors: ['reason_required'],
})

/**
 * Lists tickets that other staff members transferred to the caller, or took from the caller, within the last two hours;
 * oldest first. A new socket receives the same as `handed_over` events; this call is for pages without a socket.
 */
export const listHandedOver = defineCall({
  name: 'listHandedOver',
  method: 'GET',
  path: '/api/staff/hand-overs',
  summary: 'Tickets that were reassigned recently',
  access: 'staff',
  response: z.object({ items: z.array(HandedOverSchema) }),
})
