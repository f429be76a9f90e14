/** Reads the release registry that the page carries: which routes, menu items, services and slots the remotes have. */
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

/** A route of a remote, ready for the router: `path` is relative to the shell. */
export interface HostRemoteRoute extends RemoteRoute {
  remoteId: string
}

const EMPTY: PageRegistry = { revision: 0, remotes: {} }
let current: PageRegistry | null = null

/**
 * The registry that the server wrote into this page, or the newer one that `refreshRegistry` brought. A missing or
 * unreadable one is an empty registry and a line in the console, so that sign-in and profile work without it.
 */
export function readRegistry(): PageRegistry {
  current ??= parseRegistry(document.getElementById(REGISTRY_ELEMENT_ID)?.textContent ?? '')
  return current
}

/** Replaces the page's registry, unless the given one is older. */
export function replaceRegistry(registry: PageRegistry): void {
  const { revision, doorHashes } = readRegistry()
  // They belong to the host of this page.
  if (registry.revision >= revision) current = { ...registry, doorHashes }
}

/** Parses the registry; incomplete remotes and releases are left out. */
export function parseRegistry(text: string): PageRegistry {
  try {
    const value = JSON.parse(text) as Partial<PageRegistry> | null
    if (typeof value?.revision !== 'number' || typeof value.remotes !== 'object' || value.remotes === null) {
      throw new Error('revision or remotes missing')
    }
    const remotes = Object.entries(value.remotes).flatMap(([id, remote]) =>
      remote?.declaration?.id === id && hasLists(remote.declaration)
        ? [[id, { ...remote, active: whole(remote.active), previous: whole(remote.previous) }] as const]
        : [],
    )
    const { revision, doorHashes } = value
    return { revision, remotes: Object.fromEntries(remotes), doorHashes }
  } catch (error) {
    console.error('release registry unreadable', error)
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

/** The routes of every declared remote, released or not: those of the active release when there is one. */
export function remoteRoutes(registry: PageRegistry): HostRemoteRoute[] {
  return Object.entries(registry.remotes).flatMap(([remoteId, { declaration, active }]) =>
    (active ?? declaration).routes.map((route) => ({ ...route, remoteId })),
  )
}

/** A service, or a component in a slot, of a remote. */
export interface HostRemotePart {
  remoteId: string
  expose: string
}

/** The services of active releases that run for a role. */
export function remoteServices(registry: PageRegistry, role: Role): HostRemotePart[] {
  return Object.entries(registry.remotes).flatMap(([remoteId, { active }]) =>
    (active?.services ?? [])
      .filter(({ roles }) => roles.includes(role))
      .map(({ expose }) => ({ remoteId, expose })),
  )
}

/** What active releases put into a slot for a role, in its order. */
export function remoteSlots(registry: PageRegistry, name: SlotName, role: Role | null): HostRemotePart[] {
  return Object.entries(registry.remotes)
    .flatMap(([remoteId, { active }]) => (active?.slots ?? []).map((slot) => ({ ...slot, remoteId })))
    .filter(({ slot, roles }) => slot === name && role !== null && roles.includes(role))
    .sort((a, b) => a.order - b.order || a.remoteId.localeCompare(b.remoteId, 'en'))
}

/** Ways to pages of remotes that stand in a place outside of the sidebar, for a role. */
export const remoteLinks = (name: string, role: Role | null): RemoteLink[] =>
  Object.values(readRegistry().remotes)
    .flatMap(({ declaration, active }) => (active ?? declaration).links ?? [])
    // Nobody's role is in no list.
    .filter(({ place, roles }) => place === name && roles.includes(role as Role))

/** The sidebar's items for a role, in their order. */
export function remoteNav(registry: PageRegistry, role: Role | null): RemoteNavItem[] {
  return Object.values(registry.remotes)
    .flatMap(({ declaration, active }) => (active ?? declaration).nav)
    .filter((item) => role !== null && item.roles.includes(role))
    .sort((a, b) => a.order - b.order || a.path.localeCompare(b.path, 'en'))
}
