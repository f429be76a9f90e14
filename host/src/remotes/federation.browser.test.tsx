import type { PageRelease } from 'shared/federation/remote-manifest.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRelease, writeRegistry } from '../testing/mock-remotes.ts'
import { loadExposed } from './federation.ts'
import { providedModules } from './provided-modules.ts'
import { ContainerUnavailable } from './remote-load-error.ts'

Object.assign(globalThis, {
  DESK_SHARED_VERSIONS: {
    ...Object.fromEntries(Object.keys(providedModules).map((key) => [key, '1.0.0'])),
    sample: '1.0.0',
  },
})
const lazy = vi.hoisted(() => vi.fn<() => Promise<object>>())
const loadSharedModuleHashes = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('./lazy-shared-modules.ts', () => ({
  eagerSharedModules: { 'shared-module/sample/Eager': { Eager: 'eager' } },
  loadSharedModuleTable: async () => ({
    'shared-module/sample/Lazy': lazy,
    'shared-module/sample/Newer': async () => ({}),
  }),
  loadSharedModuleHashes,
}))
const LAZY_HASHES = { '/assets/h1/lazy.js': 'sha384-lazy' }
writeRegistry({ revision: 1, remotes: {}, sharedModuleHashes: { 'shared-module/sample/Lazy': LAZY_HASHES } })

beforeEach(() => {
  lazy.mockReset().mockResolvedValue({ Lazy: 'lazy' })
})

let releases = 0

/**
 * Returns a release whose entry is the JavaScript code `script`, in which `$container` is replaced with the container's
 * name.
 */
async function releaseOf(script: string, integrity?: string): Promise<PageRelease> {
  const container = `sample_${++releases}`
  const text = script.replaceAll('$container', container)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text)))
  const right = `sha384-${btoa(String.fromCharCode(...hash))}`
  const entry = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  const files = { [entry]: { integrity: integrity ?? right, bytes: text.length } }
  return mockRelease(`r${releases}`, { container, basePath: '', entry, files })
}
const CONTAINER = `globalThis.$container = {
  init(scope) { this.react = scope.react['1.0.0'].lib() },
  async get(expose) { return () => ({ default: expose, react: this.react }) },
}`

test('loads a page from its container, which uses the host’s React', async () => {
  const page = await loadExposed(await releaseOf(CONTAINER), './SamplePage')
  expect(page).toMatchObject({ default: './SamplePage', react: providedModules.react })
})

test('loads two releases of a remote at the same time', async () => {
  const [first, second] = [await releaseOf(CONTAINER), await releaseOf(CONTAINER)]
  await Promise.all([first, second].map((release) => loadExposed(release, './SamplePage')))
  expect(first.container in globalThis && second.container in globalThis).toBe(true)
})

test('rejects an entry script with a wrong hash without running it', async () => {
  const release = await releaseOf(CONTAINER, `sha384-${btoa('x'.repeat(48))}`)
  await expect(loadExposed(release, './SamplePage')).rejects.toThrow(ContainerUnavailable)
  expect(release.container in globalThis).toBe(false)
})

test('reports a missing entry file as unavailable and requests the file again on the next try', async () => {
  const release = await releaseOf(CONTAINER)
  URL.revokeObjectURL(release.entry)
  const requests = vi.spyOn(document.head, 'appendChild')
  await expect(loadExposed(release, './SamplePage')).rejects.toThrow(ContainerUnavailable)
  await expect(loadExposed(release, './SamplePage')).rejects.toThrow(ContainerUnavailable)
  expect(requests).toHaveBeenCalledTimes(2)
})

test('reports an entry script that throws as an error, not as unavailable', async () => {
  const swallow = (event: ErrorEvent) => event.preventDefault()
  window.addEventListener('error', swallow)
  const error = await loadExposed(await releaseOf(`throw new TypeError('oops')`), './SamplePage').catch(
    (each: unknown) => each,
  )
  window.removeEventListener('error', swallow)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ContainerUnavailable)
})

const SHARED_MODULES = {
  sharedModules: ['shared-module/sample/Eager', 'shared-module/sample/Lazy'],
  exposes: {
    './SamplePage': {
      js: [],
      css: [],
      sharedModules: ['shared-module/sample/Eager', 'shared-module/sample/Lazy'],
    },
  },
}
const TAKER = `globalThis.$container = {
  init(scope) { this.scope = scope },
  async get() {
    const take = async (key) => (await this.scope['shared-module/sample/' + key]['1.0.0'].get())()
    const [eager, lazy] = [await take('Eager'), await take('Lazy')]
    return () => ({ default: eager.Eager + ' ' + lazy.Lazy })
  },
}`

test('loads the shared modules of a page before its code imports them', async () => {
  const page = await loadExposed({ ...(await releaseOf(TAKER)), ...SHARED_MODULES }, './SamplePage')
  expect(page).toMatchObject({ default: 'eager lazy' })
})

test('uses the hashes in the HTML page, and fetches all hashes if that of a shared module is missing in the page', async () => {
  loadSharedModuleHashes.mockClear()
  await loadExposed({ ...(await releaseOf(TAKER)), ...SHARED_MODULES }, './SamplePage')
  expect(globalThis.__deskIntegrity).toMatchObject(LAZY_HASHES)
  expect(loadSharedModuleHashes).not.toHaveBeenCalled()
  const exposes = { './SamplePage': { js: [], css: [], sharedModules: ['shared-module/sample/Newer'] } }
  await loadExposed(
    { ...(await releaseOf(CONTAINER)), sharedModules: ['shared-module/sample/Newer'], exposes },
    './SamplePage',
  )
  expect(loadSharedModuleHashes).toHaveBeenCalledOnce()
})

test("requests a shared module's file again on the next try when loading it failed", async () => {
  const release = { ...(await releaseOf(TAKER)), ...SHARED_MODULES }
  lazy.mockRejectedValueOnce(Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' }))
  await expect(loadExposed(release, './SamplePage')).rejects.toThrow('chunk 7')
  await expect(loadExposed(release, './SamplePage')).resolves.toMatchObject({ default: 'eager lazy' })
})

test('retries a shared module that a running page imports', async () => {
  const exposes = { './SamplePage': { js: [], css: [], sharedModules: [] } }
  const release = { ...(await releaseOf(TAKER)), sharedModules: SHARED_MODULES.sharedModules, exposes }
  lazy.mockRejectedValueOnce(Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' }))
  await expect(loadExposed(release, './SamplePage')).resolves.toMatchObject({ default: 'eager lazy' })
})

test('loads no lazy shared module for a release that imports none', async () => {
  await loadExposed(await releaseOf(CONTAINER), './SamplePage')
  expect(lazy).not.toHaveBeenCalled()
})
