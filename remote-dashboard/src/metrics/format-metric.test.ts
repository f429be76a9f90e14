import { expect, test } from 'vitest'
import { durationParts, formatCell, percentages } from './format-metric.ts'

test.each([
  [
    [58, 52, 47, 23, 20],
    [29, 26, 24, 12, 10],
  ],
  [
    [1, 1, 1],
    [33, 33, 33],
  ],
  // The same counts have the same percentages.
  [
    [34, 34, 82],
    [23, 23, 55],
  ],
  [[200], [100]],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])('converts the counts %j to %j percent', (counts, percents) => {
  expect(percentages(counts)).toEqual(percents)
})

test.each([
  [197.5, '03:18', '3 นาที 18 วิ'],
  [197.49, '03:17', '3 นาที 17 วิ'],
  [3_599.5, '1:00:00', '1 ชม.'],
])('shows an average of %s s with the same precision in a table and on a card', (secs, cell, words) => {
  expect(formatCell(secs)).toBe(cell)
  expect(
    durationParts(secs)
      .map(({ number, unit }) => `${number} ${unit}`)
      .join(' '),
  ).toBe(words)
})
