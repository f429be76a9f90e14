import * as z from 'zod/mini'
import { DASHBOARD_DAYS } from '../constants.ts'
import { ChannelKeysSchema } from '../request-parts.ts'

export const MAX_DASHBOARD_DAYS = 366

/** In Bangkok, for example `2026-11-23`. */
export const DaySchema = z.iso.date()

/** Years 2000 to 2999: PostgreSQL has no year 0 and writes five-digit years differently. */
export const RequestedDaySchema = DaySchema.check(z.regex(/^2/))

/** The last `days` days including today, or `from` to `to` (both included). */
export const periodQuery = {
  channel_key: z.optional(ChannelKeysSchema),
  days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_DASHBOARD_DAYS)), DASHBOARD_DAYS),
  from: z.optional(RequestedDaySchema),
  to: z.optional(RequestedDaySchema),
  /** `business` counts only time within each channel's opening hours. */
  hours: z.optional(z.enum(['business'])),
}
