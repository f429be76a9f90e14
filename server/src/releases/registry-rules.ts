import { isDeepStrictEqual } from 'node:util'
import type {
  RegistryRemote,
  ReleaseRegistry,
  RemoteDeclaration,
  RemoteManifest,
  RemoteRelease,
} from 'shared/federation/remote-manifest.ts'
import { routeConflicts } from 'shared/federation/route-conflicts.ts'

export const EMPTY_REGISTRY: ReleaseRegistry = { revision: 0, remotes: {} }

/** Days for which replaced releases are retained, because open pages may still request their files. */
const RELEASE_RETENTION_DAYS = 30

type ReleaseAction = 'declare' | 'release' | 'rollback' | 'withdraw'

/** Id of the host in the release log and name of its release folder. No remote can have this id. */
export const HOST = 'host'

export interface RegistryChange {
  registry: ReleaseRegistry
  /** Id of the changed remote, or `host`. */
  remote: string
  action: ReleaseAction
  release: string | null
}

/** Thrown when the registry refuses a change; the message is shown in the terminal. */
export class ReleaseRefused extends Error {}

/** Makes a release active; a remote without a release is only declared. Returns null when nothing changes. */
export function activate(registry: ReleaseRegistry, manifest: RemoteManifest): RegistryChange | null {
  const { declaration, release } = manifest
  const known = registry.remotes[declaration.id]
  if (release === null || release.release === known?.active?.release) return declare(registry, declaration)
  return changedRemote(registry, 'release', release, {
    declaration,
    active: release,
    previous: known?.active ?? known?.previous ?? null,
  })
}

export function activateHost(registry: ReleaseRegistry, release: string): RegistryChange | null {
  if (registry.host?.active === release) return null
  return changed(registry, HOST, 'release', release, {
    host: { active: release, previous: registry.host?.active ?? null },
  })
}

/** Returns the registry after a rollback to `active`. `previous`: the release before `active`. */
export function rollback(
  registry: ReleaseRegistry,
  id: string,
  active: RemoteRelease,
  previous: RemoteRelease | null,
): RegistryChange {
  const { declaration } = remoteOf(registry, id)
  return changedRemote(registry, 'rollback', active, { declaration, active, previous })
}

export function rollbackHost(
  registry: ReleaseRegistry,
  active: string,
  previous: string | null,
): RegistryChange {
  return changed(registry, HOST, 'rollback', active, { host: { active, previous } })
}

/** Returns the targets of rollbacks, newest first. @throws ReleaseRefused when there is no earlier release. */
export function earlierReleases(
  registry: ReleaseRegistry,
  log: readonly LoggedRelease[],
  id: string,
): [string, ...string[]] {
  const { active, previous } = id === HOST ? (registry.host ?? {}) : idsOf(remoteOf(registry, id))
  const { line } = releaseHistory(log, id)
  // Uses the registry when the log is too short to contain earlier releases.
  const earlier =
    line.at(-1) === active ? line.slice(0, -1).reverse() : [previous].filter((each) => each != null)
  const [first, ...rest] = earlier
  if (active == null || first === undefined) throw new ReleaseRefused(`${id} has no earlier release.`)
  return [first, ...rest]
}

function idsOf({ active, previous }: RegistryRemote): { active?: string; previous?: string } {
  return { active: active?.release, previous: previous?.release }
}

/** `line`: ids of releases up to the active one. `rolledBack`: ids rolled back since the last new release. */
export function releaseHistory(
  log: readonly LoggedRelease[],
  id: string,
): { line: string[]; rolledBack: ReadonlySet<string> } {
  let line: string[] = []
  let rolledBack = new Set<string>()
  for (const { remote, action, release } of log.toSorted((a, b) => a.revision - b.revision)) {
    if (remote !== id || action === 'declare') continue
    // Skips a rollback to a release that was already active, because it changes nothing.
    if (action === 'rollback' && line.at(-1) === release) continue
    if (release === null) {
      line = []
      rolledBack = new Set()
    } else if (action === 'rollback') {
      const at = line.slice(0, -1).lastIndexOf(release)
      for (const each of line.slice(at + 1)) rolledBack.add(each)
      line = [...line.slice(0, at + 1), ...(at < 0 ? [release] : [])]
      rolledBack.delete(release)
    } else {
      if (line.at(-1) !== release) line = [...line, release]
      rolledBack = new Set()
    }
  }
  return { line, rolledBack }
}

/** Removes a remote from the registry. Its files are retained like those of a replaced release. */
export function withdraw(registry: ReleaseRegistry, remoteId: string): RegistryChange {
  remoteOf(registry, remoteId)
  const { [remoteId]: _gone, ...remotes } = registry.remotes
  return changed(registry, remoteId, 'withdraw', null, { remotes })
}

function remoteOf(registry: ReleaseRegistry, id: string): RegistryRemote {
  const known = Object.hasOwn(registry.remotes, id) ? registry.remotes[id] : undefined
  if (known === undefined) throw new ReleaseRefused(`There is no remote "${id}".`)
  return known
}

function declare(registry: ReleaseRegistry, declaration: RemoteDeclaration): RegistryChange | null {
  const known = registry.remotes[declaration.id]
  if (known !== undefined && isDeepStrictEqual(known.declaration, declaration)) return null
  return changedRemote(registry, 'declare', null, {
    declaration,
    active: known?.active ?? null,
    previous: known?.previous ?? null,
  })
}

function changedRemote(
  registry: ReleaseRegistry,
  action: ReleaseAction,
  release: RemoteRelease | null,
  remote: RegistryRemote,
): RegistryChange {
  const { id } = remote.declaration
  const remotes = { ...registry.remotes, [id]: remote }
  refuseRouteConflicts(id, remotes)
  return changed(registry, id, action, release?.release ?? null, { remotes })
}

function changed(
  registry: ReleaseRegistry,
  remote: string,
  action: ReleaseAction,
  release: string | null,
  parts: Partial<Pick<ReleaseRegistry, 'host' | 'remotes'>>,
): RegistryChange {
  return { registry: { ...registry, ...parts, revision: registry.revision + 1 }, remote, action, release }
}

/** A conflict between two other remotes is not the fault of the changed one. */
function refuseRouteConflicts(changedId: string, remotes: ReleaseRegistry['remotes']): void {
  const owned = Object.values(remotes).map(({ declaration, active }) => ({
    ...declaration,
    routes: (active ?? declaration).routes,
  }))
  const others = routeConflicts(owned.filter(({ id }) => id !== changedId))
  const conflicts = routeConflicts(owned).filter((conflict) => !others.includes(conflict))
  if (conflicts.length > 0) throw new ReleaseRefused(`Refused: ${conflicts.join('; ')}.`)
}

export interface LoggedRelease {
  revision: number
  remote: string
  action: string
  release: string | null
  at: Date
}

/** A stored release, whose files are on this machine. */
export interface StoredRelease {
  owner: string
  release: string
  copiedAt: Date
}

/** Returns releases that are neither active nor previous and were neither replaced nor copied within 30 days. */
export function expiredReleases(
  releases: readonly StoredRelease[],
  log: readonly LoggedRelease[],
  registry: ReleaseRegistry,
  now: Date,
): StoredRelease[] {
  const replacedAt = replacementTimes(log)
  const oldest = now.getTime() - RELEASE_RETENTION_DAYS * 24 * 3_600_000
  return releases.filter(({ owner, release, copiedAt }) => {
    if (releasesInUse(registry, owner).includes(release)) return false
    const replaced = replacedAt.get(`${owner}/${release}`) ?? copiedAt
    return Math.max(replaced.getTime(), copiedAt.getTime()) <= oldest
  })
}

/** Returns the time at which each logged release was last replaced or withdrawn, by `<owner>/<release>`. */
function replacementTimes(log: readonly LoggedRelease[]): Map<string, Date> {
  const times = new Map<string, Date>()
  const latest = new Map<string, string>()
  for (const row of log.toSorted((a, b) => a.revision - b.revision)) {
    if (row.action === 'declare') continue
    const before = latest.get(row.remote)
    if (before !== undefined) times.set(before, row.at)
    if (row.release === null) latest.delete(row.remote)
    else latest.set(row.remote, `${row.remote}/${row.release}`)
  }
  return times
}

function releasesInUse(registry: ReleaseRegistry, owner: string): (string | null | undefined)[] {
  if (owner === HOST) return [registry.host?.active, registry.host?.previous]
  const { active, previous } = registry.remotes[owner] ?? {}
  return [active?.release, previous?.release]
}
