import { expect, test } from 'vitest'
import { formatClock, formatDuration } from './thai-duration.ts'

test.each([
  [0, '0 วิ'],
  [38, '38 วิ'],
  [60, '1 นาที'],
  [860, '14 นาที 20 วิ'],
  [3_600, '1 ชม.'],
  [3_605, '1 ชม.'],
  [7_500, '2 ชม. 5 นาที'],
  [86_400 * 3 + 3_600 * 4 + 59, '3 วัน 4 ชม.'],
  [59.6, '1 นาที'],
  [-5, '0 วิ'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

test('no duration is a dash', () => {
  expect(formatDuration(null)).toBe('–')
  expect(formatDuration(Number.POSITIVE_INFINITY)).toBe('–')
})

test.each([
  [0, '00:00'],
  [872, '14:32'],
  [3_599.9, '59:59'],
  [3_600, '1:00:00'],
  [45_296, '12:34:56'],
  [-1, '00:00'],
])('a clock of %d seconds shows %s', (seconds, clock) => {
  expect(formatClock(seconds)).toBe(clock)
})
