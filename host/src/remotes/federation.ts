/**
 * The page's federation runtime, by its documented API: it provides the shared modules and loads the containers of releases.
 * Started with the first page of a remote, inside the shell's chunk.
 */
import injectExternalRuntimeCore from '@module-federation/inject-external-runtime-core-plugin'
import { createInstance, type ModuleFederation } from '@module-federation/runtime'
import type { PageRelease } from 'shared/federation/remote-manifest.ts'
import { eagerDoors, loadDoorTable } from './door-modules.ts'
import { createRegistryPlugin } from './federation-plugin.ts'
import { providedModules } from './provided-modules.ts'

/** Versions of the shared packages, written in by the build. */
declare const DESK_SHARED_VERSIONS: Readonly<Record<string, string>>

/** Tries for a door that is taken later, over half a minute or more; the last pauses are this long. */
const LATER_ATTEMPTS = 8
const LATER_PAUSE_MS = 12_000

let federation: ModuleFederation | null = null
/** Releases whose containers were asked for, by container name: what the plugin knows of a file. */
const releases = new Map<string, PageRelease>()
/** Lazy doors that containers may take. */
const offered = new Set<string>()

/**
 * The module of an exposed page. The registry says where everything is and what its hashes are, so nothing is asked for but
 * the files themselves.
 * @throws ContainerUnavailable, what the bundler throws for a chunk or style sheet, or what the remote's own code throws.
 */
export async function loadExposed(release: PageRelease, expose: string): Promise<unknown> {
  const { container, basePath, entry } = release
  federation ??= start()
  if (!releases.has(container)) {
    await offerDoors(federation, release)
    releases.set(container, release)
    announceHashes(release)
    federation.registerRemotes([{ name: container, entry: basePath + entry }])
  }
  // Before the container asks for them: a door whose files could not be had stays failed for the runtime and for the
  // container, while here it is asked for anew at the next try.
  await Promise.all((release.exposes[expose]?.doors ?? []).filter(isLazy).map(openDoor))
  return federation.loadRemote(`${container}/${expose.slice(2)}`)
}

/** For the build's own loader of chunks and style sheets (`shared/federation/integrity-runtime.ts`). */
function announceHashes({ basePath, files }: PageRelease): void {
  const hashes = globalThis.__deskIntegrity ?? {}
  for (const [name, { integrity }] of Object.entries(files)) hashes[basePath + name] = integrity
  globalThis.__deskIntegrity = hashes
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

/** Makes the doors known that a release may open; nothing is fetched by it. */
async function offerDoors(runtime: ModuleFederation, { doors }: PageRelease): Promise<void> {
  // A development server does not say what its remote takes.
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
  const open = (await loadDoorTable())[key]
  if (open === undefined) throw new Error(`the host has no ${key}`)
  return open()
}

/**
 * Opens a door that a remote's code takes by an `import()` of its own, when its page stands already. Asked for again while its
 * files cannot be had: a failure that is handed on stays, in the runtime, in the container and in React's `lazy`, until the
 * page is loaded anew.
 */
async function openLater(key: string): Promise<object> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openDoor(key)
    } catch (error) {
      if (attempt === LATER_ATTEMPTS) throw error
      const pause = Math.min(200 * 2 ** attempt, LATER_PAUSE_MS) * (0.5 + Math.random() / 2)
      await new Promise((resolve) => setTimeout(resolve, pause))
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
