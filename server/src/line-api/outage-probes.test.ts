import { expect, test } from 'vitest'
import { OutageProbes } from './outage-probes.ts'

test('one item of a channel probes LINE every 10 s, and is replaced after 45 s of silence', () => {
  let now = 0
  const probes = new OutageProbes(() => now)
  expect(probes.pauseFor('main', 'a', 60_000)).toBe(10_000)
  expect(probes.pauseFor('main', 'b', 60_000)).toBe(60_000)
  expect(probes.pauseFor('other', 'c', 60_000)).toBe(10_000)
  now = 45_000
  expect(probes.pauseFor('main', 'b', 60_000)).toBe(10_000)
})

test('the probe remains during a pause of the channel, which a shorter pause does not end', () => {
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
