import { recordResponseTime } from './server-clock.ts'

/** Response to a request that was sent before any module was loaded (`host/src/theme-and-early-calls.js`). */
interface EarlyResponse {
  token: string
  response: Promise<Response>
  /** Time of the request in ms of `performance.now()`. */
  requestedAt: number
  receivedAt?: number
}

declare global {
  var __deskEarly: Record<string, EarlyResponse> | undefined
}

const FRESH_UNTIL_MS = 10_000

/** Like `fetch`, but returns the response of a matching early request, once. */
export const earlyFetch: typeof fetch = (input, init) => {
  const early = consumeEarlyResponse(String(input), init)
  if (early === undefined) return timedFetch(input, init)
  const pending = early.response.then(
    (response) => {
      recordResponseTime(response, early.requestedAt, early.receivedAt)
      return response
    },
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
