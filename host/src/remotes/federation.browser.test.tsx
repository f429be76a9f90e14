import type { RemoteRelease } from 'shared/federation/remote-manifest.ts'
import { expect, test, vi } from 'vitest'
import { loadExposed } from './federation.ts'
import { providedModules } from './provided-modules.ts'
import { ContainerUnavailable } from './remote-load-error.ts'

Object.assign(globalThis, {
  DESK_SHARED_VERSIONS: Object.fromEntries(Object.keys(providedModules).map((key) => [key, '1.0.0'])),
})

let releases = 0

/** A release whose entry is the text `script`; `$container` in it stands for the container's name. */
async function releaseOf(script: string, integrity?: string): Promise<RemoteRelease> {
  const container = `sample_${++releases}`
  const text = script.replaceAll('$container', container)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text)))
  const right = `sha384-${btoa(String.fromCharCode(...hash))}`
  const entry = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  return {
    release: `r${releases}`,
    container,
    version: '1.0.0',
    basePath: '',
    entry,
    requires: { shell: '^1.0.0' },
    routes: [],
    nav: [],
    exposes: {},
    files: { [entry]: { integrity: integrity ?? right, bytes: text.length } },
  }
}
const CONTAINER = `globalThis.$container = {
  init(scope) { this.react = scope.react['1.0.0'].lib() },
  async get(expose) { return () => ({ default: expose, react: this.react }) },
}`

test('a page comes out of its container, which is given the page’s one React', async () => {
  const page = await loadExposed(await releaseOf(CONTAINER), './SamplePage')
  expect(page).toMatchObject({ default: './SamplePage', react: providedModules.react })
})

test('two releases of a remote stand side by side', async () => {
  const [first, second] = [await releaseOf(CONTAINER), await releaseOf(CONTAINER)]
  await Promise.all([first, second].map((release) => loadExposed(release, './SamplePage')))
  expect(first.container in globalThis && second.container in globalThis).toBe(true)
})

test('an entry with another hash is refused, and its code does not run', async () => {
  const release = await releaseOf(CONTAINER, `sha384-${btoa('x'.repeat(48))}`)
  await expect(loadExposed(release, './SamplePage')).rejects.toThrow(ContainerUnavailable)
  expect(release.container in globalThis).toBe(false)
})

test('an entry that is not there is unavailable, and is asked for again at the next try', async () => {
  const release = await releaseOf(CONTAINER)
  URL.revokeObjectURL(release.entry)
  const asked = vi.spyOn(document.head, 'appendChild')
  await expect(loadExposed(release, './SamplePage')).rejects.toThrow(ContainerUnavailable)
  await expect(loadExposed(release, './SamplePage')).rejects.toThrow(ContainerUnavailable)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('an entry that came and threw is not called unavailable', async () => {
  const swallow = (event: ErrorEvent) => event.preventDefault()
  window.addEventListener('error', swallow)
  const error = await loadExposed(await releaseOf(`throw new TypeError('oops')`), './SamplePage').catch(
    (each: unknown) => each,
  )
  window.removeEventListener('error', swallow)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ContainerUnavailable)
})
