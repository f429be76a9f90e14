import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { earlyFetch } from './early-fetch.ts'
import { serverNow } from './server-clock.ts'

const ME = '/auth/me'
const JSON_TYPE = 'application/json; charset=utf-8'
const headers = { Authorization: 'Bearer t1' }
const fetchMock = vi.fn<typeof fetch>()

/** Simulates an early request of the page. The user's token is `t1`. */
function startEarlyRequest(response: Promise<Response> = Promise.resolve(new Response('early'))) {
  response.catch(() => {})
  globalThis.__deskEarly = { [ME]: { token: 't1', response, requestedAt: 0 } }
}
const textOf = async (response: Promise<Response>) => (await response).text()

beforeEach(() => {
  fetchMock.mockReset().mockImplementation(async () => new Response('requested'))
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
})
afterEach(() => {
  globalThis.__deskEarly = undefined
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('earlyFetch', () => {
  test('earlyFetch returns the response of the early request once', async () => {
    startEarlyRequest()
    expect(await textOf(earlyFetch(ME, { headers }))).toBe('early')
    expect(fetchMock).not.toHaveBeenCalled()
    expect(await textOf(earlyFetch(ME, { headers }))).toBe('requested')
  })

  test.each([
    ['another address', '/auth/other', { headers }],
    ['another token', ME, { headers: { Authorization: 'Bearer t2' } }],
    ['no token', ME, {}],
    ['another method', ME, { headers, method: 'POST' }],
  ])('earlyFetch sends a new request for %s', async (_what, url, init) => {
    startEarlyRequest()
    expect(await textOf(earlyFetch(url, init))).toBe('requested')
  })

  test('earlyFetch sends a new request when the page was loaded a while ago', async () => {
    startEarlyRequest()
    vi.mocked(performance.now).mockReturnValue(10_000)
    expect(await textOf(earlyFetch(ME, { headers }))).toBe('requested')
  })

  test('earlyFetch sends a new request when the early request failed', async () => {
    startEarlyRequest(Promise.reject(new TypeError('Failed to fetch')))
    expect(await textOf(earlyFetch(ME, { headers }))).toBe('requested')
  })

  test('Date headers set the server clock, and an early response is dated at its arrival, not at its use', async () => {
    // Simulates a new page, whose clock has seen no other response.
    vi.resetModules()
    const { earlyFetch } = await import('./early-fetch.ts')
    const { serverNow } = await import('./server-clock.ts')
    const dated = (text: string, time: string, headers = {}) =>
      new Response(text, {
        headers: { 'Content-Type': JSON_TYPE, Date: `Thu, 26 Nov 2026 ${time} GMT`, ...headers },
      })
    const at = (time: string) => Date.parse(`2026-11-26T${time}Z`)
    startEarlyRequest(Promise.resolve(dated('early', '10:00:00')))
    if (globalThis.__deskEarly?.[ME]) globalThis.__deskEarly[ME].receivedAt = 200
    await earlyFetch(ME, { headers })
    // The page has been open for 1,000 ms. The early response was pending for the first 200 ms.
    expect(serverNow()).toBe(at('10:00:01.400'))
    fetchMock.mockImplementationOnce(async () => dated('requested', '10:00:09'))
    await earlyFetch(ME)
    expect(serverNow()).toBe(at('10:00:09.000'))
    fetchMock.mockImplementationOnce(async () => dated('from a cache', '09:00:00', { Age: '3600' }))
    await earlyFetch(ME)
    expect(serverNow()).toBe(at('10:00:09.000'))
  })

  test.each([
    ['the sign-in page of a network', { 'Content-Type': 'text/html' }, 200],
    ['a page without a content type', {}, 200],
    ['an error of a proxy', { 'Content-Type': JSON_TYPE }, 502],
    ['a page that a redirect led to', { 'Content-Type': JSON_TYPE }, 200],
  ])('%s does not set the server clock', async (what, headers, status) => {
    const date = 'Thu, 26 Nov 2026 10:00:00 GMT'
    fetchMock.mockImplementation(async () =>
      Response.json({}, { headers: { 'Content-Type': JSON_TYPE, Date: date } }),
    )
    await earlyFetch(ME)
    const before = serverNow()
    fetchMock.mockImplementation(async () => {
      const response = new Response('x', {
        status,
        headers: { ...headers, Date: 'Thu, 01 Jan 2015 00:00:00 GMT' },
      })
      if (what.includes('redirect')) Object.defineProperty(response, 'redirected', { value: true })
      return response
    })
    await earlyFetch(ME)
    expect(serverNow()).toBe(before)
  })

  test('an early request can be aborted', async () => {
    startEarlyRequest(new Promise(() => {}))
    const giveUp = new AbortController()
    const response = earlyFetch(ME, { headers, signal: giveUp.signal })
    giveUp.abort(new Error('enough'))
    await expect(response).rejects.toThrow('enough')
  })
})
