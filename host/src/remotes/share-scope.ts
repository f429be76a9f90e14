/** The page's share scope: started with the first page of a remote, inside the shell's chunk. */
import { providedModules } from './provided-modules.ts'
import * as runtimeCore from './runtime-core.ts'

/** Versions of the provided modules by key, written in by the build. */
declare const DESK_SHARED_VERSIONS: Readonly<Record<string, string>>

declare global {
  // Where containers look for the core of the federation runtime.
  var _FEDERATION_RUNTIME_CORE: typeof runtimeCore | undefined
}

type ShareScopeMap = runtimeCore.ModuleFederation['shareScopeMap']

let shareScopes: ShareScopeMap | null = null

/** The share scopes of the page, with every provided module in `default`. The same object at every call. */
export function pageShareScopes(): ShareScopeMap {
  shareScopes ??= start()
  return shareScopes
}

function start(): ShareScopeMap {
  globalThis._FEDERATION_RUNTIME_CORE = runtimeCore
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
  const federation = new runtimeCore.ModuleFederation({
    name: 'host',
    remotes: [],
    shared,
    shareStrategy: 'loaded-first',
  })
  runtimeCore.setGlobalFederationInstance(federation)
  return federation.shareScopeMap
}
