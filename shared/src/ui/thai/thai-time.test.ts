import { expect, test } from 'vitest'
import { endOfBangkokDay, startOfBangkokDay } from './bangkok-time.ts'
import { formatThaiAgo } from './thai-ago.ts'
import {
  dayKey,
  formatClock,
  formatDuration,
  formatThaiDateTime,
  formatThaiDay,
  formatThaiShort,
  formatThaiTime,
} from './thai-time.ts'

test('formats a time in the Buddhist era and in Bangkok time', () => {
  expect(formatThaiDateTime('2026-03-05T02:07:30Z')).toBe('5 มี.ค. 2569 09:07 น.')
  expect(formatThaiShort('2026-03-05T02:07:30Z')).toBe('5 มี.ค. 09:07')
  expect(formatThaiTime(Date.parse('2026-03-05T02:07:30Z'))).toBe('09:07')
})

test('formats midnight in Bangkok as 00:00 of the new day', () => {
  expect(formatThaiDateTime('2026-12-31T17:00:00Z')).toBe('1 ม.ค. 2570 00:00 น.')
  expect(dayKey('2026-12-31T16:59:59Z')).not.toBe(dayKey('2026-12-31T17:00:00Z'))
  expect(dayKey('2026-12-31T17:00:00Z')).toBe(dayKey('2027-01-01T16:59:59Z'))
})

test('returns the first and the last millisecond of a Bangkok day', () => {
  expect(startOfBangkokDay('2026-03-05')).toBe('2026-03-04T17:00:00.000Z')
  expect(endOfBangkokDay('2026-03-05')).toBe('2026-03-05T16:59:59.999Z')
  expect([startOfBangkokDay('2026-12-31'), endOfBangkokDay('2026-12-31')].map(dayKey)).toEqual([
    '2026-12-31',
    '2026-12-31',
  ])
})

test('names today and yesterday in a day separator', () => {
  const now = '2026-11-21T01:00:00Z'
  expect(formatThaiDay('2026-11-20T17:30:00Z', now)).toBe('วันนี้ 21 พ.ย. 2569')
  expect(formatThaiDay('2026-11-20T16:30:00Z', now)).toBe('เมื่อวาน 20 พ.ย. 2569')
  expect(formatThaiDay('2026-11-19T16:30:00Z', now)).toBe('19 พ.ย. 2569')
})

test('formats an invalid time as a dash', () => {
  for (const moment of [null, undefined, 'soon', Number.NaN]) {
    expect(formatThaiDateTime(moment)).toBe('–')
    expect(formatThaiShort(moment)).toBe('–')
    expect(formatThaiTime(moment)).toBe('–')
    expect(formatThaiDay(moment, 0)).toBe('–')
  }
})

test('formats a relative time with one unit', () => {
  const now = Date.parse('2026-11-21T01:00:00Z')
  expect(formatThaiAgo('2026-11-21T00:57:00Z', now)).toBe('3 นาทีที่แล้ว')
  expect(formatThaiAgo('2026-11-19T01:00:00Z', now)).toBe('2 วันที่แล้ว')
  expect(formatThaiAgo(null, now)).toBe('–')
})

test.each([
  [0, '0 วิ'],
  [38, '38 วิ'],
  [60, '1 นาที'],
  [860, '14 นาที 20 วิ'],
  [3_600, '1 ชม.'],
  [3_605, '1 ชม.'],
  [7_500, '2 ชม. 5 นาที'],
  [86_400 * 3 + 3_600 * 4 + 59, '3 วัน 4 ชม.'],
  [86_400 * 400 + 3_600 * 5, '400 วัน 5 ชม.'],
  [59.6, '1 นาที'],
  [-5, '0 วิ'],
])('formats a duration of %d seconds as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

test('formats a missing duration as a dash', () => {
  expect(formatDuration(null)).toBe('–')
  expect(formatDuration(Number.POSITIVE_INFINITY)).toBe('–')
})

test.each([
  [0, '00:00'],
  [872, '14:32'],
  [3_599.9, '59:59'],
  [3_600, '1:00:00'],
  [45_296, '12:34:56'],
  [86_400 * 40 + 61, '960:01:01'],
  [-1, '00:00'],
])('shows %d seconds on a running clock as %s', (seconds, clock) => {
  expect(formatClock(seconds)).toBe(clock)
})
