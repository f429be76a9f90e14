import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settleRows } from './stable-rows.ts'

const ids = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'))
const isNew = (id: string) => id > 'c'

test('the list shows the first response unchanged', () => {
  expect(settleRows([], ['a', 'b'], { idle: false, space: 20, isNew })).toEqual(['a', 'b'])
})

describe('list in use', () => {
  test('a list in use keeps all rows in their positions', () => {
    fc.assert(
      fc.property(ids, ids, fc.nat({ max: 8 }), (rows, fetched, space) => {
        fc.pre(rows.length > 0)
        const after = settleRows(rows, fetched, { idle: false, space, isNew })
        expect(after.slice(0, rows.length)).toEqual(rows)
        expect(after.length).toBeLessThanOrEqual(Math.max(rows.length, space))
        expect(after.slice(rows.length).filter((id) => isNew(id) || !fetched.includes(id))).toEqual([])
      }),
    )
  })
  test('a list in use appends rows from the next page, but not new tickets', () => {
    expect(settleRows(['b'], ['f', 'a', 'b'], { idle: false, space: 2, isNew })).toEqual(['b', 'a'])
  })
})

test('an idle list shows the newest response and keeps the reference when nothing changes', () => {
  fc.assert(
    fc.property(ids, ids, (rows, fetched) => {
      const after = settleRows(rows, fetched, { idle: true, space: 20, isNew })
      expect(after).toEqual(fetched)
      expect(settleRows(after, [...fetched], { idle: true, space: 20, isNew })).toBe(after)
    }),
  )
})
