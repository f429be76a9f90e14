import { afterEach, expect, test } from 'vitest'
import { type ClaimCapacity, ClaimLoop, type ClaimLoopOptions } from './job-claim-loop.ts'

interface Row {
  id: number
  channel: string
}

const HOUR = 3_600_000
const loops: ClaimLoop<Row>[] = []
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop(0)
})

/** Returns claim loop options, the queued rows, the recorded claims, and a function that ends the work on a row. */
function world(options: Partial<ClaimLoopOptions<Row>> = {}) {
  const waiting: Row[] = []
  const capacities: ClaimCapacity[] = []
  const begun: number[] = []
  const ends = new Map<number, PromiseWithResolvers<number | undefined>>()
  const errors: unknown[] = []
  const all: ClaimLoopOptions<Row> = {
    pollMs: HOUR,
    concurrency: 3,
    concurrencyPerChannel: 2,
    takeOver: async () => {},
    claim: async (capacity) => {
      capacities.push(capacity)
      return waiting.splice(0, capacity.total)
    },
    channelOf: ({ channel }) => channel,
    work: ({ id }) => {
      begun.push(id)
      const end = Promise.withResolvers<number | undefined>()
      ends.set(id, end)
      return end.promise
    },
    onClaimError: (error) => errors.push(error),
    onWorkError: (error) => errors.push(error),
    ...options,
  }
  const start = () => {
    const loop = new ClaimLoop(all)
    loops.push(loop)
    return loop
  }
  const done = (id: number, dueInMs?: number) => ends.get(id)?.resolve(dueInMs)
  return { waiting, capacities, begun, errors, ends, start, done }
}

const rows = (channel: string, ...ids: number[]) => ids.map((id) => ({ id, channel }))

test('the loop claims rows up to the concurrency limit, and the next row when the work on one ends', async () => {
  const { waiting, capacities, begun, start, done } = world()
  waiting.push(...rows('a', 1, 2, 3, 4))
  start()
  await expect.poll(() => begun).toEqual([1, 2, 3])
  expect(capacities).toEqual([{ total: 3, perChannel: 2, inUse: new Map() }])
  done(2)
  await expect.poll(() => begun).toEqual([1, 2, 3, 4])
  expect(capacities.at(-1)).toEqual({ total: 1, perChannel: 2, inUse: new Map([['a', 2]]) })
})

test('any number of wake() calls during a claim causes exactly one more claim', async () => {
  const looks: PromiseWithResolvers<Row[]>[] = []
  const { start } = world({
    claim: () => {
      const check = Promise.withResolvers<Row[]>()
      looks.push(check)
      return check.promise
    },
  })
  const loop = start()
  await expect.poll(() => looks).toHaveLength(1)
  for (let count = 0; count < 5; count += 1) loop.wake()
  looks[0]?.resolve([])
  await expect.poll(() => looks).toHaveLength(2)
  looks[1]?.resolve([])
  await loop.drain(async () => true)
  expect(looks).toHaveLength(2)
})

test('the loop claims a row that becomes due before the next poll', async () => {
  const { waiting, begun, start, done } = world()
  waiting.push(...rows('a', 1))
  start()
  await expect.poll(() => begun).toEqual([1])
  // Queues row 2 only after the claim that follows the end of the work on row 1.
  done(1, 30)
  setImmediate(() => setImmediate(() => waiting.push(...rows('a', 2))))
  await expect.poll(() => begun).toEqual([1, 2])
})

test('the loop claims rows by polling, without being woken', async () => {
  const { waiting, begun, capacities, start } = world({ pollMs: 5 })
  start()
  await expect.poll(() => capacities.length).toBeGreaterThan(2)
  waiting.push(...rows('a', 1))
  await expect.poll(() => begun).toEqual([1])
})

test('retries the takeover of rows left behind until it succeeds, and claims nothing before that', async () => {
  let tries = 0
  const { capacities, errors, waiting, begun, start } = world({
    pollMs: 5,
    takeOver: async () => {
      tries += 1
      if (tries < 3) throw new Error('away')
      expect(capacities).toEqual([])
    },
  })
  waiting.push(...rows('a', 1))
  start()
  await expect.poll(() => begun).toEqual([1])
  expect(errors).toHaveLength(2)
  await expect.poll(() => capacities.length).toBeGreaterThan(2)
  expect(tries).toBe(3)
})

test('the loop reports the claim whose work failed, and frees its slot', async () => {
  const failed: Row[] = []
  const { waiting, begun, ends, start } = world({
    concurrency: 1,
    onWorkError: (_, claim) => failed.push(claim),
  })
  waiting.push(...rows('a', 1, 2))
  start()
  await expect.poll(() => begun).toEqual([1])
  ends.get(1)?.reject(new Error('broke off'))
  await expect.poll(() => begun).toEqual([1, 2])
  expect(failed).toEqual(rows('a', 1))
})

test('stop() aborts work in progress, waits for its end and claims nothing more', async () => {
  const signals: AbortSignal[] = []
  const end = Promise.withResolvers<undefined>()
  const { waiting, capacities, start } = world({
    work: (_, signal) => {
      signals.push(signal)
      return end.promise
    },
  })
  waiting.push(...rows('a', 1))
  const loop = start()
  await expect.poll(() => signals).toHaveLength(1)
  let isStopped = false
  const stopped = loop.stop(HOUR).then(() => {
    isStopped = true
  })
  expect(signals[0]?.aborted).toBe(true)
  await new Promise((resume) => setImmediate(resume))
  expect(isStopped).toBe(false)
  waiting.push(...rows('a', 2))
  end.resolve(undefined)
  await stopped
  loop.wake()
  await new Promise((resume) => setImmediate(resume))
  expect(capacities).toHaveLength(1)
})

test('stop() resolves after the timeout even when work is still in progress', async () => {
  const { waiting, begun, start } = world()
  waiting.push(...rows('a', 1))
  const loop = start()
  await expect.poll(() => begun).toEqual([1])
  await loop.stop(1)
})

test('stop() resolves after the timeout even during a claim, and rows claimed afterwards are not processed', async () => {
  const check = Promise.withResolvers<Row[]>()
  const { begun, errors, start } = world({ claim: () => check.promise })
  const loop = start()
  await loop.stop(1)
  check.resolve(rows('a', 1))
  await new Promise((resume) => setImmediate(resume))
  expect({ begun, errors }).toEqual({ begun: [], errors: [] })
})

test('processes rows whose claim was in progress when stop() was called', async () => {
  const check = Promise.withResolvers<Row[]>()
  const { begun, start, done } = world({ claim: () => check.promise })
  const stopped = start().stop(HOUR)
  check.resolve(rows('a', 1))
  await expect.poll(() => begun).toEqual([1])
  done(1)
  await stopped
})
