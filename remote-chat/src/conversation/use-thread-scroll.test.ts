import { expect, test } from 'vitest'
import { isNearBottom, scrollMove } from './use-thread-scroll.ts'

test('follows new messages at the bottom, announces them elsewhere, and keeps the position for older ones', () => {
  const change = { isFirst: false, grewAbove: false, newAtEnd: null, wasFollowing: false } as const
  expect(scrollMove({ ...change, isFirst: true })).toBe('open')
  expect(scrollMove({ ...change, newAtEnd: 'own' })).toBe('follow')
  expect(scrollMove({ ...change, newAtEnd: 'other', wasFollowing: true })).toBe('follow')
  expect(scrollMove({ ...change, newAtEnd: 'other' })).toBe('announce')
  expect(scrollMove({ ...change, grewAbove: true, wasFollowing: true })).toBe('keep')
  expect(scrollMove(change)).toBe('none')
})

test('the bottom zone starts 64 px above the end', () => {
  expect(isNearBottom({ scrollTop: 36, clientHeight: 100, scrollHeight: 200 })).toBe(true)
  expect(isNearBottom({ scrollTop: 35, clientHeight: 100, scrollHeight: 200 })).toBe(false)
})
