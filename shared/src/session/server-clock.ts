const HEADER_PRECISION_MS = 1_000
/** Time in ms after a socket message in which Date headers are ignored, because a proxy may write them. */
const PRECISE_FOR_MS = 60_000
/** Correction in ms up to which the clock stops until it is right. A larger correction sets the clock back. */
const MAX_STOP_MS = 5_000

export interface ServerTimeSample {
  /** Server time in ms since 1970. */
  at: number
  /** Times of request and response by `performance.now()`. Default of `receivedAt`: now. */
  requestedAt: number
  receivedAt?: number
  /** Maximum time in ms by which the real time may be later than `at`. */
  precisionMs?: number
}

interface ClockParts {
  monotonic: () => number
  device: () => number
}

/**
 * Estimates the server's clock. The server writes the time into a response between request and arrival, so each
 * response limits the difference to the page's monotonic clock to a range, and all ranges are intersected. A
 * contradicting range replaces the others, because the monotonic clock stops during sleep and the server's clock may be
 * changed. Before the first response the device's clock is used.
 */
export function createServerClock({ monotonic, device }: ClockParts) {
  let low = Number.NEGATIVE_INFINITY
  let high = Number.POSITIVE_INFINITY
  let offset: number | null = null
  let preciseAt = Number.NEGATIVE_INFINITY
  let last = 0

  function now(): number {
    if (offset === null) return device()
    const present = Math.floor(monotonic() + offset)
    if (present > last || last - present > MAX_STOP_MS) last = present
    return last
  }

  function note({ at, requestedAt, receivedAt = monotonic(), precisionMs = 0 }: ServerTimeSample): void {
    const [from, to] = [at - receivedAt, at + precisionMs - requestedAt]
    // `!(from <= to)` also rejects NaN, unlike `from > to`.
    if (!(from <= to)) return
    if (precisionMs === 0) preciseAt = receivedAt
    else if (receivedAt - preciseAt < PRECISE_FOR_MS) return
    const contradicts = from > high || to < low
    low = contradicts ? from : Math.max(low, from)
    high = contradicts ? to : Math.min(high, to)
    offset = offset === null ? (low + high) / 2 : Math.min(high, Math.max(low, offset))
  }

  return { now, note }
}

const clock = createServerClock({ monotonic: () => performance.now(), device: () => Date.now() })

/**
 * Server time in ms since 1970. Use it for waiting times, ages, days and stored times, because a device's clock may be
 * wrong or change while the page is open. For timeouts and throttling, use `performance.now()`.
 */
export const serverNow = clock.now

export const recordServerTime = clock.note

/** True unless the response comes from a login page of a public network or a proxy, which redirect or send HTML. */
function isFromDesk({ headers, redirected, status }: Response): boolean {
  return /^application\/json\b/i.test(headers.get('Content-Type') ?? '') && !redirected && status < 500
}

/** Sets the server clock from a response of our server. Ignores responses of proxies and cached responses. */
export function recordResponseTime(response: Response, requestedAt: number, receivedAt?: number): void {
  const { headers } = response
  const at = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(at) || headers.has('Age') || !isFromDesk(response)) return
  recordServerTime({
    at,
    requestedAt,
    precisionMs: HEADER_PRECISION_MS,
    ...(receivedAt === undefined ? {} : { receivedAt }),
  })
}

/** Converts a time of the device's clock, such as React Query's `dataUpdatedAt`, to server time. 0 remains 0. */
export function serverTimeOf(deviceMoment: number): number {
  return deviceMoment === 0 ? 0 : serverNow() - (Date.now() - deviceMoment)
}
