import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../response-parts.ts'
import { DaySchema } from './period.ts'

/** Each ticket is counted as handled once. Averages are in seconds, exclude unanswered tickets, and may be null. */
export const CountedMetricsSchema = z.object({
  handled_count: CountSchema,
  closed_count: CountSchema,
  unanswered_count: CountSchema,
  reply_count: CountSchema,
  avg_pickup_secs: z.nullable(z.number()),
  avg_first_response_secs: z.nullable(z.number()),
  avg_resolution_secs: z.nullable(z.number()),
})
export type CountedMetrics = z.infer<typeof CountedMetricsSchema>

/** Duration in seconds. Null when there are no durations, or when the server does not send the field. */
const OptionalSecsSchema = z._default(z.nullable(z.number()), null)

/** Percentiles: exact up to 100 tickets, else at most 1.6 % too high. `answered` fields cover only answered tickets. */
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

export const MetricsSchema = z.extend(CountedMetricsSchema, percentileParts)
export type Metrics = z.infer<typeof MetricsSchema>

/** Fields that servers with only chapter 7 of the specification omit. `at`: server time of the database snapshot. */
export const readingParts = {
  from: z.optional(DaySchema),
  to: z.optional(DaySchema),
  at: z.optional(MomentSchema),
  /** True while metrics are recalculated (after an upgrade or a change of opening hours) and partly incomplete. */
  is_counting: z._default(z.boolean(), false),
}

export const DayMetricsSchema = z.extend(MetricsSchema, { day: DaySchema })
export type DayMetrics = z.infer<typeof DayMetricsSchema>

export const periodMetricsParts = {
  from: DaySchema,
  to: DaySchema,
  at: readingParts.at,
  is_counting: readingParts.is_counting,
  totals: MetricsSchema,
  /** Totals of as many days just before the period. `reply_count` excludes a last day that is only compared in part. */
  totals_before: CountedMetricsSchema,
  days: z.array(DayMetricsSchema),
}

/** Customer messages per weekday (0 is Sunday) and hour in Bangkok, over the whole period. */
export const IncomingSchema = z.object({
  weekday: z.int().check(z.gte(0), z.lte(6)),
  hour: z.int().check(z.gte(0), z.lte(23)),
  count: CountSchema,
})
