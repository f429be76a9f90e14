import { expect, test } from 'vitest'
import { changeOf } from './metric-change.ts'

test.each([
  // For counts, more is better.
  [112, 100, false, { direction: 'up', amount: '12%', isBetter: true }],
  [50, 100, false, { direction: 'down', amount: '50%', isBetter: false }],
  [0, 100, false, { direction: 'down', amount: '100%', isBetter: false }],
  [100, 100, false, { direction: 'same', amount: '', isBetter: true }],
  // A change of less than half a percent is shown as no change.
  [1001, 1000, false, { direction: 'same', amount: '', isBetter: true }],
  [1600, 100, false, { direction: 'up', amount: '15 เท่า', isBetter: true }],
  [5, 0, false, null],
  // For durations, less is better.
  [82, 100, true, { direction: 'down', amount: '18 วิ', isBetter: true }],
  [170, 100, true, { direction: 'up', amount: '1 นาที 10 วิ', isBetter: false }],
  [5, 0, true, { direction: 'up', amount: '5 วิ', isBetter: false }],
  // Compares the rounded values that are displayed: 3:18 with 3:17.
  [197.5, 197.4, true, { direction: 'up', amount: '1 วิ', isBetter: false }],
  [197.6, 198.4, true, { direction: 'same', amount: '', isBetter: true }],
  [null, 100, true, null],
  [100, null, true, null],
] as const)('compares the metric %s with %s of the previous period', (now, before, isDuration, change) => {
  expect(changeOf(now, before, isDuration)).toEqual(change)
})
