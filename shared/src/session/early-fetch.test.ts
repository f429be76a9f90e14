import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { earlyFetch } from './early-fetch.ts'

const ME = '/auth/me'
const headers = { Authorization: 'Bearer t1' }
const asked = vi.fn<typeof fetch>()

/** The page asked at its start with the token t1. */
function pageAsked(answer: Promise<Response> = Promise.resolve(new Response('early'))) {
  answer.catch(() => {})
  globalThis.__deskEarly = { [ME]: { token: 't1', answer } }
}
const textOf = async (answer: Promise<Response>) => (await answer).text()

beforeEach(() => {
  asked.mockReset().mockImplementation(async () => new Response('asked'))
  vi.stubGlobal('fetch', asked)
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
})
afterEach(() => {
  globalThis.__deskEarly = undefined
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('earlyFetch', () => {
  test('gives out what the page asked, once', async () => {
    pageAsked()
    expect(await textOf(earlyFetch(ME, { headers }))).toBe('early')
    expect(asked).not.toHaveBeenCalled()
    expect(await textOf(earlyFetch(ME, { headers }))).toBe('asked')
  })

  test.each([
    ['another address', '/auth/other', { headers }],
    ['another token', ME, { headers: { Authorization: 'Bearer t2' } }],
    ['no token', ME, {}],
    ['another method', ME, { headers, method: 'POST' }],
  ])('asks for %s', async (_what, url, init) => {
    pageAsked()
    expect(await textOf(earlyFetch(url, init))).toBe('asked')
  })

  test('asks when the page was loaded a while ago', async () => {
    pageAsked()
    vi.mocked(performance.now).mockReturnValue(10_000)
    expect(await textOf(earlyFetch(ME, { headers }))).toBe('asked')
  })

  test('asks again when the early question got no answer', async () => {
    pageAsked(Promise.reject(new TypeError('Failed to fetch')))
    expect(await textOf(earlyFetch(ME, { headers }))).toBe('asked')
  })

  test('can be given up', async () => {
    pageAsked(new Promise(() => {}))
    const giveUp = new AbortController()
    const answer = earlyFetch(ME, { headers, signal: giveUp.signal })
    giveUp.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
  })
})
