import * as z from 'zod/mini'
import { ChannelSchema } from '../channels/channel.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { CountSchema, MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { TICKET_STATUSES } from '../tickets/ticket.ts'
import { periodQuery } from './period.ts'

/** Metrics: `held` counts a ticket once per assigned staff member, `closed` is `answered` plus `unanswered`. */
export const LISTED_METRICS = [
  'handled',
  'held',
  'first_response',
  'closed',
  'answered',
  'unanswered',
  'replied',
] as const
/** The metric `incoming` lists the tickets in which customers wrote during one hour of one weekday. */
export type ListedMetric = (typeof LISTED_METRICS)[number] | 'incoming'

export const TIMED_METRICS = [
  'handled',
  'first_response',
  'closed',
  'answered',
] as const satisfies readonly ListedMetric[]
export type TimedMetric = (typeof TIMED_METRICS)[number]

export const MetricTicketSchema = z.object({
  ticket_id: z.string(),
  status: z.enum(TICKET_STATUSES),
  subject: z.string(),
  channel: ChannelSchema,
  customer: z.object({
    id: z.string(),
    display_name: z.string(),
    picture_url: z.nullable(z.string()),
    is_vip: z.boolean(),
  }),
  agent: z.nullable(StaffMemberSchema),
  at: MomentSchema,
  /** Number of messages for the metrics `replied` and `incoming`, otherwise 1. */
  count: CountSchema,
  secs: z.nullable(z.number()),
})
export type MetricTicket = z.infer<typeof MetricTicketSchema>

/** Orders of a ticket list. A metric without a duration is always sorted by `latest`. */
export const TICKETS_ORDERS = ['latest', 'longest'] as const
export type TicketsOrder = (typeof TICKETS_ORDERS)[number]

export const metricTicketsPageQuery = {
  order: z._default(z.enum(TICKETS_ORDERS), 'latest'),
  cursor: z.optional(
    z
      .string()
      .check(z.regex(/^(?:\d{1,15}\.)?\d{1,13}(?:\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}){2}$/)),
  ),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
}

/** Percentiles are exact up to 100 tickets, otherwise at most 1.6 % too high. Null for metrics without a duration. */
export const listPercentileParts = {
  median_secs: z._default(z.nullable(z.number()), null),
  p90_secs: z._default(z.nullable(z.number()), null),
}

/** `total` is the metric's value. `avg_secs` is the average over all pages; null when there are no durations. */
export const MetricTicketsPageSchema = z.object({
  items: z.array(MetricTicketSchema),
  total: CountSchema,
  avg_secs: z._default(z.nullable(z.number()), null),
  ...listPercentileParts,
  cursor: z.nullable(z.string()),
  /** Order of the list. Omitted by servers that support only one order. */
  order: z.optional(z.enum(TICKETS_ORDERS)),
  /** True when only the latest `MAX_ORDERED_TICKETS` tickets were sorted by duration, because there are more. */
  is_cut: z._default(z.boolean(), false),
})

export const listMetricTickets = defineCall({
  name: 'listMetricTickets',
  method: 'GET',
  path: '/api/business/metric-tickets',
  summary: 'The tickets behind a metric of the dashboard, latest or longest first',
  access: 'BUSINESS',
  query: z
    .object({
      ...periodQuery,
      metric: z.enum([...LISTED_METRICS, 'incoming']),
      agent_line_user_id: z.optional(StorableTextSchema.check(z.maxLength(64))),
      /** Issue type of the tickets. Only with the metric `handled` of all agents. */
      category: z.optional(StorableTextSchema.check(z.maxLength(100))),
      /** Weekday (0 is Sunday). Only with the metric `incoming`, like `hour`. */
      weekday: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(6))),
      hour: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(23))),
      ...metricTicketsPageQuery,
    })
    .check(
      z.refine(
        ({ category, metric, agent_line_user_id: agent }) =>
          category === undefined || (metric === 'handled' && agent === undefined),
        'category: only with handled and without agent',
      ),
      z.refine(
        ({ metric, agent_line_user_id: agent, weekday, hour }) =>
          metric === 'incoming'
            ? weekday !== undefined && hour !== undefined && agent === undefined
            : weekday === undefined && hour === undefined,
        'weekday and hour: of incoming, both, and of everybody',
      ),
    ),
  response: MetricTicketsPageSchema,
  errors: ['forbidden', 'forbidden_channel'],
})
