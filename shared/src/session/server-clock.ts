/** Resolution of the Date header of a response. */
const HEADER_PRECISION_MS = 1_000
/** A proxy may set the Date header by its own clock, so headers are ignored while the socket sends the server's time. */
const PRECISE_FOR_MS = 60_000
/** A correction that is smaller than this stops the clock until time catches up; a larger one sets it back. */
const MAX_HOLD_MS = 5_000

export interface ServerTimeSample {
  /** The server's time in the response, ms since 1970. */
  at: number
  /** When the request was sent, in ms of `performance.now()`. */
  askedAt: number
  /** When its response arrived. Default: now. */
  heardAt?: number
  /** The real time may be up to this much later than `at`. Default 0. */
  precisionMs?: number
}

/** Time sources; both in ms. */
interface ClockParts {
  monotonic: () => number
  device: () => number
}

/**
 * The server's clock, estimated from its responses. Each response bounds the difference between the server's clock and this page's
 * monotonic clock: the server wrote its time after the request was sent and before the response arrived. The bounds are intersected; a
 * contradicting one replaces them, since the monotonic clock stops during sleep and the server's may be set. Before the first response it
 * is the device's clock.
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
    if (present > last || last - present > MAX_HOLD_MS) last = present
    return last
  }

  function note({ at, askedAt, heardAt = monotonic(), precisionMs = 0 }: ServerTimeSample): void {
    const [from, to] = [at - heardAt, at + precisionMs - askedAt]
    // Also when a time is NaN.
    if (!(from <= to)) return
    if (precisionMs === 0) preciseAt = heardAt
    else if (heardAt - preciseAt < PRECISE_FOR_MS) return
    const contradicts = from > high || to < low
    low = contradicts ? from : Math.max(low, from)
    high = contradicts ? to : Math.min(high, to)
    offset = offset === null ? (low + high) / 2 : Math.min(high, Math.max(low, offset))
  }

  return { now, note }
}

const clock = createServerClock({ monotonic: () => performance.now(), device: () => Date.now() })

/**
 * The current time by the server's clock, ms since 1970: for every wait, age, validity, day and stored moment. A device's clock may be
 * wrong, or be set while the page is open. For timeouts and throttles use `performance.now()`.
 */
export const serverNow = clock.now

/** Adds a sample of the server's time. */
export const noteServerTime = clock.note

/** The desk responds to its calls with JSON and never redirects them; sign-in pages of networks and errors of proxies differ. */
function isFromDesk({ headers, redirected, status }: Response): boolean {
  return /^application\/json\b/i.test(headers.get('Content-Type') ?? '') && !redirected && status < 500
}

/** Adds the Date header of a response of the desk; other responses and cached ones are ignored. */
export function noteResponseTime(response: Response, askedAt: number, heardAt?: number): void {
  const { headers } = response
  const at = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(at) || headers.has('Age') || !isFromDesk(response)) return
  noteServerTime({
    at,
    askedAt,
    precisionMs: HEADER_PRECISION_MS,
    ...(heardAt === undefined ? {} : { heardAt }),
  })
}

/** Converts a moment of the device's clock, such as React Query's `dataUpdatedAt`, to the server's clock; 0 stays 0. */
export function serverTimeOf(deviceMoment: number): number {
  return deviceMoment === 0 ? 0 : serverNow() - (Date.now() - deviceMoment)
}
