import { recordResponseTime } from './server-clock.ts'

/** Response of a request that the page sent before any module was loaded (`host/src/theme-and-early-calls.js`). */
interface EarlyResponse {
  token: string
  response: Promise<Response>
  /** Times of the request and of its response, in ms of `performance.now()`. */
  requestedAt: number
  receivedAt?: number
}

declare global {
  var __deskEarly: Record<string, EarlyResponse> | undefined
}

/** Maximum age of an early response in ms. Later calls send a new request. */
const FRESH_UNTIL_MS = 10_000

/**
 * Like `fetch`, but returns the response of a matching early request, once. Responses of our server update the
 * estimate of the server's clock.
 */
export const earlyFetch: typeof fetch = (input, init) => {
  const early = consumeEarlyResponse(String(input), init)
  if (early === undefined) return timedFetch(input, init)
  const pending = early.response.then(
    (response) => {
      recordResponseTime(response, early.requestedAt, early.receivedAt)
      return response
    },
    // When the early request has failed, a new request is sent.
    () => timedFetch(input, init),
  )
  return init?.signal ? Promise.race([pending, abortOf(init.signal)]) : pending
}

const timedFetch: typeof fetch = async (input, init) => {
  const requestedAt = performance.now()
  const response = await fetch(input, init)
  recordResponseTime(response, requestedAt)
  return response
}

function consumeEarlyResponse(url: string, init: RequestInit | undefined): EarlyResponse | undefined {
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
