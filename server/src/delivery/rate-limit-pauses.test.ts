import { expect, test } from 'vitest'
import { ChannelPauses } from './rate-limit-pauses.ts'

test('the backoff of a channel continues when staff end pauses and LINE refuses again, and resets on acceptance', () => {
  let now = 0
  const pauses = new ChannelPauses([1_000, 2_000, 5_000], () => now)
  const refusals = [1, 2, 3, 4].map(() => {
    now += 100
    const pause = pauses.throttled('main', 0)
    expect(pauses.resting()).toEqual(['main'])
    pauses.end('main')
    expect(pauses.resting()).toEqual([])
    return pause
  })
  expect(refusals).toEqual([1_000, 2_000, 5_000, 5_000])
  pauses.accepted('main')
  expect(pauses.throttled('main', 0)).toBe(1_000)
})
