import { expect, test } from 'vitest'
import { percentages } from './format.ts'

test.each([
  [
    [58, 52, 47, 23, 20],
    [29, 26, 24, 11, 10],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [[200], [100]],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])('%j are %j percent', (counts, percents) => {
  expect(percentages(counts)).toEqual(percents)
})
