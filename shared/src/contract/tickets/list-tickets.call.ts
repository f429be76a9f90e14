import * as z from 'zod/mini'
import { MAX_LIST_ROWS, MAX_PAGE, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH, QUEUE_PAGE_SIZE } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { ChannelKeysSchema, QueryFlagSchema } from '../request-parts.ts'
import { CountSchema, pageOf } from '../response-parts.ts'
import { decodeTicket } from './decode-ticket.ts'
import { TicketSchema } from './ticket.ts'

/**
 * Orders of a ticket list. `waiting_since`: longest waiting first, then tickets that need no reply, by opening time.
 * Without a status filter, `waiting_since` and `-opened_at` list open tickets first, then closed tickets by closing
 * time.
 */
export const TICKET_ORDERS = [
  '-closed_at',
  '-last_activity_at',
  'opened_at',
  '-opened_at',
  'waiting_since',
] as const
export type TicketOrder = (typeof TICKET_ORDERS)[number]

export const TicketListQuerySchema = z
  .object({
    /** Filter by assignee: `me`, or the id of a staff member. */
    assignee: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    /** Filter by status. Default: open and closed tickets. */
    status: z.optional(z.enum(['OPEN', 'CLOSED'])),
    order: z._default(z.enum(TICKET_ORDERS), '-last_activity_at'),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PAGE)), 1),
    page_size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PAGE_SIZE)), QUEUE_PAGE_SIZE),
    /** Search text: part of the customer's name or of the subject, or the start of the ticket's id. */
    search: z.optional(z.string().check(z.maxLength(MAX_SEARCH_LENGTH))),
    channel_key: z.optional(ChannelKeysSchema),
    unread_only: z.optional(QueryFlagSchema),
    unassigned: z.optional(QueryFlagSchema),
  })
  .check(
    z.refine(({ page, page_size }) => page > MAX_PAGE || page * page_size <= MAX_LIST_ROWS, {
      path: ['page'],
    }),
  )

export const listTickets = defineCall({
  name: 'listTickets',
  method: 'GET',
  path: '/api/staff/tickets',
  summary: 'Tickets, filtered and sorted, one page at a time',
  access: 'staff',
  query: TicketListQuerySchema,
  response: z.object({ items: z.array(TicketSchema), total: CountSchema }),
  decode: pageOf(decodeTicket),
  errors: ['forbidden_channel'],
})
