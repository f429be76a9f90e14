import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyMoment } from '../testing/arbitraries.ts'
import { asFlag, asMoment, firstText } from './raw-json.ts'

describe('times in JSON', () => {
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
  ])('reads the time %s', (value, moment) => {
    expect(asMoment(value)).toBe(moment)
  })
  test.each([null, undefined, '', 'soon', {}, Number.NaN, Number.POSITIVE_INFINITY, 9e15])(
    'does not read %s as a time',
    (value) => {
      expect(asMoment(value)).toBeNull()
    },
  )
  test('leaves a time in UTC with milliseconds unchanged', () => {
    fc.assert(fc.property(anyMoment, (moment) => asMoment(moment) === moment))
  })
})

test.each([true, 1, '1', 'true'])('reads the JSON value %s as true', (value) =>
  expect(asFlag(value)).toBe(true),
)
test.each([false, 0, '0', 'false', null, undefined, '', {}, 2])('reads the JSON value %s as false', (value) =>
  expect(asFlag(value)).toBe(false),
)

test('the first field with a non-empty text is returned', () => {
  expect(firstText({ a: '', b: null, c: 7, d: 'x' }, 'a', 'b', 'c', 'd')).toBe('7')
  expect(firstText({ a: '' }, 'a', 'b')).toBeUndefined()
})
