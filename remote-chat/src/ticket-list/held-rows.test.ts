import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dropRow, holdRows, NO_ROWS } from './held-rows.ts'

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))

test('the first answer is taken as it is', () => {
  expect(holdRows(NO_ROWS, ['a', 'b'], false)).toEqual({ ids: ['a', 'b'], arrived: [] })
})

describe('in use', () => {
  test('no row moves, comes or goes; what is new is counted', () => {
    fc.assert(
      fc.property(ids, ids, (before, answer) => {
        fc.pre(before.length > 0)
        const held = holdRows({ ids: before, arrived: [] }, answer, false)
        expect(held.ids).toEqual(before)
        expect(held.arrived).toEqual(answer.filter((id) => !before.includes(id)))
      }),
    )
  })
  test('the same answer again is the same reference', () => {
    const held = holdRows({ ids: ['a'], arrived: [] }, ['b', 'a'], false)
    expect(holdRows(held, ['b', 'a'], false)).toBe(held)
  })
})

test('left alone, the list is the newest answer', () => {
  fc.assert(
    fc.property(ids, ids, (before, answer) => {
      const held = holdRows({ ids: before, arrived: ['x'] }, answer, true)
      expect(held).toEqual({ ids: answer, arrived: [] })
      expect(holdRows(held, answer, true)).toBe(held)
    }),
  )
})

test('a row the person has dealt with goes at once', () => {
  const held = { ids: ['a', 'b'], arrived: ['c'] }
  expect(dropRow(held, 'a')).toEqual({ ids: ['b'], arrived: ['c'] })
  expect(dropRow(held, 'z')).toBe(held)
})
