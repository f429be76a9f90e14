import { expect, test } from 'vitest'
import {
  closingWeekday,
  type DayDraft,
  draftOf,
  formatTime,
  openDaysOf,
  problemOf,
  sinceTexts,
  specialDayOf,
} from './hours-draft.ts'

const day = (change: Partial<DayDraft>): DayDraft => ({
  weekday: 1,
  isOpen: true,
  opens: '09:00',
  closes: '18:00',
  ...change,
})

test('converts opening hours to a draft and back without changes', () => {
  const days = [
    { weekday: 0, opens_at: 360, closes_at: 1_440 },
    { weekday: 3, opens_at: 575, closes_at: 1_080 },
    { weekday: 6, opens_at: 1_320, closes_at: 1_800 },
  ]
  const draft = draftOf(days)
  expect(draft.days.map(({ weekday, isOpen }) => [weekday, isOpen])).toEqual([
    [1, false],
    [2, false],
    [3, true],
    [4, false],
    [5, false],
    [6, true],
    [0, true],
  ])
  expect(draft.days[5]).toMatchObject({ opens: '22:00', closes: '06:00' })
  expect(draft.days.at(-1)).toMatchObject({ opens: '06:00', closes: '00:00' })
  expect(openDaysOf(draft)).toEqual({ days })
})

test('converts "always open" to a draft with the usual week as default', () => {
  expect(openDaysOf(draftOf(null))).toEqual({ days: null })
  expect(openDaysOf({ ...draftOf(null), isAlways: false })).toEqual({
    days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens_at: 540, closes_at: 1_080 })),
  })
})

test.each([
  [{}, null, null],
  [{ closes: '00:00' }, null, null],
  [{ opens: '' }, /ให้ครบ/, null],
  [{ closes: '' }, /ให้ครบ/, null],
  [{ closes: '24:30' }, null, 2],
  [{ closes: '25:00' }, /^เวลาไม่ถูกต้อง/, null],
  [{ closes: '9:60' }, /^เวลาไม่ถูกต้อง/, null],
  [{ opens: '25:70' }, /^เวลาไม่ถูกต้อง/, null],
  [{ opens: 'เก้าโมง', closes: '' }, /^เวลาไม่ถูกต้อง/, null],
  [{ opens: '๐๙:๐๐', closes: '๑๘.๓๐' }, null, null],
  // Tuesday opens at 08:00: Monday's hours may end at that time, but not one minute later.
  [{ closes: '08:00' }, null, 2],
  [{ closes: '08:01' }, /เลยเวลาเปิดของวันถัดไป/, 2],
  [{ closes: '09:00' }, /เลยเวลาเปิดของวันถัดไป/, 2],
  [{ opens: '1800', closes: '200' }, null, 2],
  [{ opens: '', isOpen: false }, null, null],
])('validates the opening hours %j of a day', (change, words, next) => {
  expect(closingWeekday(day(change))).toBe(next)
  const problem = problemOf(day(change), [day(change), day({ weekday: 2, opens: '08:00' })])
  if (words === null) expect(problem).toBeNull()
  else expect(problem).toMatch(words)
})

test('accepts a time of opening hours with and without a colon', () => {
  expect(
    ['9:30', '9.30', '930', '0930', ' 22:00', '24:00', '๐๙:๐๐', '๙๓๐', '๒๕:๗๐', '9', 'เก้าโมง', ''].map(
      formatTime,
    ),
  ).toEqual([
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '22:00',
    '00:00',
    '09:00',
    '09:30',
    '๒๕:๗๐',
    '9',
    'เก้าโมง',
    '',
  ])
})

test('detects opening hours from Saturday night that overlap with Sunday', () => {
  const sunday = { weekday: 0, opens: '20:00', closes: '04:00' }
  const days = [day({ opens: '04:00' }), day(sunday)]
  const written = [
    { weekday: 0, opens_at: 1_200, closes_at: 1_680 },
    { weekday: 1, opens_at: 240, closes_at: 1_080 },
  ]
  expect(openDaysOf({ isAlways: false, days })).toEqual({ days: written })
  expect(openDaysOf({ isAlways: false, days: [day({ opens: '03:59' }), day(sunday)] })).toHaveProperty(
    'problem',
  )
})

test('rejects opening hours for a week without an open day', () => {
  expect(openDaysOf({ isAlways: false, days: [day({ isOpen: false })] })).toEqual({
    problem: 'เลือกวันเปิดอย่างน้อยหนึ่งวัน หรือเลือกเปิดตลอดเวลา',
  })
  expect(openDaysOf({ isAlways: false, days: [day({}), day({ opens: '' })] })).toHaveProperty('problem')
})

test('reports an invalid or missing time of a special day', () => {
  const draft = { day: '2026-04-13', name: 'วันสงกรานต์', isClosed: false, opens: '25:70', closes: '12:00' }
  expect(specialDayOf(draft, [])).toEqual({ problem: expect.stringMatching(/^เวลาไม่ถูกต้อง/) })
  expect(specialDayOf({ ...draft, opens: '' }, [])).toEqual({ problem: expect.stringMatching(/ให้ครบ/) })
  expect(specialDayOf({ ...draft, opens: '๐๙:๐๐' }, [])).toMatchObject({
    special: { opens_at: 540, closes_at: 720 },
  })
})

test("shows no start date for a channel's initial opening hours", () => {
  expect([sinceTexts('2000-01-01'), sinceTexts('2026-01-05')]).toEqual(['ตั้งแต่เริ่มใช้งาน', 'ตั้งแต่ 5 ม.ค. 2569'])
})
