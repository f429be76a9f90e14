import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { listOf, pageOf } from './response-parts.ts'

describe('lists in responses', () => {
  const numbers = listOf(z.number())
  test.each([
    ['a bare array', [1, 2]],
    ['the field items', { items: [1, 2] }],
    ['the field data', { data: [1, 2] }],
    ['the field results', { results: [1, 2] }],
    ['a list with items that are not numbers', { items: [1, 'x', null, 2] }],
    ['an empty list in the specified field', { items: [] }],
  ])('reads a list in the format: %s', (_, value) =>
    expect(pageOf(z.number()).parse(value).items).toEqual(JSON.stringify(value).includes('1') ? [1, 2] : []),
  )
  test.each([null, undefined, '', 5, {}, [], { data: [] }, { items: 'x' }, { items: ['x', null] }])(
    'rejects the list %j',
    (value) => expect(pageOf(z.number()).safeParse(value).success).toBe(false),
  )
  test('a list leaves out invalid items', () => expect(numbers.parse(['x', 1])).toEqual([1]))
  test('a page without a total uses the number of items as the total', () => {
    expect(pageOf(z.number()).parse([1, 2])).toEqual({ items: [1, 2], total: 2 })
    expect(pageOf(z.number()).parse({ items: [1], total: 214 })).toEqual({ items: [1], total: 214 })
  })
})
