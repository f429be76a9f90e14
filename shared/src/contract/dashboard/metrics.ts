import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../response-parts.ts'
import { DaySchema } from './period.ts'

/**
 * Metrics of a period. A ticket counts as handled once, even if the assignee changes later. Averages are in seconds,
 * unrounded, and null when there are no values. `unanswered_count` counts tickets closed without any reply; the
 * averages do not include them.
 */
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

/** A duration; null when there are no durations, or when the server does not send it. */
const OptionalSecsSchema = z._default(z.nullable(z.number()), null)

/**
 * Median and 90th percentile of each duration in seconds: exact up to 100 tickets, otherwise at most 1.6 % too high.
 * `answered` excludes tickets that were closed without a reply.
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

export const MetricsSchema = z.extend(CountedMetricsSchema, percentileParts)
export type Metrics = z.infer<typeof MetricsSchema>

/**
 * Days of the metrics, and the server time of the database snapshot. Servers that implement only chapter 7 of the
 * specification omit these fields.
 */
export const readingParts = {
  from: z.optional(DaySchema),
  to: z.optional(DaySchema),
  at: z.optional(MomentSchema),
  /**
   * True while a recalculation is running, for example after an upgrade or a change of the opening hours: some metrics
   * are still incomplete.
   */
  is_counting: z._default(z.boolean(), false),
}

export const DayMetricsSchema = z.extend(MetricsSchema, { day: DaySchema })
export type DayMetrics = z.infer<typeof DayMetricsSchema>

/** Metrics of a period, for a team or an agent. */
export const periodMetricsParts = {
  from: DaySchema,
  to: DaySchema,
  /** Server time of the database snapshot. */
  at: readingParts.at,
  is_counting: readingParts.is_counting,
  totals: MetricsSchema,
  /**
   * Metrics of the same number of days before the period. When the period includes today, the earlier days also end at
   * the current time of day (`reply_count`: at the end of the day before).
   */
  totals_before: CountedMetricsSchema,
  /** All days of the period, in order. */
  days: z.array(DayMetricsSchema),
}

/** Number of customer messages per hour and weekday (0 is Sunday) in Bangkok, over the whole period. */
export const IncomingSchema = z.object({
  weekday: z.int().check(z.gte(0), z.lte(6)),
  hour: z.int().check(z.gte(0), z.lte(23)),
  count: CountSchema,
})
