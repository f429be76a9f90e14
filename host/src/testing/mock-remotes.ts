import { REGISTRY_ELEMENT_ID } from 'shared/contract/constants.ts'
import type { PageRegistry, PageRelease, PageRemote } from 'shared/federation/remote-manifest.ts'
import type { ModuleSource } from '../remotes/load-module.ts'

export function mockRelease(name: string, more: Partial<PageRelease> = {}): PageRelease {
  return {
    release: name,
    container: `chat_${name}`,
    version: '1.0.0',
    basePath: `/r/chat/${name}/`,
    entry: 'remoteEntry.js',
    requires: { shell: '^1.0.0' },
    routes: [],
    nav: [],
    exposes: {},
    files: {},
    ...more,
  }
}

/** Returns a mock remote `chat` with the given releases. */
export function mockRemote(active: PageRelease | null, previous: PageRelease | null = null): PageRemote {
  return {
    declaration: { id: 'chat', owner: 'chat team', requires: { shell: '^1.0.0' }, routes: [], nav: [] },
    active,
    previous,
  }
}

/** Returns a mock module source that loads modules with `load`, and in which all files are available. */
export function mockModuleSource(load: ModuleSource['load'], more: Partial<ModuleSource> = {}): ModuleSource {
  return {
    load,
    fetch: async () => new Response('x'),
    sharedModuleHashes: () => ({}),
    timeoutMs: 1_000,
    pause: async () => {},
    ...more,
  }
}

/** Writes the registry into the page as the server does, and removes the old one. The host reads it only once. */
export function writeRegistry(registry: PageRegistry): void {
  document.getElementById(REGISTRY_ELEMENT_ID)?.remove()
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = REGISTRY_ELEMENT_ID
  element.textContent = JSON.stringify(registry)
  document.head.append(element)
}
