import * as z from 'zod/mini'
import { ChannelSchema } from '../channels/channel.ts'
import { defineCall } from '../define-call.ts'
import { ChannelKeysSchema } from '../request-parts.ts'
import { CountSchema, MomentSchema } from '../response-parts.ts'
import { WallboardTicketSchema } from './wallboard.call.ts'

/** Tickets that need a reply (`waiting`), those without an assignee (`unassigned`), and all open tickets (`open`). */
export const WALLBOARD_METRICS = ['waiting', 'unassigned', 'open'] as const
export type WallboardMetric = (typeof WALLBOARD_METRICS)[number]

export const WallboardListedTicketSchema = z.extend(z.omit(WallboardTicketSchema, { channel_key: true }), {
  channel: ChannelSchema,
  customer: z.extend(WallboardTicketSchema.shape.customer, { id: z.string() }),
  opened_at: MomentSchema,
  waiting_since: z.nullable(MomentSchema),
})
export type WallboardListedTicket = z.infer<typeof WallboardListedTicketSchema>

/** All pages come from the database snapshot of the first page. */
export const listWallboardTickets = defineCall({
  name: 'listWallboardTickets',
  method: 'GET',
  path: '/api/staff/wallboard-tickets',
  summary: 'The tickets behind a number of the wallboard, longest waiting first',
  access: 'staff',
  query: z
    .object({
      channel_key: z.optional(ChannelKeysSchema),
      metric: z._default(z.enum(WALLBOARD_METRICS), 'waiting'),
      staff_id: z.optional(z.uuid()),
      cursor: z.optional(
        z.string().check(z.regex(/^(?:\d{1,13})?\.\d{1,13}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
      ),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    })
    .check(
      z.refine(
        ({ metric, staff_id: staff }) => staff === undefined || metric === 'open',
        'staff_id: only with open',
      ),
    ),
  response: z.object({
    /** Server time of the database snapshot, to which waiting times are relative. */
    at: MomentSchema,
    items: z.array(WallboardListedTicketSchema),
    total: CountSchema,
    has_more: z.boolean(),
    cursor: z.nullable(z.string()),
  }),
  errors: ['forbidden_channel'],
})
