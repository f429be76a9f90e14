import injectExternalRuntimeCore from '@module-federation/inject-external-runtime-core-plugin'
import { createInstance, type ModuleFederation } from '@module-federation/runtime'
import { backoff } from 'shared/api'
import type { PageRelease } from 'shared/federation/remote-manifest.ts'
import { createRegistryPlugin } from './federation-plugin.ts'
import { eagerSharedModules, loadSharedModuleHashes, loadSharedModuleTable } from './lazy-shared-modules.ts'
import { providedModules } from './provided-modules.ts'
import { readRegistry } from './registry.ts'

/** Versions of the shared packages, inserted by the build. */
declare const DESK_SHARED_VERSIONS: Readonly<Record<string, string>>

/** Maximum number of retries after a failed load; they take about half a minute in total. */
const MAX_RETRIES = 8
const RETRY_PAUSES = { firstMs: 400, longestMs: 12_000 }

let federation: ModuleFederation | null = null
const releases = new Map<string, PageRelease>()
/** Share keys of the lazy modules that were registered with the runtime. */
const registeredKeys = new Set<string>()

/**
 * Loads an exposed module. URLs and hashes come from the page's registry, so no manifest is fetched.
 * @throws ContainerUnavailable, the bundler's error for a chunk or style sheet, or an error of the remote's own code.
 */
export async function loadExposed(release: PageRelease, expose: string): Promise<unknown> {
  const { container, basePath, entry } = release
  federation ??= start()
  if (!releases.has(container)) {
    await provideSharedModules(federation, release)
    releases.set(container, release)
    announceHashes(
      Object.fromEntries(
        Object.entries(release.files).map(([name, { integrity }]) => [basePath + name, integrity]),
      ),
    )
    federation.registerRemotes([{ name: container, entry: basePath + entry }])
  }
  // Loads the lazy shared modules before the container imports them: the runtime and the container would cache a failed
  // import until the page is reloaded, while a failure here can be retried.
  await Promise.all((release.exposes[expose]?.sharedModules ?? []).filter(isLazy).map(loadSharedModule))
  return federation.loadRemote(`${container}/${expose.slice(2)}`)
}

/** Adds file hashes for the build's loader of chunks and styles (`shared/federation/integrity-runtime.ts`). */
function announceHashes(hashes: Readonly<Record<string, string>>): void {
  globalThis.__deskIntegrity = { ...globalThis.__deskIntegrity, ...hashes }
}

function start(): ModuleFederation {
  return createInstance({
    name: 'host',
    remotes: [],
    shared: Object.fromEntries(
      Object.entries({ ...providedModules, ...eagerSharedModules }).map(([key, module]) => [
        key,
        { ...shareOptions(key), lib: () => module },
      ]),
    ),
    shareStrategy: 'loaded-first',
    // Containers are built without the core of the runtime (`externalRuntime`) and use the core of the page.
    plugins: [injectExternalRuntimeCore(), createRegistryPlugin((container) => releases.get(container))],
  })
}

async function provideSharedModules(
  runtime: ModuleFederation,
  { sharedModules }: PageRelease,
): Promise<void> {
  // A development server does not list what its remote imports, so all shared modules are registered.
  const keys = (sharedModules ?? Object.keys(await loadSharedModuleTable())).filter(
    (key) => isLazy(key) && !registeredKeys.has(key),
  )
  for (const key of keys) registeredKeys.add(key)
  runtime.registerShared(
    Object.fromEntries(
      keys.map((key) => [
        key,
        {
          ...shareOptions(key),
          get: async () => {
            const module = await loadWithRetries(key)
            return () => module
          },
        },
      ]),
    ),
  )
}

function isLazy(key: string): boolean {
  return key.startsWith('shared-module/') && eagerSharedModules[key] === undefined
}

async function loadSharedModule(key: string): Promise<object> {
  // The page has no hashes for shared modules of a release that became active after the page was loaded.
  const hashes = readRegistry().sharedModuleHashes?.[key]
  if (hashes === undefined) await loadSharedModuleHashes()
  else announceHashes(hashes)
  const open = (await loadSharedModuleTable())[key]
  if (open === undefined) throw new Error(`the host has no ${key}`)
  return open()
}

/** Retries, because the runtime, the container and `React.lazy` would cache a rejection until the page is reloaded. */
async function loadWithRetries(key: string): Promise<object> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await loadSharedModule(key)
    } catch (error) {
      if (attempt === MAX_RETRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, backoff(attempt - 1, RETRY_PAUSES)))
    }
  }
}

function shareOptions(key: string) {
  const path = `${key.replace('shared-module/', '')}/`
  const found = Object.entries(DESK_SHARED_VERSIONS).find(([name]) => path.startsWith(`${name}/`))
  if (found === undefined) throw new Error(`no version for the provided module ${key}`)
  const [, version] = found
  return { version, scope: 'default', shareConfig: { singleton: true, requiredVersion: `^${version}` } }
}
