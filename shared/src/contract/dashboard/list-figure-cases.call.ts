import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../answer-parts.ts'
import { ChannelSchema } from '../channels/channel.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { TICKET_STATUSES } from '../tickets/ticket.ts'
import { periodQuery } from './period.ts'

/** Metrics with a list of tickets. `held`: first assignments to a staff member. `answered` and `unanswered` are the two parts of `closed`. */
export const LISTED_FIGURES = [
  'handled',
  'held',
  'first_response',
  'closed',
  'answered',
  'unanswered',
  'replied',
] as const
/** `incoming`: what customers wrote in an hour of a weekday. */
export type ListedFigure = (typeof LISTED_FIGURES)[number] | 'incoming'

/** What took a time (`secs`); so do one's own cases of `handling`. */
export const TIMED_FIGURES = [
  'handled',
  'first_response',
  'closed',
  'answered',
] as const satisfies readonly ListedFigure[]
export type TimedFigure = (typeof TIMED_FIGURES)[number]

/** A case that a figure counts. */
export const FigureCaseSchema = z.object({
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
  /** How much of the figure it is: of `replied` and `incoming` how many messages, else 1. */
  count: CountSchema,
  secs: z.nullable(z.number()),
})
export type FigureCase = z.infer<typeof FigureCaseSchema>

/** `longest`: what took longest first, of a figure that has a time (`secs`); others have the latest first, whatever is asked. */
export const CASES_ORDERS = ['latest', 'longest'] as const
export type CasesOrder = (typeof CASES_ORDERS)[number]

/** Which page of them. */
export const figureCasesPageQuery = {
  order: z._default(z.enum(CASES_ORDERS), 'latest'),
  /** Where to go on: the `cursor` of the page before. */
  cursor: z.optional(
    z
      .string()
      .check(z.regex(/^(?:\d{1,15}\.)?\d{1,13}(?:\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}){2}$/)),
  ),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
}

/** Percentiles of a list: exact up to 100 tickets, within 1.6 % above; null for metrics without a duration. */
export const listPercentileParts = {
  median_secs: z._default(z.nullable(z.number()), null),
  p90_secs: z._default(z.nullable(z.number()), null),
}

/** `total`: the metric itself; `avg_secs`: its average over the whole list, null when it has no durations. */
export const FigureCasesPageSchema = z.object({
  items: z.array(FigureCaseSchema),
  total: CountSchema,
  avg_secs: z._default(z.nullable(z.number()), null),
  ...listPercentileParts,
  cursor: z.nullable(z.string()),
  /** How they are ordered. A server that knows no other order leaves it out. */
  order: z.optional(z.enum(CASES_ORDERS)),
  /** There are more: the longest are looked for among the latest `MAX_ORDERED_CASES`, and these are listed. */
  is_cut: z._default(z.boolean(), false),
})

export const listFigureCases = defineCall({
  name: 'listFigureCases',
  method: 'GET',
  path: '/api/business/figure-cases',
  summary: 'The cases behind a figure of the dashboard, the latest or the longest first',
  access: 'BUSINESS',
  query: z
    .object({
      ...periodQuery,
      figure: z.enum([...LISTED_FIGURES, 'incoming']),
      agent_line_user_id: z.optional(StorableTextSchema.check(z.maxLength(64))),
      /** Of `handled` alone, and of everybody. */
      category: z.optional(StorableTextSchema.check(z.maxLength(100))),
      /** Of `incoming` alone: 0 is Sunday. */
      weekday: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(6))),
      /** Of `incoming` alone. */
      hour: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(23))),
      ...figureCasesPageQuery,
    })
    .check(
      z.refine(
        ({ category, figure, agent_line_user_id: agent }) =>
          category === undefined || (figure === 'handled' && agent === undefined),
        'category: of handled alone, and of everybody',
      ),
      z.refine(
        ({ figure, agent_line_user_id: agent, weekday, hour }) =>
          figure === 'incoming'
            ? weekday !== undefined && hour !== undefined && agent === undefined
            : weekday === undefined && hour === undefined,
        'weekday and hour: of incoming, both, and of everybody',
      ),
    ),
  answer: FigureCasesPageSchema,
  errors: ['forbidden', 'forbidden_channel'],
})
