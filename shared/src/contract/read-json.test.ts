import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { anyMoment } from '../testing/arbitraries.ts'
import { asFlag, asMoment, firstText, listOf, pageOf } from './read-json.ts'

describe('moments', () => {
  test.each([
    ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00+07:00', '2026-11-21T02:00:00.000Z'],
    ['2026-11-21T09:00:00', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00.123456', '2026-11-21T09:00:00.123Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21 09:00:00', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21 16:00:00+07', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T16:00:00.5+0700', '2026-11-21T09:00:00.500Z'],
    [1_795_251_600_000, '2026-11-21T09:00:00.000Z'],
  ])('%s is read', (value, moment) => {
    expect(asMoment(value)).toBe(moment)
  })
  test.each([null, undefined, '', 'soon', {}, Number.NaN, Number.POSITIVE_INFINITY, 9e15])(
    '%s is none',
    (value) => {
      expect(asMoment(value)).toBeNull()
    },
  )
  test('a canonical moment stays as it is', () => {
    fc.assert(fc.property(anyMoment, (moment) => asMoment(moment) === moment))
  })
})

test.each([true, 1, '1', 'true'])('%s means yes', (value) => expect(asFlag(value)).toBe(true))
test.each([false, 0, '0', 'false', null, undefined, '', {}, 2])('%s means no', (value) =>
  expect(asFlag(value)).toBe(false),
)

test('the first field with something to say', () => {
  expect(firstText({ a: '', b: null, c: 7, d: 'x' }, 'a', 'b', 'c', 'd')).toBe('7')
  expect(firstText({ a: '' }, 'a', 'b')).toBeUndefined()
})

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
