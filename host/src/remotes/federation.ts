/**
 * The page's federation runtime, by its documented API: it provides the shared modules and loads the containers of releases.
 * Started with the first page of a remote, inside the shell's chunk.
 */
import injectExternalRuntimeCore from '@module-federation/inject-external-runtime-core-plugin'
import { createInstance, type ModuleFederation } from '@module-federation/runtime'
import { backoff } from 'shared/api'
import type { PageRelease } from 'shared/federation/remote-manifest.ts'
import { eagerDoors, loadDoorHashes, loadDoorTable } from './door-modules.ts'
import { createRegistryPlugin } from './federation-plugin.ts'
import { providedModules } from './provided-modules.ts'
import { readRegistry } from './registry.ts'

/** Versions of the shared packages, written in by the build. */
declare const DESK_SHARED_VERSIONS: Readonly<Record<string, string>>

/** Attempts for a lazy door that a running page imports, over about half a minute, and the pauses between them. */
const LATER_ATTEMPTS = 8
const LATER_PAUSES = { firstMs: 400, longestMs: 12_000 }

let federation: ModuleFederation | null = null
/** Releases whose containers are registered, by container name; the plugin reads file hashes from them. */
const releases = new Map<string, PageRelease>()
/** Share keys of the lazy doors that are registered with the runtime. */
const offered = new Set<string>()

/**
 * Loads the module behind an expose. Addresses and hashes come from the registry in the page, so no manifest is fetched.
 * @throws ContainerUnavailable, what the bundler throws for a chunk or style sheet, or what the remote's own code throws.
 */
export async function loadExposed(release: PageRelease, expose: string): Promise<unknown> {
  const { container, basePath, entry } = release
  federation ??= start()
  if (!releases.has(container)) {
    await offerDoors(federation, release)
    releases.set(container, release)
    announceHashes(
      Object.fromEntries(
        Object.entries(release.files).map(([name, { integrity }]) => [basePath + name, integrity]),
      ),
    )
    federation.registerRemotes([{ name: container, entry: basePath + entry }])
  }
  // Opened before the container imports them: the runtime and the container cache a failed share for as long as the page
  // lives, while a failure here is repaired by the next attempt.
  await Promise.all((release.exposes[expose]?.doors ?? []).filter(isLazy).map(openDoor))
  return federation.loadRemote(`${container}/${expose.slice(2)}`)
}

/** For the build's own loader of chunks and style sheets (`shared/federation/integrity-runtime.ts`). */
function announceHashes(hashes: Readonly<Record<string, string>>): void {
  globalThis.__deskIntegrity = { ...globalThis.__deskIntegrity, ...hashes }
}

function start(): ModuleFederation {
  return createInstance({
    name: 'host',
    remotes: [],
    shared: Object.fromEntries(
      Object.entries({ ...providedModules, ...eagerDoors }).map(([key, module]) => [
        key,
        { ...shareOptions(key), lib: () => module },
      ]),
    ),
    shareStrategy: 'loaded-first',
    // Containers are built without the runtime's core (`externalRuntime`) and take the page's.
    plugins: [injectExternalRuntimeCore(), createRegistryPlugin((container) => releases.get(container))],
  })
}

/** Registers the lazy doors that a release imports with the runtime. Fetches none of them. */
async function offerDoors(runtime: ModuleFederation, { doors }: PageRelease): Promise<void> {
  // A development server does not list what its remote imports: all doors are registered.
  const keys = (doors ?? Object.keys(await loadDoorTable())).filter((key) => isLazy(key) && !offered.has(key))
  for (const key of keys) offered.add(key)
  runtime.registerShared(
    Object.fromEntries(
      keys.map((key) => [
        key,
        {
          ...shareOptions(key),
          get: async () => {
            const module = await openLater(key)
            return () => module
          },
        },
      ]),
    ),
  )
}

function isLazy(key: string): boolean {
  return key.startsWith('door/') && eagerDoors[key] === undefined
}

async function openDoor(key: string): Promise<object> {
  // Not in the page: a door of a release that became active after the page was loaded.
  const hashes = readRegistry().doorHashes?.[key]
  if (hashes === undefined) await loadDoorHashes()
  else announceHashes(hashes)
  const open = (await loadDoorTable())[key]
  if (open === undefined) throw new Error(`the host has no ${key}`)
  return open()
}

/**
 * Opens a lazy door for an `import()` in a remote's running page. Retries while the files cannot be fetched, because a
 * rejection would be cached by the runtime, the container and `React.lazy` until the page is reloaded.
 */
async function openLater(key: string): Promise<object> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openDoor(key)
    } catch (error) {
      if (attempt === LATER_ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, backoff(attempt - 1, LATER_PAUSES)))
    }
  }
}

function shareOptions(key: string) {
  const path = `${key.replace('door/', '')}/`
  const found = Object.entries(DESK_SHARED_VERSIONS).find(([name]) => path.startsWith(`${name}/`))
  if (found === undefined) throw new Error(`no version for the provided module ${key}`)
  const [, version] = found
  return { version, scope: 'default', shareConfig: { singleton: true, requiredVersion: `^${version}` } }
}
