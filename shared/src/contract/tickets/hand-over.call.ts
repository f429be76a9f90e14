import * as z from 'zod/mini'
import { HAND_OVER_REASON_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema, TicketIdSchema } from '../request-parts.ts'
import { HandedOverSchema } from './handed-over.ts'
import { decodeTicketAnswer, TicketSchema } from './ticket.ts'

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
 * Gives an open case to another person: to a colleague, with a reason, or to the caller, who takes it over from one. `from` is who holds
 * it as the caller knows; when that is so no more, the answer is `assignee_changed` with the holder in `assigned_to`.
 */
export const transferTicket = defineCall({
  name: 'transferTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/transfer',
  summary: 'Give a case to a colleague, or take over theirs',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({ from: z.uuid(), to: z.uuid(), reason: z.optional(ReasonSchema) }),
  answer: TicketSchema,
  decode: decodeTicketAnswer,
  errors: [...HAND_OVER_ERRORS, 'already_holder', 'receiver_not_allowed'],
})

/** Gives an open case back to the queue, with a reason. */
export const returnTicket = defineCall({
  name: 'returnTicket',
  method: 'POST',
  path: '/api/staff/tickets/:id/return',
  summary: 'Give a case back to the queue',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({ from: z.uuid(), reason: ReasonSchema }),
  answer: TicketSchema,
  decode: decodeTicketAnswer,
  errors: HAND_OVER_ERRORS,
})

/**
 * The end of a shift: gives the caller's open cases back to the queue with one note, those that wait longest first, at most 200 in a
 * call. `returned` went; `kept` did not, and `code` says why; `left` are still the caller's and were not tried.
 */
export const returnOwnTickets = defineCall({
  name: 'returnOwnTickets',
  method: 'POST',
  path: '/api/staff/tickets/return-own',
  summary: 'Give all own open cases back to the queue',
  access: 'staff',
  body: z.object({ reason: ReasonSchema }),
  answer: z.object({
    returned: z.array(z.string()),
    kept: z.array(z.object({ id: z.string(), customer: z.string(), code: z.string() })),
    left: z.number(),
  }),
  errors: ['reason_required'],
})

/**
 * Cases that others have given to the caller, or taken from them, within the last two hours, the oldest first: what `handed_over` tells a
 * new socket, for pages that get none.
 */
export const listHandedOver = defineCall({
  name: 'listHandedOver',
  method: 'GET',
  path: '/api/staff/hand-overs',
  summary: 'Cases that changed hands lately',
  access: 'staff',
  answer: z.object({ items: z.array(HandedOverSchema) }),
})
