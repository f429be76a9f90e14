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

/** A network where each container answers as the script says; files are there and whole unless `files` says otherwise. */
function source(script: Record<string, () => Promise<unknown>>, files: Partial<ModuleSource> = {}) {
  const asked: string[] = []
  const take = (each: PageRelease) => {
    asked.push(each.release)
    return script[each.release]?.() ?? Promise.reject(chunkError())
  }
  return { asked, parts: mockModuleSource(take, { timeoutMs: 50, ...files }) }
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
  test('takes the active release and asks for no other', async () => {
    const { asked, parts } = source({ new: async () => ({ default: page }) })
    const loaded = await load(mockRemote(release('new'), release('old')), parts)
    expect(loaded).toEqual({ exported: page, container: 'chat_new' })
    expect(asked).toEqual(['new'])
  })

  test('a stumble of the network is tried once more before another release is', async () => {
    const answers = [() => Promise.reject(chunkError()), async () => ({ default: page })]
    const { asked, parts } = source({
      new: () => answers.shift()?.() ?? Promise.reject(new Error('asked thrice')),
    })
    expect((await load(mockRemote(release('new'), release('old')), parts)).container).toBe('chat_new')
    expect(asked).toEqual(['new', 'new'])
  })

  test.each([
    ['cannot be fetched', () => Promise.reject(chunkError()), ['new', 'new', 'old']],
    ['throws', () => Promise.reject(new Error('oops')), ['new', 'old']],
    ['has no page', async () => ({}), ['new', 'old']],
    ['hangs', () => new Promise(() => {}), ['new', 'old']],
  ])('when the active release %s, the one before it is taken', async (_what, answer, expected) => {
    const { asked, parts } = source({ new: answer, old: async () => ({ default: page }) })
    expect((await load(mockRemote(release('new'), release('old')), parts)).container).toBe('chat_old')
    expect(asked).toEqual(expected)
  })

  test('keeps the active release while the browser is offline, although the one before it is cached', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { asked, parts } = source({ old: async () => ({ default: page }) })
    await expect(load(mockRemote(release('new'), release('old')), parts)).rejects.toThrow(RemoteLoadError)
    expect(asked).toEqual(['new', 'new'])
  })

  test('keeps the active release when the browser has no memory left', async () => {
    const { asked, parts } = source({
      new: () => Promise.reject(new RangeError('Array buffer allocation failed')),
      old: async () => ({ default: page }),
    })
    expect(await reasonOf(load(mockRemote(release('new'), release('old')), parts))).toBe('threw')
    expect(asked).toEqual(['new'])
  })

  test('a file that could not be had after a long wait is not waited for once more', async () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(30)
    const { asked, parts } = source({ old: async () => ({ default: page }) })
    expect((await load(mockRemote(release('new'), release('old')), parts)).container).toBe('chat_old')
    expect(asked).toEqual(['new', 'old'])
  })

  test('a release without the page is passed over', async () => {
    const { asked, parts } = source({ new: async () => ({ default: page }) })
    await load(mockRemote(release('new'), release('old', ['./Other'])), parts)
    expect(await reasonOf(load(mockRemote(release('new', ['./Other'])), parts))).toBe('not-released')
    expect(asked).toEqual(['new'])
  })

  test('a container that crashed is not used again', async () => {
    const { asked, parts } = source({ old: async () => ({ default: page }) })
    expect((await load(mockRemote(release('new'), release('old')), parts, ['chat_new'])).container).toBe(
      'chat_old',
    )
    expect(await reasonOf(load(mockRemote(release('new')), parts, ['chat_new']))).toBe('threw')
    expect(asked).toEqual(['old'])
  })
})

describe('the reason', () => {
  test.each([
    ['a remote that nobody declared', undefined],
    ['a declared one without a release', mockRemote(null)],
  ])('of %s is that it is not released', async (_what, of) => {
    expect(await reasonOf(load(of, source({}).parts))).toBe('not-released')
  })

  test('is "threw" when the code came and failed', async () => {
    const { parts } = source({ new: () => Promise.reject(new TypeError('x is undefined')) })
    expect(await reasonOf(load(mockRemote(release('new')), parts))).toBe('threw')
  })

  test('is "unreachable" when a file is not there', async () => {
    const { parts } = source({}, { fetch: async () => new Response('', { status: 404 }) })
    expect(await reasonOf(load(mockRemote(release('new')), parts))).toBe('unreachable')
  })

  test('is "integrity" when a file is there and its hash refuses it', async () => {
    const fetch = async (_url: unknown, init?: RequestInit) => {
      if (init?.integrity) throw new TypeError('Failed to fetch')
      return new Response('x')
    }
    expect(await reasonOf(load(mockRemote(release('new')), source({}, { fetch }).parts))).toBe('integrity')
  })

  test('is "integrity", too, when it is a door of the host whose hash refuses it', async () => {
    const fetch = async (url: unknown, init?: RequestInit) => {
      if (url === '/assets/h1/menu.js' && init?.integrity) throw new TypeError('Failed to fetch')
      return new Response('x')
    }
    const opening = release('new')
    const exposes = { './Page': { js: [], css: [], doors: ['door/x/Menu'] } }
    const doorHashes = () => ({ '/assets/h1/menu.js': 'sha384-menu' })
    const { parts } = source({}, { fetch, doorHashes })
    expect(await reasonOf(load(mockRemote({ ...opening, exposes }), parts))).toBe('integrity')
  })

  test('is that of the active release, not of the one before it', async () => {
    const { parts } = source(
      { new: () => Promise.reject(new Error('oops')) },
      { fetch: async () => new Response('', { status: 404 }) },
    )
    expect(await reasonOf(load(mockRemote(release('new'), release('old')), parts))).toBe('threw')
  })
})
