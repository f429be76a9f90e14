/** Fetches the containers of releases and takes pages out of them. */
import type { RemoteRelease } from 'shared/federation/remote-manifest.ts'
import { ContainerUnavailable } from './container-unavailable.ts'
import { pageShareScopes } from './share-scope.ts'

/** A container's entry has this long to arrive. */
const ENTRY_TIMEOUT_MS = 8_000

/** What a build of a remote leaves under its container's name. */
interface Container {
  init(shareScope: object, initScope: unknown[], options: object): void | Promise<void>
  get(expose: string): Promise<() => unknown>
}

const containers = new Map<string, Promise<Container>>()

/**
 * The module of an exposed page. The registry says where everything is and what its hashes are, so nothing is asked for but
 * the files themselves; a container is started once.
 * @throws ContainerUnavailable, what the bundler throws for a chunk or style sheet, or what the remote's own code throws.
 */
export async function loadExposed(release: RemoteRelease, expose: string): Promise<unknown> {
  const { container: name } = release
  let container = containers.get(name)
  if (container === undefined) {
    container = startContainer(release)
    containers.set(name, container)
    // A failure is not kept: the next call asks again.
    container.catch(() => containers.delete(name))
  }
  const factory = await (await container).get(expose)
  return factory()
}

async function startContainer(release: RemoteRelease): Promise<Container> {
  announceHashes(release)
  const scopes = pageShareScopes()
  const container = await fetchContainer(release)
  const options = { version: release.release, shareScopeKeys: 'default' }
  // The runtime copies the enumerable options into its own; the scopes are handed on beside them.
  Object.defineProperty(options, 'shareScopeMap', { value: scopes, enumerable: false })
  await container.init(scopes.default ?? {}, [], options)
  return container
}

/** For the build's own loader of chunks and style sheets (`shared/federation/integrity-runtime.ts`). */
function announceHashes({ basePath, files }: RemoteRelease): void {
  const hashes = globalThis.__deskIntegrity ?? {}
  for (const [name, { integrity }] of Object.entries(files)) hashes[basePath + name] = integrity
  globalThis.__deskIntegrity = hashes
}

function fetchContainer({ container, basePath, entry, files }: RemoteRelease): Promise<Container> {
  const url = basePath + entry
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const done = (act: () => void) => {
      clearTimeout(timer)
      script.onload = null
      script.onerror = null
      script.remove()
      act()
    }
    const timer = setTimeout(() => done(() => reject(new ContainerUnavailable(url, true))), ENTRY_TIMEOUT_MS)
    script.onerror = () => done(() => reject(new ContainerUnavailable(url, false)))
    script.onload = () =>
      done(() => {
        const found = (globalThis as unknown as Record<string, Container | undefined>)[container]
        // It came, and threw; the browser has told the console what.
        if (found === undefined) reject(new Error(`${url} left no container ${container}`))
        else resolve(found)
      })
    script.crossOrigin = 'anonymous'
    script.integrity = files[entry]?.integrity ?? ''
    script.async = true
    script.src = url
    document.head.append(script)
  })
}
