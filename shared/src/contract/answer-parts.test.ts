import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { listOf, pageOf } from './answer-parts.ts'

describe('lists', () => {
  const numbers = listOf(z.number())
  test.each([
    ['bare', [1, 2]],
    ['items', { items: [1, 2] }],
    ['data', { data: [1, 2] }],
    ['results', { results: [1, 2] }],
    ['with things that are no numbers', { items: [1, 'x', null, 2] }],
    ['empty, in the specified field', { items: [] }],
  ])('%s', (_, value) =>
    expect(pageOf(z.number()).parse(value).items).toEqual(JSON.stringify(value).includes('1') ? [1, 2] : []),
  )
  test.each([null, undefined, '', 5, {}, [], { data: [] }, { items: 'x' }, { items: ['x', null] }])(
    '%j is not a list',
    (value) => expect(pageOf(z.number()).safeParse(value).success).toBe(false),
  )
  test('leaves out invalid items', () => expect(numbers.parse(['x', 1])).toEqual([1]))
  test('uses the number of items as total when the total is missing', () => {
    expect(pageOf(z.number()).parse([1, 2])).toEqual({ items: [1, 2], total: 2 })
    expect(pageOf(z.number()).parse({ items: [1], total: 214 })).toEqual({ items: [1], total: 214 })
  })
})
