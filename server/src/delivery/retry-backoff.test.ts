import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_PAUSE_MS, pauseAfter, RETRY_PAUSES_MS, UNKNOWN_AFTER_MS } from './retry-backoff.ts'

const chances = fc.double({ min: 0, max: 0.999, noNaN: true })
const HOUR_MS = 3_600_000

test('the retry pause grows as planned, with up to 25 % jitter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: RETRY_PAUSES_MS.length }), chances, (calls, chance) => {
      const planned = RETRY_PAUSES_MS[calls - 1] ?? 0
      const pause = pauseAfter(calls, 0, 0, () => chance) ?? 0
      expect(Math.abs(pause - planned)).toBeLessThanOrEqual(planned / 4 + 1e-6)
    }),
  )
})

test('the retry pause is at most one minute during the first hour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(HOUR_MS - 1), chances, (calls, age, chance) => {
      expect(pauseAfter(calls, age, 0, () => chance)).toBeLessThanOrEqual(MAX_PAUSE_MS)
    }),
  )
})

test("the retry pause is never shorter than LINE's Retry-After", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.nat(HOUR_MS), chances, (calls, requestedMs, chance) => {
      expect(pauseAfter(calls, 0, requestedMs, () => chance)).toBeGreaterThanOrEqual(requestedMs)
    }),
  )
})

test('retries end 2.6 hours after the first request, or when the given pauses are used up', () => {
  expect(pauseAfter(100, UNKNOWN_AFTER_MS, 0, () => 0.5)).toBeNull()
  expect(pauseAfter(100, 2 * HOUR_MS, 0, () => 0.5)).not.toBeNull()
  expect(pauseAfter(3, 0, 0, () => 0.5, [5, 5])).toBeNull()
})
