import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settleRows } from './stable-rows.ts'

const ids = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'))
const isNew = (id: string) => id > 'c'

test('the first answer is taken as it is', () => {
  expect(settleRows([], ['a', 'b'], { idle: false, room: 20, isNew })).toEqual(['a', 'b'])
})

describe('in use', () => {
  test('no row moves, comes between or goes', () => {
    fc.assert(
      fc.property(ids, ids, fc.nat({ max: 8 }), (rows, answer, room) => {
        fc.pre(rows.length > 0)
        const after = settleRows(rows, answer, { idle: false, room, isNew })
        expect(after.slice(0, rows.length)).toEqual(rows)
        expect(after.length).toBeLessThanOrEqual(Math.max(rows.length, room))
        expect(after.slice(rows.length).filter((id) => isNew(id) || !answer.includes(id))).toEqual([])
      }),
    )
  })
  test('what moves up from the next page comes in below; what is new waits', () => {
    expect(settleRows(['b'], ['f', 'a', 'b'], { idle: false, room: 2, isNew })).toEqual(['b', 'a'])
  })
})

test('left alone, the list is the newest answer, and the same again is the same reference', () => {
  fc.assert(
    fc.property(ids, ids, (rows, answer) => {
      const after = settleRows(rows, answer, { idle: true, room: 20, isNew })
      expect(after).toEqual(answer)
      expect(settleRows(after, [...answer], { idle: true, room: 20, isNew })).toBe(after)
    }),
  )
})
