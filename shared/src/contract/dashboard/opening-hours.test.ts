import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { setOpeningHours } from './opening-hours.call.ts'

const day = { weekday: 1, opens_at: 540, closes_at: 1080 }

test.each([
  ['always', null],
  ['one day', [day]],
  ['up to midnight', [{ ...day, opens_at: 0, closes_at: 1440 }]],
])('open %s', (_, days) => {
  expect(setOpeningHours.body.parse({ days })).toEqual({ days })
})

test.each([
  ['no day', []],
  ['a day twice', [day, { ...day, opens_at: 600 }]],
  ['an end before its beginning', [{ ...day, closes_at: 540 }]],
  ['an eighth weekday', [{ ...day, weekday: 7 }]],
  ['a 25th hour', [{ ...day, closes_at: 1441 }]],
])('%s is refused', (_, days) => {
  expect(z.safeParse(setOpeningHours.body, { days }).success).toBe(false)
})
