import type { PageRelease, PageRemote } from 'shared/federation/remote-manifest.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockModuleSource, mockRelease, mockRemote } from '../testing/mock-remotes.ts'
import { loadModule, type ModuleSource } from './load-module.ts'
import { RemoteLoadError } from './remote-load-error.ts'

const release = (name: string, exposes = ['./Page']) =>
  mockRelease(name, {
    exposes: Object.fromEntries(exposes.map((expose) => [expose, { js: ['page.js'], css: ['page.css'] }])),
    files: { 'page.js': { integrity: 'sha384-page', bytes: 1 } },
  })
const page = () => null
const chunkError = () => Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' })

/** Simulates containers with one load function for each release in `script`. `files` can make files unavailable. */
function source(script: Record<string, () => Promise<unknown>>, files: Partial<ModuleSource> = {}) {
  const requests: string[] = []
  const take = (each: PageRelease) => {
    requests.push(each.release)
    return script[each.release]?.() ?? Promise.reject(chunkError())
  }
  return { requests, parts: mockModuleSource(take, { timeoutMs: 50, ...files }) }
}
const load = (of: PageRemote | undefined, parts: ModuleSource, avoid: string[] = []) =>
  loadModule('chat', './Page', of, new Set(avoid), parts)
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'loaded',
    (error) => (error instanceof RemoteLoadError ? error.reason : error),
  )

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('loadModule', () => {
  test('loads a module from the active release and requests no other release', async () => {
    const { requests, parts } = source({ new: async () => ({ default: page }) })
    const loaded = await load(mockRemote(release('new'), release('old')), parts)
    expect(loaded).toEqual({ exported: page, container: 'chat_new' })
    expect(requests).toEqual(['new'])
  })

  test('retries once after a network error before the previous release is used', async () => {
    const responses = [() => Promise.reject(chunkError()), async () => ({ default: page })]
    const { requests, parts } = source({
      new: () => responses.shift()?.() ?? Promise.reject(new Error('asked thrice')),
    })
    expect((await load(mockRemote(release('new'), release('old')), parts)).container).toBe('chat_new')
    expect(requests).toEqual(['new', 'new'])
  })

  test.each([
    ['cannot be fetched', () => Promise.reject(chunkError()), ['new', 'new', 'old']],
    ['throws', () => Promise.reject(new Error('oops')), ['new', 'old']],
    ['has no page', async () => ({}), ['new', 'old']],
    ['hangs', () => new Promise(() => {}), ['new', 'old']],
  ])('uses the previous release when the active release %s', async (_what, response, expected) => {
    const { requests, parts } = source({ new: response, old: async () => ({ default: page }) })
    expect((await load(mockRemote(release('new'), release('old')), parts)).container).toBe('chat_old')
    expect(requests).toEqual(expected)
  })

  test('does not load the previous release while the browser is offline, even if it is cached', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { requests, parts } = source({ old: async () => ({ default: page }) })
    await expect(load(mockRemote(release('new'), release('old')), parts)).rejects.toThrow(RemoteLoadError)
    expect(requests).toEqual(['new', 'new'])
  })

  test('does not load the previous release when the browser is out of memory', async () => {
    const { requests, parts } = source({
      new: () => Promise.reject(new RangeError('Array buffer allocation failed')),
      old: async () => ({ default: page }),
    })
    expect(await reasonOf(load(mockRemote(release('new'), release('old')), parts))).toBe('threw')
    expect(requests).toEqual(['new'])
  })

  test('does not retry a file that failed only after a long time', async () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(30)
    const { requests, parts } = source({ old: async () => ({ default: page }) })
    expect((await load(mockRemote(release('new'), release('old')), parts)).container).toBe('chat_old')
    expect(requests).toEqual(['new', 'old'])
  })

  test('skips a release that does not expose the page', async () => {
    const { requests, parts } = source({ new: async () => ({ default: page }) })
    await load(mockRemote(release('new'), release('old', ['./Other'])), parts)
    expect(await reasonOf(load(mockRemote(release('new', ['./Other'])), parts))).toBe('not-released')
    expect(requests).toEqual(['new'])
  })

  test('does not load a module from a container that crashed', async () => {
    const { requests, parts } = source({ old: async () => ({ default: page }) })
    expect((await load(mockRemote(release('new'), release('old')), parts, ['chat_new'])).container).toBe(
      'chat_old',
    )
    expect(await reasonOf(load(mockRemote(release('new')), parts, ['chat_new']))).toBe('threw')
    expect(requests).toEqual(['old'])
  })
})

describe('reason of a failed load', () => {
  test.each([
    ['an undeclared remote', undefined],
    ['a declared remote without a release', mockRemote(null)],
  ])('the failure reason is "not-released" for %s', async (_what, of) => {
    expect(await reasonOf(load(of, source({}).parts))).toBe('not-released')
  })

  test('the failure reason is "threw" when the code failed', async () => {
    const { parts } = source({ new: () => Promise.reject(new TypeError('x is undefined')) })
    expect(await reasonOf(load(mockRemote(release('new')), parts))).toBe('threw')
  })

  test('the failure reason is "unreachable" when a file is missing', async () => {
    const { parts } = source({}, { fetch: async () => new Response('', { status: 404 }) })
    expect(await reasonOf(load(mockRemote(release('new')), parts))).toBe('unreachable')
  })

  test('the failure reason is "integrity" when a file has a wrong hash', async () => {
    const fetch = async (_url: unknown, init?: RequestInit) => {
      if (init?.integrity) throw new TypeError('Failed to fetch')
      return new Response('x')
    }
    expect(await reasonOf(load(mockRemote(release('new')), source({}, { fetch }).parts))).toBe('integrity')
  })

  test('the failure reason is "integrity" when a shared module has a wrong hash', async () => {
    const fetch = async (url: unknown, init?: RequestInit) => {
      if (url === '/assets/h1/menu.js' && init?.integrity) throw new TypeError('Failed to fetch')
      return new Response('x')
    }
    const opening = release('new')
    const exposes = { './Page': { js: [], css: [], sharedModules: ['shared-module/x/Menu'] } }
    const sharedModuleHashes = () => ({ '/assets/h1/menu.js': 'sha384-menu' })
    const { parts } = source({}, { fetch, sharedModuleHashes })
    expect(await reasonOf(load(mockRemote({ ...opening, exposes }), parts))).toBe('integrity')
  })

  test('the failure reason is that of the active release, not of the previous release', async () => {
    const { parts } = source(
      { new: () => Promise.reject(new Error('oops')) },
      { fetch: async () => new Response('', { status: 404 }) },
    )
    expect(await reasonOf(load(mockRemote(release('new'), release('old')), parts))).toBe('threw')
  })
})
