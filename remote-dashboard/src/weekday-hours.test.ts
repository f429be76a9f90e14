import { expect, test } from 'vitest'
import { formatAverage } from './metrics/format-metric.ts'
import { countHourStarts } from './weekday-hours.ts'

const MONDAY = 1
const at = (time: string) => Date.parse(`${time}+07:00`)
const times = (from: string, to: string, hour: number, now: string, weekday = MONDAY) =>
  countHourStarts({ from, to }, at(now))({ weekday, hour })

test.each([
  // Mondays are November 2, 9, 16 and 23.
  ['2026-11-02', '2026-11-22', 9, '2026-11-25T12:00', 3],
  ['2026-11-03', '2026-11-22', 9, '2026-11-25T12:00', 2],
  ['2026-11-02', '2026-11-23', 9, '2026-11-23T09:00', 4],
  // On the last day, some hours have not started yet. The hour after midnight is on the previous day in UTC.
  ['2026-11-02', '2026-11-23', 9, '2026-11-23T08:59', 3],
  ['2026-11-23', '2026-11-23', 0, '2026-11-23T00:30', 1],
  ['2026-11-23', '2026-11-23', 9, '2026-11-23T08:59', 0],
  ['2026-11-24', '2026-11-24', 9, '2026-11-25T12:00', 0],
  ['2026-11-24', '2026-12-31', 9, '2026-11-25T12:00', 0],
] as const)('counts Mondays from %s to %s whose hour %i began by %s: %i', (from, to, hour, now, expected) => {
  expect(times(from, to, hour, now)).toBe(expected)
})

test('counts an hour as often as its weekday occurs in a year', () => {
  const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)))
  for (let weekday = 0; weekday < 7; weekday += 1)
    expect(times('2026-01-01', '2026-12-31', 23, '2027-01-01T00:00', weekday)).toBe(
      days.filter((day) => day.getUTCDay() === weekday).length,
    )
})

test.each([
  [42, 4, '11'],
  [21, 4, '5.3'],
  [40, 4, '10'],
  [1, 52, '<0.1'],
  [0, 3, '0'],
  [7, 0, '7'],
  [9_000, 2, '4,500'],
])('formats the average of %i messages in %i hours as %s', (sum, hours, texts) => {
  expect(formatAverage(sum, hours)).toBe(texts)
})
