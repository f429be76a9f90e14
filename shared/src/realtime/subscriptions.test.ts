import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsToAsk, Subscriptions, subscriptionChanges } from './subscriptions.ts'

test('counted: who asked twice must leave twice', () => {
  const subscriptions = new Subscriptions()
  subscriptions.add('a', 'row')
  subscriptions.add('a', 'open')
  subscriptions.remove('a', 'row')
  expect([...subscriptions.active()]).toEqual(['a'])
  subscriptions.remove('a', 'open')
  subscriptions.remove('a', 'open')
  expect(subscriptions.active().size).toBe(0)
})

test('at most 15, and the open conversation is among them whenever it was asked for', () => {
  fc.assert(
    fc.property(fc.nat(30), (place) => {
      const subscriptions = new Subscriptions()
      for (let row = 0; row < 30; row += 1) {
        if (row === place) subscriptions.add('open', 'open')
        subscriptions.add(`row ${row}`, 'row')
      }
      if (place === 30) subscriptions.add('open', 'open')
      const active = subscriptions.active()
      expect(active.size).toBe(15)
      expect(active.has('open')).toBe(true)
    }),
  )
})

test('of a long list the upper rows are heard, also beside an open conversation', () => {
  const rows = Array.from({ length: 20 }, (_, row) => `row ${row}`)
  const subscriptions = new Subscriptions()
  for (const row of rowsToAsk(rows)) subscriptions.add(row, 'row')
  expect([...subscriptions.active()]).toEqual(rows.slice(0, 15))
  subscriptions.add('open', 'open')
  expect([...subscriptions.active()]).toEqual(['open', ...rows.slice(0, 14)])
})

test('only differences are said', () => {
  expect(subscriptionChanges(new Set(['a', 'b']), new Set(['b', 'c']))).toEqual({ end: ['a'], begin: ['c'] })
})
