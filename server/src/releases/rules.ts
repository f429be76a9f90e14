/** What may happen to the release registry. Pure: a registry and a fact go in, the next registry comes out. */
import type {
  RegistryRemote,
  ReleaseRegistry,
  RemoteDeclaration,
  RemoteManifest,
  RemoteRelease,
} from 'shared/federation/remote-manifest.ts'

export const EMPTY_REGISTRY: ReleaseRegistry = { revision: 0, remotes: {} }

/** Releases stay this long after another one took their place: pages that are open may still ask for their files. */
const KEEP_RELEASES_DAYS = 30

type ReleaseAction = 'declare' | 'release' | 'rollback'

/** The next registry and the line for its log. */
export interface RegistryChange {
  registry: ReleaseRegistry
  remote: string
  action: ReleaseAction
  release: string | null
}

/** A wish that the registry refuses; the text is for the person at the terminal. */
export class ReleaseRefused extends Error {}

/** Makes a built release the active one, or only declares the remote when nothing was built. Null: nothing would change. */
export function activate(registry: ReleaseRegistry, manifest: RemoteManifest): RegistryChange | null {
  const { declaration, release } = manifest
  const known = registry.remotes[declaration.id]
  if (release === null || release.release === known?.active?.release) return declare(registry, declaration)
  return changed(registry, 'release', release, {
    declaration,
    active: release,
    previous: known?.active ?? known?.previous ?? null,
  })
}

/** Makes the release before the active one, and the other way round: a second rollback undoes the first. */
export function rollback(registry: ReleaseRegistry, remoteId: string): RegistryChange {
  const known = registry.remotes[remoteId]
  if (known === undefined) throw new ReleaseRefused(`There is no remote "${remoteId}".`)
  if (known.previous === null) throw new ReleaseRefused(`${remoteId} has no earlier release.`)
  return changed(registry, 'rollback', known.previous, {
    declaration: known.declaration,
    active: known.previous,
    previous: known.active,
  })
}

function declare(registry: ReleaseRegistry, declaration: RemoteDeclaration): RegistryChange | null {
  const known = registry.remotes[declaration.id]
  if (known !== undefined && sameJson(known.declaration, declaration)) return null
  return changed(registry, 'declare', null, {
    declaration,
    active: known?.active ?? null,
    previous: known?.previous ?? null,
  })
}

function changed(
  registry: ReleaseRegistry,
  action: ReleaseAction,
  release: RemoteRelease | null,
  remote: RegistryRemote,
): RegistryChange {
  const { id } = remote.declaration
  const remotes = { ...registry.remotes, [id]: remote }
  refuseDoublePaths(remotes)
  return {
    registry: { revision: registry.revision + 1, remotes },
    remote: id,
    action,
    release: release?.release ?? null,
  }
}

function refuseDoublePaths(remotes: ReleaseRegistry['remotes']): void {
  const owners = new Map<string, string>()
  for (const [id, { declaration, active }] of Object.entries(remotes)) {
    for (const { path } of (active ?? declaration).routes) {
      const owner = owners.get(path)
      if (owner !== undefined) throw new ReleaseRefused(`The path ${path} belongs to ${owner} and to ${id}.`)
      owners.set(path, id)
    }
  }
}

/** jsonb gives keys back in an order of its own. */
function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  return left.length === right.size && left.every(([key, value]) => sameJson(value, right.get(key)))
}

/** Whether a host of `version` is in a remote's `range`: `1.2.3`, `~1.2.3` or `^1.2.3`. */
export function satisfiesShell(version: string, range: string): boolean {
  const wanted = /^([\^~]?)(\d+)\.(\d+)\.(\d+)$/.exec(range)
  const given = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  if (!wanted || !given) return false
  const [major = 0, minor = 0, patch = 0] = given.slice(1).map(Number)
  const [wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = wanted.slice(2).map(Number)
  const atLeast = minor !== wantedMinor ? minor > wantedMinor : patch >= wantedPatch
  if (wanted[1] === '') return major === wantedMajor && minor === wantedMinor && patch === wantedPatch
  if (wanted[1] === '~' || wantedMajor === 0) {
    return major === wantedMajor && minor === wantedMinor && patch >= wantedPatch
  }
  return major === wantedMajor && atLeast
}

export interface LoggedRelease {
  revision: number
  remote: string
  action: string
  release: string | null
  at: Date
}

/** Releases of the log whose files may go: neither active nor previous, and replaced more than 30 days ago. */
export function expiredReleases(
  log: readonly LoggedRelease[],
  registry: ReleaseRegistry,
  now: Date,
): { remote: string; release: string }[] {
  const replacedAt = new Map<string, { remote: string; release: string; at: Date | null }>()
  const latest = new Map<string, string>()
  for (const row of log.toSorted((a, b) => a.revision - b.revision)) {
    if (row.release === null) continue
    const before = latest.get(row.remote)
    const replaced = before === undefined ? undefined : replacedAt.get(before)
    if (replaced) replaced.at = row.at
    const key = `${row.remote}/${row.release}`
    replacedAt.set(key, { remote: row.remote, release: row.release, at: null })
    latest.set(row.remote, key)
  }
  const oldest = now.getTime() - KEEP_RELEASES_DAYS * 24 * 3_600_000
  return [...replacedAt.values()].flatMap(({ remote, release, at }) => {
    const { active, previous } = registry.remotes[remote] ?? {}
    const inUse = active?.release === release || previous?.release === release
    return at === null || inUse || at.getTime() > oldest ? [] : [{ remote, release }]
  })
}
