import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../answer-parts.ts'
import { ChannelSchema } from '../channels/channel.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { TICKET_STATUSES } from '../tickets/ticket.ts'
import { periodQuery } from './period.ts'

/** A figure whose cases can be listed; `held`: those that came to a person, also from a colleague. */
export const LISTED_FIGURES = [
  'handled',
  'held',
  'first_response',
  'closed',
  'unanswered',
  'replied',
] as const
export type ListedFigure = (typeof LISTED_FIGURES)[number]

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
  /** How much of the figure it is: of `replied` how many messages, else 1. */
  count: CountSchema,
  secs: z.nullable(z.number()),
})
export type FigureCase = z.infer<typeof FigureCaseSchema>

/** Which page of them. */
export const figureCasesPageQuery = {
  /** Where to go on: the `cursor` of the page before. */
  cursor: z.optional(
    z.string().check(z.regex(/^\d{1,13}(?:\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}){2}$/)),
  ),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
}

/** `total`: the figure itself. */
export const FigureCasesPageSchema = z.object({
  items: z.array(FigureCaseSchema),
  total: CountSchema,
  cursor: z.nullable(z.string()),
})

export const listFigureCases = defineCall({
  name: 'listFigureCases',
  method: 'GET',
  path: '/api/business/figure-cases',
  summary: 'The cases behind a figure of the dashboard, the latest first',
  access: 'BUSINESS',
  query: z
    .object({
      ...periodQuery,
      figure: z.enum(LISTED_FIGURES),
      agent_line_user_id: z.optional(StorableTextSchema.check(z.maxLength(64))),
      /** Of `handled` alone, and of everybody. */
      category: z.optional(StorableTextSchema.check(z.maxLength(100))),
      ...figureCasesPageQuery,
    })
    .check(
      z.refine(
        ({ category, figure, agent_line_user_id: agent }) =>
          category === undefined || (figure === 'handled' && agent === undefined),
        'category: of handled alone, and of everybody',
      ),
    ),
  answer: FigureCasesPageSchema,
  errors: ['forbidden', 'forbidden_channel'],
})
