import { expect, test } from 'vitest'
import { validityState, validityTexts } from './validity.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const period = (valid_from: string | null, valid_until: string | null) => ({ valid_from, valid_until })

test.each([
  [null, null, 'always'],
  ['2026-11-25T12:00:00Z', null, 'valid'],
  ['2026-11-25T12:00:00.001Z', null, 'not-begun'],
  [null, '2026-11-25T12:00:00.001Z', 'valid'],
  [null, '2026-11-25T12:00:00Z', 'over'],
  ['2026-12-01T00:00:00Z', '2026-12-31T00:00:00Z', 'not-begun'],
] as const)('classifies a period from %s until %s as %s', (from, until, state) => {
  expect(validityState(period(from, until), NOW)).toBe(state)
})

test.each([
  [null, null, 'ตลอด'],
  ['2026-11-30T17:00:00.000Z', null, 'ตั้งแต่ 1 ธ.ค. 2569'],
  [null, '2026-12-31T16:59:59.999Z', 'ถึง 31 ธ.ค. 2569'],
  ['2026-11-30T17:00:00Z', '2026-12-31T16:59:59.999Z', '1 ธ.ค. 2569 – 31 ธ.ค. 2569'],
  ['2026-11-30T17:00:00Z', '2026-12-01T16:59:59.999Z', '1 ธ.ค. 2569'],
  [null, '2026-12-31T05:30:00Z', 'ถึง 31 ธ.ค. 2569 12:30 น.'],
])('formats a period from %s until %s as %s', (from, until, words) => {
  expect(validityTexts(period(from, until))).toBe(words)
})
