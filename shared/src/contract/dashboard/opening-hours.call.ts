import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { ChannelKeySchema } from '../request-parts.ts'

const MINUTES_OF_A_DAY = 1_440

/**
 * When an official account is open from a weekday on (0: Sunday), in minutes of that day in Bangkok: 540 to 1080 is 09:00 to 18:00. What goes
 * on past midnight ends on the next day: 1320 to 1800 is 22:00 to 06:00.
 */
export const OpenDaySchema = z
  .object({
    weekday: z.int().check(z.gte(0), z.lte(6)),
    opens_at: z.int().check(z.gte(0), z.lt(MINUTES_OF_A_DAY)),
    closes_at: z.int().check(z.gt(0), z.lt(2 * MINUTES_OF_A_DAY)),
  })
  .check(
    z.refine(({ opens_at, closes_at }) => opens_at < closes_at && closes_at <= opens_at + MINUTES_OF_A_DAY, {
      path: ['closes_at'],
      error: 'must be later than opens_at, by a day at most',
    }),
  )
export type OpenDay = z.infer<typeof OpenDaySchema>

/** Whether it is still open when the next day opens. */
export function isIntoNext({ weekday, closes_at }: OpenDay, days: readonly OpenDay[]): boolean {
  const next = days.find((day) => day.weekday === (weekday + 1) % 7)
  return next !== undefined && closes_at > MINUTES_OF_A_DAY + next.opens_at
}

/** The days on which it is open, in order; null: it is always open. */
export const OpenDaysSchema = z.nullable(
  z.array(OpenDaySchema).check(
    z.minLength(1),
    z.maxLength(7),
    z.refine((days) => new Set(days.map(({ weekday }) => weekday)).size === days.length, {
      error: 'each weekday once',
    }),
    // What is open twice would count twice.
    z.refine((days) => !days.some((day) => isIntoNext(day, days)), {
      error: 'a day that goes on past midnight ends before the next one opens',
    }),
  ),
)

export const OpeningHoursSchema = z.object({
  channel_key: z.string(),
  days: OpenDaysSchema,
  /** Durations within opening hours are still being counted again since these were set. */
  is_recounting: z.boolean(),
})
export type OpeningHours = z.infer<typeof OpeningHoursSchema>

export const listOpeningHours = defineCall({
  name: 'listOpeningHours',
  method: 'GET',
  path: '/api/business/opening-hours',
  summary: 'Opening hours of the official accounts a manager may look at',
  access: 'BUSINESS',
  answer: z.object({ items: z.array(OpeningHoursSchema) }),
  errors: ['forbidden'],
})

/** Cases of before are counted again by and by (`is_recounting`); all other figures stay as they are. */
export const setOpeningHours = defineCall({
  name: 'setOpeningHours',
  method: 'PUT',
  path: '/api/business/opening-hours/:channel_key',
  summary: 'Set when an official account is open',
  access: 'BUSINESS',
  params: z.object({ channel_key: ChannelKeySchema.check(z.minLength(1)) }),
  body: z.object({ days: OpenDaysSchema }),
  answer: OpeningHoursSchema,
  errors: ['forbidden', 'forbidden_channel', 'not_found'],
})
