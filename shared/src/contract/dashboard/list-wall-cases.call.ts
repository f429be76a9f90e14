import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../answer-parts.ts'
import { ChannelSchema } from '../channels/channel.ts'
import { defineCall } from '../define-call.ts'
import { ChannelKeysSchema } from '../request-parts.ts'
import { WallCaseSchema } from './live-wall.call.ts'

/** Whose cases the live wall counts: all who wait for an answer, nobody's of these, all that is open. */
export const WALL_FIGURES = ['waiting', 'unassigned', 'open'] as const
export type WallFigure = (typeof WALL_FIGURES)[number]

/** An open case that the live wall counts. */
export const WallListedCaseSchema = z.extend(z.omit(WallCaseSchema, { channel_key: true }), {
  channel: ChannelSchema,
  customer: z.extend(WallCaseSchema.shape.customer, { id: z.string() }),
  opened_at: MomentSchema,
  /** Null: the customer has their answer. */
  waiting_since: z.nullable(MomentSchema),
})
export type WallListedCase = z.infer<typeof WallListedCaseSchema>

/** Counted as the live wall counts, and of one moment with the first page. */
export const listWallCases = defineCall({
  name: 'listWallCases',
  method: 'GET',
  path: '/api/staff/wall-cases',
  summary: 'The cases behind a number of the live wall, who waits longest first',
  access: 'staff',
  query: z
    .object({
      channel_key: z.optional(ChannelKeysSchema),
      figure: z._default(z.enum(WALL_FIGURES), 'waiting'),
      /** Of `open` alone: of what this person has, whether they are there or not. */
      staff_id: z.optional(z.uuid()),
      /** Where to go on: the `cursor` of the page before. */
      cursor: z.optional(
        z.string().check(z.regex(/^(?:\d{1,13})?\.\d{1,13}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
      ),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    })
    .check(
      z.refine(
        ({ figure, staff_id: staff }) => staff === undefined || figure === 'open',
        'staff_id: of open alone',
      ),
    ),
  answer: z.object({
    /** The server's clock as it was read: lengths of waiting go by it. */
    at: MomentSchema,
    items: z.array(WallListedCaseSchema),
    /** The number itself. */
    total: CountSchema,
    /** The wall counts no further: `total` reads as "or more". */
    has_more: z.boolean(),
    cursor: z.nullable(z.string()),
  }),
  errors: ['forbidden_channel'],
})
