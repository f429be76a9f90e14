import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../answer-parts.ts'
import { DaySchema } from './period.ts'

/**
 * The five figures of a period and what belongs to them. A case is handled once, whoever has it later; averages are in seconds, unrounded, and
 * null when there is nothing to average. `unanswered`: closed without any answer, in no average.
 */
export const CountedFiguresSchema = z.object({
  handled_count: CountSchema,
  closed_count: CountSchema,
  unanswered_count: CountSchema,
  reply_count: CountSchema,
  avg_pickup_secs: z.nullable(z.number()),
  avg_first_response_secs: z.nullable(z.number()),
  avg_resolution_secs: z.nullable(z.number()),
})
export type CountedFigures = z.infer<typeof CountedFiguresSchema>

/** Null when there are no durations, or the server does not send it. */
const OptionalSecsSchema = z._default(z.nullable(z.number()), null)

/**
 * Median and 90th percentile of each duration, in seconds: exact up to 100 tickets, within 1.6 % above. `answered`: resolution without
 * tickets closed without a reply.
 */
export const percentileParts = {
  median_pickup_secs: OptionalSecsSchema,
  p90_pickup_secs: OptionalSecsSchema,
  median_first_response_secs: OptionalSecsSchema,
  p90_first_response_secs: OptionalSecsSchema,
  median_resolution_secs: OptionalSecsSchema,
  p90_resolution_secs: OptionalSecsSchema,
  avg_answered_resolution_secs: OptionalSecsSchema,
  median_answered_resolution_secs: OptionalSecsSchema,
  p90_answered_resolution_secs: OptionalSecsSchema,
}
export type Percentiles = Record<keyof typeof percentileParts, number | null>

export const FiguresSchema = z.extend(CountedFiguresSchema, percentileParts)
export type Figures = z.infer<typeof FiguresSchema>

/** Which days figures are of, and when they were read by the server's clock. A server that says no more than SPEC 7 leaves it out. */
export const readingParts = {
  from: z.optional(DaySchema),
  to: z.optional(DaySchema),
  at: z.optional(MomentSchema),
  /** Something that happened a while ago is not counted yet: cases of before an upgrade, or durations since opening hours were set. */
  is_counting: z._default(z.boolean(), false),
}

export const DayFiguresSchema = z.extend(FiguresSchema, { day: DaySchema })
export type DayFigures = z.infer<typeof DayFiguresSchema>

/** Messages of customers in an hour of a weekday (0: Sunday) in Bangkok, over the whole period. */
export const IncomingSchema = z.object({
  weekday: z.int().check(z.gte(0), z.lte(6)),
  hour: z.int().check(z.gte(0), z.lte(23)),
  count: CountSchema,
})
