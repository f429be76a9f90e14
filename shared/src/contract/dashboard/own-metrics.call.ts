import * as z from 'zod/mini'
import { ADMIN_RECENT_TICKETS, CLOSED_SAMPLE } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { CountSchema, listOf } from '../response-parts.ts'
import { decodeTicket } from '../tickets/decode-ticket.ts'
import { TicketSchema } from '../tickets/ticket.ts'
import { listPercentileParts } from './list-metric-tickets.call.ts'
import { periodMetricsParts } from './metrics.ts'
import { periodQuery } from './period.ts'

/** `handled_count`, as in the agent ranking, counts every ticket assigned to the caller, also transferred ones. */
const ResponseSchema = z.object({
  ...periodMetricsParts,
  /** The caller's open tickets, latest activity first. Independent of the period. */
  open_tickets: z.array(TicketSchema).check(z.maxLength(ADMIN_RECENT_TICKETS)),
  /** Number of the caller's open tickets, counted up to `MAX_COUNTED_TICKETS`. */
  open_count: CountSchema,
  /**
   * Durations from the caller's first assignment until the caller closed the ticket, independent of the period. The
   * sample is the last `CLOSED_SAMPLE` such tickets, among the last 1,000 that the caller closed.
   */
  handling: z.object({
    sample: CountSchema.check(z.lte(CLOSED_SAMPLE)),
    avg_secs: z.nullable(z.number()),
    ...listPercentileParts,
  }),
})

/** Available to every role. All metrics come from one database snapshot. */
export const ownMetrics = defineCall({
  name: 'ownMetrics',
  method: 'GET',
  path: '/api/staff/own-metrics',
  summary: "The caller's own metrics over the last days, their open tickets and how long tickets took",
  access: 'staff',
  query: z.object(periodQuery),
  response: ResponseSchema,
  decode: z.extend(ResponseSchema, { open_tickets: listOf(decodeTicket) }),
  errors: ['forbidden_channel'],
})
