import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

const SERVER_START = Date.parse('2026-11-26T10:00:00Z')

/** Simulated real time. The page's monotonic clock may stop, and the device's clock may be wrong. */
let trueTimeMs: number
let sleptMs: number
let deviceIsAhead: number
let clock: ReturnType<typeof createServerClock>

beforeEach(() => {
  trueTimeMs = 0
  sleptMs = 0
  deviceIsAhead = 0
  clock = createServerClock({
    monotonic: () => trueTimeMs - sleptMs,
    device: () => SERVER_START + trueTimeMs + deviceIsAhead,
  })
})

const serverTime = () => SERVER_START + trueTimeMs
const error = () => Math.abs(clock.now() - serverTime())

/** Simulates a request with the given delays in both directions. A Date header has a precision of one second. */
function recordResponse({ there = 20, back = 20, isHeader = false } = {}): void {
  const requestedAt = trueTimeMs - sleptMs
  trueTimeMs += there
  const at = isHeader ? Math.floor(serverTime() / 1_000) * 1_000 : serverTime()
  trueTimeMs += back
  clock.note({ at, requestedAt, precisionMs: isHeader ? 1_000 : 0 })
}

test("the server clock uses the device's clock before the first response", () => {
  expect(clock.now()).toBe(SERVER_START)
  clock.note({ at: Number.NaN, requestedAt: 0 })
  clock.note({ at: Number.NaN, requestedAt: 0, precisionMs: 1_000 })
  expect(clock.now()).toBe(SERVER_START)
})

test.each([-600_000, 600_000, 366 * 86_400_000])(
  "the server clock is correct when the device's clock is wrong by %d ms",
  (ahead) => {
    deviceIsAhead = ahead
    recordResponse({ isHeader: true })
    expect(error()).toBeLessThanOrEqual(520)
  },
)

test("the server clock does not follow a change of the device's clock while the page is open", () => {
  recordResponse()
  deviceIsAhead = -3_600_000
  trueTimeMs += 1_000
  expect(error()).toBeLessThanOrEqual(20)
})

test('the server clock is correct after the first response that follows a sleep with a stopped monotonic clock', () => {
  recordResponse()
  trueTimeMs += 3_600_000
  sleptMs = 3_600_000
  recordResponse()
  expect(error()).toBeLessThanOrEqual(20)
})

test('the estimated server clock follows a change of the real server clock', () => {
  recordResponse()
  const at = serverTime() - 120_000
  clock.note({ at, requestedAt: trueTimeMs })
  expect(clock.now()).toBe(at)
})

test('the server clock stops instead of going back by a small amount', () => {
  recordResponse({ there: 0, back: 1_000 })
  const before = clock.now()
  clock.note({ at: before - 400, requestedAt: trueTimeMs })
  expect(clock.now()).toBe(before)
  trueTimeMs += 399
  expect(clock.now()).toBe(before)
  trueTimeMs += 2
  expect(clock.now()).toBe(before + 1)
})

describe('a Date header', () => {
  test('a Date header is ignored while the socket sends the time, because a proxy may use another clock', () => {
    recordResponse()
    clock.note({ at: serverTime() + 30_000, requestedAt: trueTimeMs, precisionMs: 1_000 })
    expect(error()).toBeLessThanOrEqual(20)
    trueTimeMs += 61_000
    clock.note({ at: serverTime() + 30_000, requestedAt: trueTimeMs, precisionMs: 1_000 })
    expect(error()).toBeGreaterThan(29_000)
  })

  test('the Date header of a fast response corrects the time from a slow response', () => {
    recordResponse({ there: 0, back: 20_000, isHeader: true })
    recordResponse({ isHeader: true })
    expect(error()).toBeLessThanOrEqual(1_040)
  })
})

test('the server clock never goes back by itself, and its error is at most the duration of the fastest request', () => {
  const exchange = fc.record({ there: fc.nat(2_000), back: fc.nat(2_000), pause: fc.nat(100_000) })
  const exchanges = fc.array(exchange, { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.boolean(), exchanges, (isHeader, all) => {
      trueTimeMs = 0
      clock = createServerClock({ monotonic: () => trueTimeMs, device: () => SERVER_START })
      let before = 0
      for (const { pause, ...times } of all) {
        recordResponse({ ...times, isHeader })
        const present = clock.now()
        expect(present).toBeGreaterThanOrEqual(before)
        before = present
        trueTimeMs += pause
      }
      // After 5 s, a clock that was ahead and has stopped shows the real time again.
      trueTimeMs += 5_000
      const quickest = Math.min(...all.map(({ there, back }) => there + back))
      expect(error()).toBeLessThanOrEqual(quickest + (isHeader ? 1_000 : 0) + 1)
    }),
  )
})
