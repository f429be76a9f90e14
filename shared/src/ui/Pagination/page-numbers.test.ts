import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEW_SLOTS, GAP, pageNumbers, SLOTS } from './page-numbers.ts'

test.each([
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [1, 11, [1, 2, 3, 4, 5, GAP, 11]],
  [6, 11, [1, GAP, 5, 6, 7, GAP, 11]],
  [11, 11, [1, GAP, 7, 8, 9, 10, 11]],
])('page %d of %d', (page, count, numbers) => {
  expect(pageNumbers(page, count)).toEqual(numbers)
})

test.each([
  [1, 6, [1, 2, 3, GAP, 6]],
  [3, 6, [1, GAP, 3, GAP, 6]],
  [5, 6, [1, GAP, 4, 5, 6]],
  [5, 5, [1, 2, 3, 4, 5]],
])('page %d of %d in five slots', (page, count, numbers) => {
  expect(pageNumbers(page, count, FEW_SLOTS)).toEqual(numbers)
})

test('the row keeps its length, its ends and its order, and holds the present page', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 8, max: 5_000 })
        .chain((count) => fc.tuple(fc.constant(count), fc.integer({ min: 1, max: count }))),
      fc.constantFrom(SLOTS, FEW_SLOTS),
      ([count, page], slots) => {
        const numbers = pageNumbers(page, count, slots)
        expect(numbers).toHaveLength(slots)
        expect(numbers[0]).toBe(1)
        expect(numbers.at(-1)).toBe(count)
        expect(numbers).toContain(page)
        const pages = numbers.filter((number) => number !== GAP)
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b))
      },
    ),
  )
})
