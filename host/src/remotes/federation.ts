/**
 * The page's federation runtime, by its documented API: it provides the shared modules and loads the containers of releases.
 * Started with the first page of a remote, inside the shell's chunk.
 */
import injectExternalRuntimeCore from '@module-federation/inject-external-runtime-core-plugin'
import { createInstance, type ModuleFederation } from '@module-federation/runtime'
import type { RemoteRelease } from 'shared/federation/remote-manifest.ts'
import { createRegistryPlugin } from './federation-plugin.ts'
import { providedModules } from './provided-modules.ts'

/** Versions of the provided modules by key, written in by the build. */
declare const DESK_SHARED_VERSIONS: Readonly<Record<string, string>>

let federation: ModuleFederation | null = null
/** Releases whose containers were asked for, by container name: what the plugin knows of a file. */
const releases = new Map<string, RemoteRelease>()

/**
 * The module of an exposed page. The registry says where everything is and what its hashes are, so nothing is asked for but
 * the files themselves.
 * @throws ContainerUnavailable, what the bundler throws for a chunk or style sheet, or what the remote's own code throws.
 */
export async function loadExposed(release: RemoteRelease, expose: string): Promise<unknown> {
  const { container, basePath, entry } = release
  federation ??= start()
  if (!releases.has(container)) {
    releases.set(container, release)
    announceHashes(release)
    federation.registerRemotes([{ name: container, entry: basePath + entry }])
  }
  return federation.loadRemote(`${container}/${expose.slice(2)}`)
}

/** For the build's own loader of chunks and style sheets (`shared/federation/integrity-runtime.ts`). */
function announceHashes({ basePath, files }: RemoteRelease): void {
  const hashes = globalThis.__deskIntegrity ?? {}
  for (const [name, { integrity }] of Object.entries(files)) hashes[basePath + name] = integrity
  globalThis.__deskIntegrity = hashes
}

function start(): ModuleFederation {
  const shared = Object.fromEntries(
    Object.entries(providedModules).map(([key, module]) => {
      const version = DESK_SHARED_VERSIONS[key]
      if (version === undefined) throw new Error(`no version for the provided module ${key}`)
      return [
        key,
        {
          version,
          scope: 'default',
          lib: () => module,
          shareConfig: { singleton: true, requiredVersion: `^${version}` },
        },
      ]
    }),
  )
  return createInstance({
    name: 'host',
    remotes: [],
    shared,
    shareStrategy: 'loaded-first',
    // Containers are built without the runtime's core (`externalRuntime`) and take the page's.
    plugins: [injectExternalRuntimeCore(), createRegistryPlugin((container) => releases.get(container))],
  })
}
