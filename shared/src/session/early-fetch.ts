import { noteResponseTime } from './server-clock.ts'

/** An answer that the page asked for before any module was here, by the address of the call (`host/src/theme-and-early-calls.js`). */
interface EarlyAnswer {
  token: string
  answer: Promise<Response>
  /** When it was requested and when its response arrived, in ms of `performance.now()`. */
  askedAt: number
  heardAt?: number
}

declare global {
  var __deskEarly: Record<string, EarlyAnswer> | undefined
}

/** What the page asked itself is about the moment it was loaded; later calls ask anew. */
const FRESH_UNTIL_MS = 10_000

/**
 * `fetch`, except that a call which the page has started already returns that response, once. Responses of the desk update the page's
 * estimate of the server's clock.
 */
export const earlyFetch: typeof fetch = (input, init) => {
  const early = takeEarly(String(input), init)
  if (early === undefined) return timedFetch(input, init)
  const answer = early.answer.then(
    (response) => {
      noteResponseTime(response, early.askedAt, early.heardAt)
      return response
    },
    // An early request that failed is repeated.
    () => timedFetch(input, init),
  )
  return init?.signal ? Promise.race([answer, abortOf(init.signal)]) : answer
}

const timedFetch: typeof fetch = async (input, init) => {
  const askedAt = performance.now()
  const response = await fetch(input, init)
  noteResponseTime(response, askedAt)
  return response
}

function takeEarly(url: string, init: RequestInit | undefined): EarlyAnswer | undefined {
  const early = globalThis.__deskEarly?.[url]
  if (early === undefined || (init?.method ?? 'GET') !== 'GET') return undefined
  delete globalThis.__deskEarly?.[url]
  const sameToken = new Headers(init?.headers).get('Authorization') === `Bearer ${early.token}`
  return sameToken && performance.now() < FRESH_UNTIL_MS ? early : undefined
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
