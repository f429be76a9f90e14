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
  ])('%s', (_, value) => expect(numbers.parse(value)).toEqual([1, 2]))
  test.each([null, undefined, '', 5, {}, { items: 'x' }])('%s is an empty one', (value) =>
    expect(numbers.parse(value)).toEqual([]),
  )
  test('a page without a total is its own length', () => {
    expect(pageOf(z.number()).parse([1, 2])).toEqual({ items: [1, 2], total: 2 })
    expect(pageOf(z.number()).parse({ items: [1], total: 214 })).toEqual({ items: [1], total: 214 })
  })
})
