import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GAP, pageNumbers } from './page-numbers.ts'

test.each([
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [1, 11, [1, 2, 3, 4, 5, GAP, 11]],
  [6, 11, [1, GAP, 5, 6, 7, GAP, 11]],
  [11, 11, [1, GAP, 7, 8, 9, 10, 11]],
])('page %d of %d', (page, count, numbers) => {
  expect(pageNumbers(page, count)).toEqual(numbers)
})

test('the row keeps its length, its ends and its order, and holds the present page', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 8, max: 5_000 })
        .chain((count) => fc.tuple(fc.constant(count), fc.integer({ min: 1, max: count }))),
      ([count, page]) => {
        const numbers = pageNumbers(page, count)
        expect(numbers).toHaveLength(7)
        expect(numbers[0]).toBe(1)
        expect(numbers.at(-1)).toBe(count)
        expect(numbers).toContain(page)
        const pages = numbers.filter((number) => number !== GAP)
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b))
      },
    ),
  )
})
