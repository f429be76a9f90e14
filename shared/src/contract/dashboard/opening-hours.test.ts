import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { setOpeningHours } from './opening-hours.call.ts'

const day = { weekday: 1, opens_at: 540, closes_at: 1080 }

test.each([
  ['always', null],
  ['one day', [day]],
  ['up to midnight', [{ ...day, opens_at: 0, closes_at: 1440 }]],
  ['past midnight', [{ ...day, opens_at: 1320, closes_at: 1800 }]],
  [
    'from Saturday past midnight until Sunday opens',
    [
      { weekday: 6, opens_at: 1320, closes_at: 1440 + 480 },
      { weekday: 0, opens_at: 480, closes_at: 1200 },
    ],
  ],
])('accepts opening hours: %s', (_, days) => {
  expect(setOpeningHours.body.parse({ days })).toEqual({ days })
})

test.each([
  ['a week without days', []],
  ['a day twice', [day, { ...day, opens_at: 600 }]],
  ['an end before its beginning', [{ ...day, closes_at: 540 }]],
  ['an eighth weekday', [{ ...day, weekday: 7 }]],
  ['more than a day', [{ ...day, closes_at: 540 + 1441 }]],
  ['a 49th hour', [{ ...day, opens_at: 1439, closes_at: 2880 }]],
  [
    'hours that end after the next day opens',
    [
      { weekday: 6, opens_at: 1320, closes_at: 1440 + 481 },
      { weekday: 0, opens_at: 480, closes_at: 1200 },
    ],
  ],
])('rejects opening hours: %s', (_, days) => {
  expect(z.safeParse(setOpeningHours.body, { days }).success).toBe(false)
})
