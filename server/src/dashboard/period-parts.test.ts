import { expect, test } from 'vitest'
import { SeededRandom } from '../demo/seeded-random.ts'
import { daysOf, type Period, type PeriodParts, partsOf, wholePartsOf } from './period.ts'

const DAY_MS = 86_400_000
const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns how many times the sum of a period's parts includes each day. */
function countedOf({ months, days, off }: PeriodParts): Map<string, number> {
  const counted = new Map<string, number>()
  const count = (part: Period, by: number) => {
    for (const day of daysOf(part)) counted.set(day, (counted.get(day) ?? 0) + by)
  }
  for (const part of days) count(part, 1)
  for (const part of off) count(part, -1)
  if (months !== null) {
    const [year = 0, month = 0] = months.to.split('-').map(Number)
    count({ from: months.from, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }, 1)
  }
  return new Map([...counted].filter(([, times]) => times !== 0))
}

test('the parts of a period cover every day of it exactly once', () => {
  const random = new SeededRandom(5)
  for (let round = 0; round < 3_000; round += 1) {
    const from = plus('2025-12-20', random.whole(0, 500))
    const to = plus(from, random.whole(0, 365))
    const today = plus(from, random.whole(-10, 390))
    const counted = countedOf(partsOf({ from, to }, today))
    expect([...counted.keys()].toSorted(), `${from} ${to}`).toEqual(daysOf({ from, to }))
    expect(new Set(counted.values())).toEqual(new Set([1]))
  }
})

test('period parts without subtraction cover every day up to today once and no day outside the period', () => {
  const random = new SeededRandom(6)
  for (let round = 0; round < 3_000; round += 1) {
    const from = plus('2025-12-20', random.whole(0, 500))
    const to = plus(from, random.whole(0, 365))
    const today = plus(from, random.whole(-10, 390))
    const { days, months } = wholePartsOf({ from, to }, today)
    const counted = countedOf({ days, months, off: [] })
    const past = [...counted.keys()].filter((day) => day <= today).toSorted()
    expect(past, `${from} ${to} ${today}`).toEqual(daysOf({ from, to }).filter((day) => day <= today))
    expect([...counted.values()].every((times) => times === 1)).toBe(true)
    expect(days.flatMap(daysOf).length, `${from} ${to} ${today}`).toBeLessThanOrEqual(60)
  }
})

test('period parts contain at most 15 single days up to today, and whole months for the rest', () => {
  for (let length = 1; length <= 366; length += 1) {
    const today = plus('2026-11-10', length % 30)
    const period = { from: plus(today, 1 - length), to: today }
    const { days, off } = partsOf(period, today)
    const passed = [...days, ...off].flatMap(daysOf).filter((day) => day <= today)
    expect(passed.length, `${period.from} ${period.to}`).toBeLessThanOrEqual(15)
  }
  expect(partsOf({ from: '2026-10-27', to: '2026-11-25' }, '2026-11-25')).toEqual({
    months: { from: '2026-11-01', to: '2026-11-01' },
    days: [{ from: '2026-10-27', to: '2026-10-31' }],
    off: [{ from: '2026-11-26', to: '2026-11-30' }],
  })
})
