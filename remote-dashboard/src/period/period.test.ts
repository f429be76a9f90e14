import 'shared/ui/thai/thai-time.ts'
import { expect, test } from 'vitest'
import { daysTexts } from '../day-texts.ts'
import { daysOf, periodDays, periodTexts, readPeriod, writePeriod } from './period.ts'

const read = (query: string) => readPeriod(new URLSearchParams(query))

test.each([
  ['', { days: 7 }],
  ['days=30', { days: 30 }],
  ['days=31', { days: 7 }],
  ['days=x', { days: 7 }],
  ['from=2026-11-01&to=2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
  ['from=2026-11-20&to=2026-11-20&days=30', { from: '2026-11-20', to: '2026-11-20' }],
  ['from=2026-11-21&to=2026-11-20&days=30', { days: 30 }],
  ['from=2026-02-30&to=2026-03-02', { days: 7 }],
  ['from=2020-01-01&to=2026-03-02', { days: 7 }],
  ['from=2026-11-01', { days: 7 }],
])('reads the period from a URL with %j', (query, period) => {
  expect(read(query)).toEqual(period)
})

test.each([
  [{ days: 7 }, 'tab=ranking'],
  [{ days: 90 }, 'tab=ranking&days=90'],
  [{ from: '2026-11-01', to: '2026-11-20' }, 'tab=ranking&from=2026-11-01&to=2026-11-20'],
])('writes the period %j to a URL', (period, query) => {
  const params = new URLSearchParams('tab=ranking&days=14&from=2026-01-01&to=2026-01-02')
  writePeriod(params, period)
  expect(params.toString()).toBe(query)
})

test('formats a period in Thai', () => {
  expect(periodTexts({ days: 1 })).toBe('วันนี้')
  expect(periodTexts({ days: 30 })).toBe('30 วันล่าสุด')
  expect(daysTexts('2026-11-20', '2026-11-20')).toBe('20 พ.ย. 2569')
  expect(daysTexts('2026-11-01', '2026-11-20')).toBe('1–20 พ.ย. 2569')
  expect(daysTexts('2026-10-28', '2026-11-03')).toBe('28 ต.ค. – 3 พ.ย. 2569')
  expect(daysTexts('2025-12-28', '2026-01-03')).toBe('28 ธ.ค. 2568 – 3 ม.ค. 2569')
})

test('the length of a period includes both the first and the last day', () => {
  expect(periodDays({ from: '2026-10-28', to: '2026-11-03' })).toBe(7)
  expect(periodDays({ days: 14 })).toBe(14)
})

test('returns the first and the last day of a period', () => {
  expect(daysOf({ days: 7 }, '2026-11-03')).toEqual({ from: '2026-10-28', to: '2026-11-03' })
  expect(daysOf({ days: 1 }, '2026-11-03')).toEqual({ from: '2026-11-03', to: '2026-11-03' })
  expect(daysOf({ from: '2026-10-01', to: '2026-10-05' }, '2026-11-03')).toEqual({
    from: '2026-10-01',
    to: '2026-10-05',
  })
})
