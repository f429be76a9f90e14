import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoff } from './backoff.ts'

const PAUSES = { firstMs: 2_000, longestMs: 30_000 }

test('the backoff doubles the delay on each retry up to the maximum', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 50].map((tries) => backoff(tries, PAUSES, () => 0.5))
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})

test('jitter varies the backoff delay by 25 % in both directions', () => {
  expect(backoff(0, PAUSES, () => 0)).toBe(1_500)
  expect(backoff(0, PAUSES, () => 1)).toBe(2_500)
  const made = new Set(Array.from({ length: 20 }, () => backoff(3, PAUSES)))
  expect(made.size).toBeGreaterThan(1)
})

test('the backoff delay stays within its bounds after any number of retries', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
      const pause = backoff(tries, PAUSES, () => random)
      expect(pause).toBeGreaterThanOrEqual(1_500)
      expect(pause).toBeLessThanOrEqual(37_500)
    }),
  )
})
