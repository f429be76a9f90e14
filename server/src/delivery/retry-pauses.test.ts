import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_AGE_MS, pauseAfter, RETRY_PAUSES_MS } from './retry-pauses.ts'

test('pauses grow, stay within a quarter of their plan, and end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: RETRY_PAUSES_MS.length }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (tries, chance) => {
        const planned = RETRY_PAUSES_MS[tries - 1] ?? 0
        const pause = pauseAfter(tries, 0, 0, () => chance) ?? 0
        expect(Math.abs(pause - planned)).toBeLessThanOrEqual(planned / 4 + 1e-6)
      },
    ),
  )
  expect(pauseAfter(RETRY_PAUSES_MS.length + 1, 0, 0, () => 0.5)).toBeNull()
})

test('a pause is never shorter than the Retry-After of LINE', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.nat(3_600_000),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (tries, asked, chance) => {
        expect(pauseAfter(tries, 0, asked, () => chance)).toBeGreaterThanOrEqual(asked)
      },
    ),
  )
})

test('no retry after the retry key has expired at LINE', () => {
  expect(pauseAfter(1, MAX_AGE_MS, 0, () => 0.5)).toBeNull()
  expect(pauseAfter(1, MAX_AGE_MS - 1_000, 0, () => 0.5)).not.toBeNull()
})
