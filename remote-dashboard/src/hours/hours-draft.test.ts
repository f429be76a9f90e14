import { expect, test } from 'vitest'
import { type DayDraft, draftOf, openDaysOf, problemOf } from './hours-draft.ts'

const day = (change: Partial<DayDraft>): DayDraft => ({
  weekday: 1,
  isOpen: true,
  opens: '09:00',
  closes: '18:00',
  ...change,
})

test('what is kept is what is written', () => {
  const days = [
    { weekday: 0, opens_at: 0, closes_at: 1_440 },
    { weekday: 3, opens_at: 575, closes_at: 1_080 },
  ]
  const draft = draftOf(days)
  expect(draft.days.map(({ weekday, isOpen }) => [weekday, isOpen])).toEqual([
    [1, false],
    [2, false],
    [3, true],
    [4, false],
    [5, false],
    [6, false],
    [0, true],
  ])
  expect(draft.days.at(-1)).toMatchObject({ opens: '00:00', closes: '00:00' })
  expect(openDaysOf(draft)).toEqual({ days })
})

test('always is always, with a usual week behind it', () => {
  expect(openDaysOf(draftOf(null))).toEqual({ days: null })
  expect(openDaysOf({ ...draftOf(null), isAlways: false })).toEqual({
    days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens_at: 540, closes_at: 1_080 })),
  })
})

test.each([
  [{}, null],
  [{ closes: '00:00' }, null],
  [{ opens: '' }, /ให้ครบ/],
  [{ closes: '' }, /ให้ครบ/],
  [{ closes: '09:00' }, /หลังเวลาเปิด/],
  [{ opens: '18:00', closes: '02:00' }, /หลังเวลาเปิด/],
  [{ opens: '', isOpen: false }, null],
])('%j', (change, words) => {
  const problem = problemOf(day(change))
  if (words === null) expect(problem).toBeNull()
  else expect(problem).toMatch(words)
})

test('no day at all is no week', () => {
  expect(openDaysOf({ isAlways: false, days: [day({ isOpen: false })] })).toEqual({
    problem: 'เลือกวันเปิดอย่างน้อยหนึ่งวัน หรือเลือกเปิดตลอดเวลา',
  })
  expect(openDaysOf({ isAlways: false, days: [day({}), day({ opens: '' })] })).toHaveProperty('problem')
})
