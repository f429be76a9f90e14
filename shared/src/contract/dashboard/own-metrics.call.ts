import * as z from 'zod/mini'
import { ADMIN_RECENT_TICKETS, CLOSED_SAMPLE } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { CountSchema, listOf } from '../response-parts.ts'
import { decodeTicket } from '../tickets/decode-ticket.ts'
import { TicketSchema } from '../tickets/ticket.ts'
import { listPercentileParts } from './list-metric-tickets.call.ts'
import { periodMetricsParts } from './metrics.ts'
import { periodQuery } from './period.ts'

/**
 * Metrics of the caller. As in the ranking, `handled_count` counts every ticket that was assigned to the caller,
 * including tickets that other agents transferred.
 */
const ResponseSchema = z.object({
  ...periodMetricsParts,
  /** Open tickets of the caller, independent of the period; latest activity first. */
  open_tickets: z.array(TicketSchema).check(z.maxLength(ADMIN_RECENT_TICKETS)),
  /** Number of open tickets of the caller, at most `MAX_COUNTED_TICKETS`. */
  open_count: CountSchema,
  /**
   * Time from the caller's first assignment of a ticket until the caller closed it, independent of the period. Averages
   * cover the last `CLOSED_SAMPLE` tickets that the caller was assigned and closed, among the last 1,000 that the
   * caller closed; null when there are none. `sample` is the number of these tickets.
   */
  handling: z.object({
    sample: CountSchema.check(z.lte(CLOSED_SAMPLE)),
    avg_secs: z.nullable(z.number()),
    ...listPercentileParts,
  }),
})

/** Returns the caller's own metrics, for every role. All metrics come from one database snapshot. */
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
