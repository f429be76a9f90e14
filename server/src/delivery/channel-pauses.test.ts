import { expect, test } from 'vitest'
import { ChannelPauses } from './channel-pauses.ts'

test('continues the backoff when staff end each pause and LINE refuses again, and resets it after an accepted call', () => {
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
