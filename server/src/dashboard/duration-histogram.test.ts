import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactPercentile } from '../testing/replayed-metrics.ts'
import { DurationHistogram, EXACT_DURATIONS, MAX_PERCENTILE_ERROR } from './duration-histogram.ts'

function histogramOf(durations: readonly number[]): DurationHistogram {
  const histogram = new DurationHistogram()
  for (const secs of durations) histogram.add(secs)
  return histogram
}

const durations = (minLength: number, maxLength: number) =>
  fc.array(
    fc.oneof(
      fc.nat(200),
      fc.nat(100_000),
      fc.nat(2 ** 31 - 1),
      fc.integer({ min: 0, max: 30 }).map((exponent) => 2 ** exponent),
    ),
    { minLength, maxLength },
  )
const shares = fc.constantFrom(0, 0.5, 0.9, 1)

test('returns exact percentiles for small sets of durations', () => {
  fc.assert(
    fc.property(durations(1, EXACT_DURATIONS), shares, (set, share) => {
      expect(DurationHistogram.from(histogramOf(set).encode()).percentile(share)).toBe(
        exactPercentile(set, share),
      )
    }),
  )
})

test('returns percentiles within the stated error for large sets of durations', () => {
  fc.assert(
    fc.property(durations(EXACT_DURATIONS + 1, 600), shares, (set, share) => {
      const exact = exactPercentile(set, share) ?? Number.NaN
      const found = histogramOf(set).percentile(share) ?? Number.NaN
      expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * MAX_PERCENTILE_ERROR + 1e-6)
    }),
  )
})

test('merges duration histograms by concatenating their bytes, in any parts and order', () => {
  fc.assert(
    fc.property(fc.array(durations(0, 150), { maxLength: 5 }), (parts) => {
      const whole = histogramOf(parts.flat())
      const merged = DurationHistogram.from(Buffer.concat(parts.map((part) => histogramOf(part).encode())))
      expect(merged.total).toBe(whole.total)
      expect(merged.encode()).toEqual(whole.encode())
      const added = new DurationHistogram()
      for (const part of parts) added.addAll(histogramOf(part))
      expect([added.total, added.encode()]).toEqual([whole.total, whole.encode()])
      expect(DurationHistogram.from(merged.encode()).encode()).toEqual(merged.encode())
    }),
  )
})

test('returns no percentile and no bytes for an empty set of durations', () => {
  const empty = new DurationHistogram()
  expect([empty.percentile(0.5), empty.encode().length]).toEqual([null, 0])
})

test('a duration histogram caps durations at 136 years and rejects truncated bytes', () => {
  expect(histogramOf([2 ** 40]).percentile(0.5)).toBe(2 ** 32 - 1)
  expect(() => DurationHistogram.from(histogramOf([5, 900]).encode().subarray(0, 3))).toThrow('truncated')
})
