import { expect, test } from 'vitest'
import { dayKey, formatThaiDateTime, formatThaiDay, formatThaiShort, formatThaiTime } from './thai-date.ts'

test('a moment is written in the Buddhist era and in Bangkok time', () => {
  expect(formatThaiDateTime('2026-03-05T02:07:30Z')).toBe('5 มี.ค. 2569 09:07 น.')
  expect(formatThaiShort('2026-03-05T02:07:30Z')).toBe('5 มี.ค. 09:07')
  expect(formatThaiTime(Date.parse('2026-03-05T02:07:30Z'))).toBe('09:07')
})

test('midnight in Bangkok is 00:00 of the new day', () => {
  expect(formatThaiDateTime('2026-12-31T17:00:00Z')).toBe('1 ม.ค. 2570 00:00 น.')
  expect(dayKey('2026-12-31T16:59:59Z')).not.toBe(dayKey('2026-12-31T17:00:00Z'))
  expect(dayKey('2026-12-31T17:00:00Z')).toBe(dayKey('2027-01-01T16:59:59Z'))
})

test('a day separator names today and yesterday', () => {
  const now = '2026-11-21T01:00:00Z'
  expect(formatThaiDay('2026-11-20T17:30:00Z', now)).toBe('วันนี้ 21 พ.ย. 2569')
  expect(formatThaiDay('2026-11-20T16:30:00Z', now)).toBe('เมื่อวาน 20 พ.ย. 2569')
  expect(formatThaiDay('2026-11-19T16:30:00Z', now)).toBe('19 พ.ย. 2569')
})

test('what is no moment is a dash', () => {
  for (const moment of [null, undefined, 'soon', Number.NaN]) {
    expect(formatThaiDateTime(moment)).toBe('–')
    expect(formatThaiShort(moment)).toBe('–')
    expect(formatThaiTime(moment)).toBe('–')
    expect(formatThaiDay(moment, 0)).toBe('–')
  }
})
