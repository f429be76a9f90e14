import type { Role } from 'shared/contract/constants.ts'
import { REGISTRY_ELEMENT_ID } from 'shared/contract/constants.ts'
import type {
  PageRegistry,
  PageRelease,
  RemoteDeclaration,
  RemoteLink,
  RemoteNavItem,
  RemoteRoute,
  SlotName,
} from 'shared/federation/remote-manifest.ts'

/** Route of a remote. `path` is relative to the shell. */
export interface HostRemoteRoute extends RemoteRoute {
  remoteId: string
}

const EMPTY: PageRegistry = { revision: 0, remotes: {} }
let current: PageRegistry | null = null

/** Returns the page's registry, or an empty one when it is missing or invalid, so that login and profile still work. */
export function readRegistry(): PageRegistry {
  current ??= parseRegistry(document.getElementById(REGISTRY_ELEMENT_ID)?.textContent ?? '')
  return current
}

export function replaceRegistry(registry: PageRegistry): void {
  const { revision, sharedModuleHashes } = readRegistry()
  // Keeps the hashes of the shared modules, because they belong to the build of the host that this page runs.
  if (registry.revision >= revision) current = { ...registry, sharedModuleHashes }
}

/** Parses a registry, and drops incomplete remotes and releases. */
export function parseRegistry(text: string): PageRegistry {
  try {
    const value = JSON.parse(text) as Partial<PageRegistry> | null
    if (typeof value?.revision !== 'number' || typeof value.remotes !== 'object' || value.remotes === null) {
      throw new Error('revision or remotes are missing')
    }
    const remotes = Object.entries(value.remotes).flatMap(([id, remote]) =>
      remote?.declaration?.id === id && hasLists(remote.declaration)
        ? [[id, { ...remote, active: whole(remote.active), previous: whole(remote.previous) }] as const]
        : [],
    )
    const { revision, sharedModuleHashes } = value
    return { revision, remotes: Object.fromEntries(remotes), sharedModuleHashes }
  } catch (error) {
    console.error('the release registry could not be parsed', error)
    return EMPTY
  }
}

function hasLists(value: Partial<RemoteDeclaration>): boolean {
  return Array.isArray(value.routes) && Array.isArray(value.nav)
}

function whole(release: PageRelease | null | undefined): PageRelease | null {
  return release?.container && release.basePath && release.exposes && release.files && hasLists(release)
    ? release
    : null
}

export function remoteRoutes(registry: PageRegistry): HostRemoteRoute[] {
  return Object.entries(registry.remotes).flatMap(([remoteId, { declaration, active }]) =>
    (active ?? declaration).routes.map((route) => ({ ...route, remoteId })),
  )
}

export interface HostRemotePart {
  remoteId: string
  expose: string
}

export function remoteServices(registry: PageRegistry, role: Role): HostRemotePart[] {
  return Object.entries(registry.remotes).flatMap(([remoteId, { active }]) =>
    (active?.services ?? [])
      .filter(({ roles }) => roles.includes(role))
      .map(({ expose }) => ({ remoteId, expose })),
  )
}

export function remoteSlots(registry: PageRegistry, name: SlotName, role: Role | null): HostRemotePart[] {
  return Object.entries(registry.remotes)
    .flatMap(([remoteId, { active }]) => (active?.slots ?? []).map((slot) => ({ ...slot, remoteId })))
    .filter(({ slot, roles }) => slot === name && role !== null && roles.includes(role))
    .sort((a, b) => a.order - b.order || a.remoteId.localeCompare(b.remoteId, 'en'))
}

export const remoteLinks = (name: string, role: Role | null): RemoteLink[] =>
  Object.values(readRegistry().remotes)
    .flatMap(({ declaration, active }) => (active ?? declaration).links ?? [])
    // The cast is safe, because no list of roles contains null.
    .filter(({ slot, roles }) => slot === name && roles.includes(role as Role))

export function remoteNav(registry: PageRegistry, role: Role | null): RemoteNavItem[] {
  return Object.values(registry.remotes)
    .flatMap(({ declaration, active }) => (active ?? declaration).nav)
    .filter((item) => role !== null && item.roles.includes(role))
    .sort((a, b) => a.order - b.order || a.path.localeCompare(b.path, 'en'))
}
