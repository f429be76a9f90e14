import { expect, test } from 'vitest'
import { OutageProbes } from './outage-probes.ts'

test('during a LINE outage, one item per channel is retried every 10 s, and is replaced after 45 s of silence', () => {
  let now = 0
  const probes = new OutageProbes(() => now)
  expect(probes.pauseFor('main', 'a', 60_000)).toBe(10_000)
  expect(probes.pauseFor('main', 'b', 60_000)).toBe(60_000)
  expect(probes.pauseFor('other', 'c', 60_000)).toBe(10_000)
  now = 45_000
  expect(probes.pauseFor('main', 'b', 60_000)).toBe(10_000)
})

test('a pause of a channel keeps its outage probe, and is not ended by a shorter pause', () => {
  let now = 0
  const probes = new OutageProbes(() => now)
  probes.rest('main', 120_000)
  probes.rest('main', 30_000)
  expect(probes.pauseFor('main', 'a', 130_000)).toBe(120_000)
  now = 119_999
  expect(probes.resting()).toEqual(['main'])
  expect(probes.pauseFor('main', 'b', 60_000)).toBe(60_000)
  now = 120_000
  expect(probes.resting()).toEqual([])
  expect(probes.pauseFor('main', 'a', 60_000)).toBe(10_000)
  probes.rest('main', 120_000)
  probes.endRest('main')
  expect(probes.resting()).toEqual([])
})
