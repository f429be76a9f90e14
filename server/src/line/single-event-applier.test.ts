import { expect, test } from 'vitest'
import { pauseBeforeRetry } from './single-event-applier.ts'

const pauses = (isLasting: boolean, chance: () => number) => {
  const all: number[] = []
  for (let attempts = 1; ; attempts += 1) {
    const pause = pauseBeforeRetry(attempts, isLasting, chance)
    if (pause === null) return all
    all.push(pause)
  }
}
const hours = (all: number[]) => all.reduce((sum, each) => sum + each, 0) / 3_600_000

test('retry intervals of a LINE event grow from a second to half an hour', () => {
  const all = pauses(false, () => 0.5)
  expect([all[0], Math.max(...all)]).toEqual([1_000, 1_800_000])
  expect(all).toEqual(all.toSorted((a, b) => a - b))
})

test('a LINE event is given up after about an hour of permanent failures, or a day of transient ones', () => {
  for (const chance of [() => 0, () => 0.999]) {
    expect(hours(pauses(true, chance))).toBeGreaterThan(0.8)
    expect(hours(pauses(true, chance))).toBeLessThan(1.5)
    expect(hours(pauses(false, chance))).toBeGreaterThan(17)
    expect(hours(pauses(false, chance))).toBeLessThan(31)
  }
})
