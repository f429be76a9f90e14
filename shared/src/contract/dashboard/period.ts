import * as z from 'zod/mini'
import { DASHBOARD_DAYS } from '../constants.ts'
import { ChannelKeysSchema } from '../request-parts.ts'

export const MAX_DASHBOARD_DAYS = 366

/** A calendar day in Bangkok, for example `2026-11-23`. */
export const DaySchema = z.iso.date()

/** A day in the years 2000 to 2999, because PostgreSQL has no year 0 and writes five-digit years differently. */
export const RequestedDaySchema = DaySchema.check(z.regex(/^2/))

/** A period: the last `days` days including today, or `from` to `to` (both included). */
export const periodQuery = {
  channel_key: z.optional(ChannelKeysSchema),
  days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_DASHBOARD_DAYS)), DASHBOARD_DAYS),
  from: z.optional(RequestedDaySchema),
  to: z.optional(RequestedDaySchema),
  /** `business`: only time within each channel's opening hours is counted. */
  hours: z.optional(z.enum(['business'])),
}
