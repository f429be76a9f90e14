import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { ChannelKeySchema, StorableTextSchema } from '../request-parts.ts'
import { DaySchema, RequestedDaySchema } from './period.ts'

const MINUTES_OF_A_DAY = 1_440

/** Opening hours of a weekday (0 is Sunday), in minutes after midnight: 1320 to 1800 is 22:00 to 06:00. */
export const OpenDaySchema = z
  .object({
    weekday: z.int().check(z.gte(0), z.lte(6)),
    opens_at: z.int().check(z.gte(0), z.lt(MINUTES_OF_A_DAY)),
    closes_at: z.int().check(z.gt(0), z.lt(2 * MINUTES_OF_A_DAY)),
  })
  .check(
    z.refine(({ opens_at, closes_at }) => opens_at < closes_at && closes_at <= opens_at + MINUTES_OF_A_DAY, {
      path: ['closes_at'],
      error: 'must be later than opens_at, by at most a day',
    }),
  )
export type OpenDay = z.infer<typeof OpenDaySchema>

export function overlapsNextDay({ weekday, closes_at }: OpenDay, days: readonly OpenDay[]): boolean {
  const next = days.find((day) => day.weekday === (weekday + 1) % 7)
  return next !== undefined && closes_at > MINUTES_OF_A_DAY + next.opens_at
}

/** Opening hours of a week, in order. Null when the channel is always open. */
export const OpenDaysSchema = z.nullable(
  z.array(OpenDaySchema).check(
    z.minLength(1),
    z.maxLength(7),
    z.refine((days) => new Set(days.map(({ weekday }) => weekday)).size === days.length, {
      error: 'each weekday at most once',
    }),
    // Opening hours must not overlap, because the metrics would count the overlap twice.
    z.refine((days) => !days.some((day) => overlapsNextDay(day, days)), {
      error: 'a day that ends after midnight must end before the next day opens',
    }),
  ),
)

/** Opening hours that are valid until the next version begins. Before the first version the channel is always open. */
const HoursVersionSchema = z.object({ valid_from: DaySchema, days: OpenDaysSchema })
export type HoursVersion = z.infer<typeof HoursVersionSchema>

export const MAX_SPECIAL_DAYS = 400

/** A day with special opening hours. Without opening and closing time the channel is closed on this day. */
const SpecialDaySchema = z
  .object({
    day: RequestedDaySchema,
    name: StorableTextSchema.check(z.trim(), z.minLength(1), z.maxLength(100)),
    opens_at: z.nullable(z.int().check(z.gte(0), z.lt(MINUTES_OF_A_DAY))),
    closes_at: z.nullable(z.int().check(z.gt(0), z.lt(2 * MINUTES_OF_A_DAY))),
  })
  .check(
    z.refine(
      ({ opens_at: opens, closes_at: closes }) =>
        opens === null || closes === null
          ? opens === closes
          : opens < closes && closes <= opens + MINUTES_OF_A_DAY,
      { path: ['closes_at'], error: 'must be later than opens_at, by at most a day, or both null' },
    ),
  )
export type SpecialDay = z.infer<typeof SpecialDaySchema>

export const OpeningHoursSchema = z.object({
  channel_key: z.string(),
  /** Opening hours that are valid now. */
  days: OpenDaysSchema,
  versions: z._default(z.array(HoursVersionSchema), []),
  special_days: z._default(z.array(SpecialDaySchema), []),
  /** True while metrics that count only opening hours are recalculated, after a change of past days. */
  is_recounting: z.boolean(),
})
export type OpeningHours = z.infer<typeof OpeningHoursSchema>

export const listOpeningHours = defineCall({
  name: 'listOpeningHours',
  method: 'GET',
  path: '/api/business/opening-hours',
  summary: 'Opening hours of the channels that a manager may view',
  access: 'BUSINESS',
  response: z.object({ items: z.array(OpeningHoursSchema) }),
  errors: ['forbidden'],
})

const params = z.object({ channel_key: ChannelKeySchema.check(z.minLength(1)) })
const changes_past = z.optional(z.boolean())

/** Metrics of days before `valid_from` still use the earlier hours. A change of past days requires `changes_past`. */
export const setOpeningHours = defineCall({
  name: 'setOpeningHours',
  method: 'PUT',
  path: '/api/business/opening-hours/:channel_key',
  summary: 'Set the opening hours of a channel, valid from a day on',
  access: 'BUSINESS',
  params,
  body: z.object({ days: OpenDaysSchema, valid_from: z.optional(RequestedDaySchema), changes_past }),
  response: OpeningHoursSchema,
  errors: ['forbidden', 'forbidden_channel', 'not_found', 'changes_past', 'hours_full'],
})

export const removeHoursVersion = defineCall({
  name: 'removeHoursVersion',
  method: 'DELETE',
  path: '/api/business/opening-hours/:channel_key/versions/:valid_from',
  summary: 'Withdraw opening hours that are not valid yet',
  access: 'BUSINESS',
  params: z.extend(params, { valid_from: RequestedDaySchema }),
  response: OpeningHoursSchema,
  errors: ['forbidden', 'forbidden_channel', 'not_found', 'changes_past'],
})

export const setSpecialDays = defineCall({
  name: 'setSpecialDays',
  method: 'PUT',
  path: '/api/business/opening-hours/:channel_key/special-days',
  summary: 'Set all days on which a channel is closed or has special hours',
  access: 'BUSINESS',
  params,
  body: z.object({
    special_days: z.array(SpecialDaySchema).check(
      z.maxLength(MAX_SPECIAL_DAYS),
      z.refine((days) => new Set(days.map(({ day }) => day)).size === days.length, {
        error: 'each day at most once',
      }),
    ),
    changes_past,
  }),
  response: OpeningHoursSchema,
  errors: ['forbidden', 'forbidden_channel', 'not_found', 'changes_past'],
})
