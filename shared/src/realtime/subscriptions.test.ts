import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsToSubscribe, Subscriptions } from './subscriptions.ts'

test('a ticket subscription stays active until every subscriber has unsubscribed', () => {
  const subscriptions = new Subscriptions()
  subscriptions.add('a', 'row')
  subscriptions.add('a', 'open')
  subscriptions.remove('a', 'row')
  expect([...subscriptions.active()]).toEqual(['a'])
  subscriptions.remove('a', 'open')
  subscriptions.remove('a', 'open')
  expect(subscriptions.active().size).toBe(0)
})

test('at most 15 ticket subscriptions are active, always including the open conversation', () => {
  fc.assert(
    fc.property(fc.nat(30), (index) => {
      const subscriptions = new Subscriptions()
      for (let row = 0; row < 30; row += 1) {
        if (row === index) subscriptions.add('open', 'open')
        subscriptions.add(`row ${row}`, 'row')
      }
      if (index === 30) subscriptions.add('open', 'open')
      const active = subscriptions.active()
      expect(active.size).toBe(15)
      expect(active.has('open')).toBe(true)
    }),
  )
})

test('active ticket subscriptions include the upper rows of a long list, even with an open conversation', () => {
  const rows = Array.from({ length: 20 }, (_, row) => `row ${row}`)
  const subscriptions = new Subscriptions()
  for (const row of rowsToSubscribe(rows)) subscriptions.add(row, 'row')
  expect([...subscriptions.active()]).toEqual(rows.slice(0, 15))
  subscriptions.add('open', 'open')
  expect([...subscriptions.active()]).toEqual(['open', ...rows.slice(0, 14)])
})

test('ticket subscriptions send only changes, with removed tickets first, and everything again on a new socket', () => {
  const subscriptions = new Subscriptions()
  const frames = () => subscriptions.takeFrames().map(({ type, ...rest }) => [type, ...Object.values(rest)])
  subscriptions.add('a', 'row')
  subscriptions.add('b', 'row')
  frames()
  subscriptions.add('c', 'open')
  subscriptions.remove('a', 'row')
  expect(frames()).toEqual([
    ['unsubscribe_ticket', 'a'],
    ['subscribe_ticket', 'c'],
    ['viewing', 'c'],
  ])
  expect(frames()).toEqual([])
  subscriptions.reset()
  expect(frames()).toEqual([
    ['subscribe_ticket', 'c'],
    ['subscribe_ticket', 'b'],
    ['viewing', 'c'],
  ])
})
