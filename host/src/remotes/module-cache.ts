import { loadExposed } from './federation.ts'
import { LOAD_TIMEOUT_MS, type LoadedModule, loadModule, type ModuleSource } from './load-module.ts'
import { preloadRelease } from './preload-page.ts'
import { readRegistry } from './registry.ts'

export interface ModuleEntry {
  promise: Promise<LoadedModule>
  loaded?: LoadedModule
  failed?: { error: unknown }
}

export const MODULE_SOURCE: ModuleSource = {
  load: (release, expose) => {
    preloadRelease(release, expose)
    return loadExposed(release, expose)
  },
  fetch: (...args) => fetch(...args),
  sharedModuleHashes: (key) => readRegistry().sharedModuleHashes?.[key] ?? {},
  timeoutMs: LOAD_TIMEOUT_MS,
  pause: () => new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 200)),
}

const modules = new Map<string, ModuleEntry>()

export function cachedModule(
  remoteId: string,
  expose: string,
  crashed: readonly string[],
): ModuleEntry | undefined {
  return modules.get(moduleKey(remoteId, expose, crashed))
}

function moduleKey(remoteId: string, expose: string, crashed: readonly string[]): string {
  return [remoteId, expose, ...crashed].join(' ')
}

/** Returns the cached state of a module. `crashed` contains the containers to avoid. */
export function moduleEntry(remoteId: string, expose: string, crashed: readonly string[]): ModuleEntry {
  const key = moduleKey(remoteId, expose, crashed)
  const known = modules.get(key)
  if (known) return known
  const remote = readRegistry().remotes[remoteId]
  const promise = loadModule(remoteId, expose, remote, new Set(crashed), MODULE_SOURCE)
  const entry: ModuleEntry = { promise }
  modules.set(key, entry)
  promise.then(
    (loaded) => {
      entry.loaded = loaded
    },
    (error: unknown) => {
      entry.failed = { error }
    },
  )
  return entry
}

export function forgetModule(remoteId: string, expose: string): void {
  const key = moduleKey(remoteId, expose, [])
  for (const other of modules.keys()) if (other === key || other.startsWith(`${key} `)) modules.delete(other)
}
