import * as z from 'zod/mini'
import { DASHBOARD_DAYS } from '../constants.ts'
import { ChannelKeysSchema } from '../request-parts.ts'

export const MAX_DASHBOARD_DAYS = 366

/** A day in Bangkok, as `2026-11-23`. */
export const DaySchema = z.iso.date()

/** Of this millennium: databases know no year 0, and years of five digits are written otherwise. */
export const AskedDaySchema = DaySchema.check(z.regex(/^2/))

/** Which days and official accounts a figure is of: the last `days` with today, or `from` to `to`, both of them with it. */
export const periodQuery = {
  channel_key: z.optional(ChannelKeysSchema),
  days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_DASHBOARD_DAYS)), DASHBOARD_DAYS),
  from: z.optional(AskedDaySchema),
  to: z.optional(AskedDaySchema),
  /** Durations within the opening hours of each account alone. */
  hours: z.optional(z.enum(['business'])),
}
