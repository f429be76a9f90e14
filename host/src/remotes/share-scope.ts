/** The page's share scope: started with the first page of a remote, inside the shell's chunk. */
import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  helpers,
  ModuleFederation,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime/core'
import { providedModules } from './provided-modules.ts'

/** Versions of the provided modules by key, written in by the build. */
declare const DESK_SHARED_VERSIONS: Readonly<Record<string, string>>

/**
 * What containers take from the page's federation runtime: they are built without its core (`externalRuntime`) and, as they
 * load no remotes themselves, never ask for more.
 */
const runtimeCore = {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  helpers,
  ModuleFederation,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
}

declare global {
  // Where containers look for it.
  var _FEDERATION_RUNTIME_CORE: typeof runtimeCore | undefined
}

type ShareScopeMap = ModuleFederation['shareScopeMap']

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
  const federation = new ModuleFederation({
    name: 'host',
    remotes: [],
    shared,
    shareStrategy: 'loaded-first',
  })
  setGlobalFederationInstance(federation)
  return federation.shareScopeMap
}
