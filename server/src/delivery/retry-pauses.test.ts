import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GIVE_UP_AFTER_MS, MAX_PAUSE_MS, pauseAfter, RETRY_PAUSES_MS } from './retry-pauses.ts'

const chances = fc.double({ min: 0, max: 0.999, noNaN: true })
const HOUR_MS = 3_600_000

test('pauses grow and stay within a quarter of their plan', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: RETRY_PAUSES_MS.length }), chances, (calls, chance) => {
      const planned = RETRY_PAUSES_MS[calls - 1] ?? 0
      const pause = pauseAfter(calls, 0, 0, () => chance) ?? 0
      expect(Math.abs(pause - planned)).toBeLessThanOrEqual(planned / 4 + 1e-6)
    }),
  )
})

test('no pause of a message younger than an hour is longer than a minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(HOUR_MS - 1), chances, (calls, age, chance) => {
      expect(pauseAfter(calls, age, 0, () => chance)).toBeLessThanOrEqual(MAX_PAUSE_MS)
    }),
  )
})

test('a pause is never shorter than the Retry-After of LINE', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.nat(HOUR_MS), chances, (calls, asked, chance) => {
      expect(pauseAfter(calls, 0, asked, () => chance)).toBeGreaterThanOrEqual(asked)
    }),
  )
})

test('it ends 2.6 hours after the first call, or with the given pauses', () => {
  expect(pauseAfter(100, GIVE_UP_AFTER_MS, 0, () => 0.5)).toBeNull()
  expect(pauseAfter(100, 2 * HOUR_MS, 0, () => 0.5)).not.toBeNull()
  expect(pauseAfter(3, 0, 0, () => 0.5, [5, 5])).toBeNull()
})
