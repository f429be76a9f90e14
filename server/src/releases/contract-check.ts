import { satisfies } from 'semver'
import type { HostManifest, ReleaseRegistry, RemoteRelease } from 'shared/federation/remote-manifest.ts'

export type HostContract = Pick<HostManifest, 'version' | 'shared'>

/** Returns what a remote needs and the host lacks; empty when the remote is compatible. */
export function missingFrom(host: HostContract, { requires, imports }: RemoteRelease): string[] {
  const missing: string[] = []
  if (!satisfies(host.version, requires.shell)) {
    missing.push(`it requires a host of ${requires.shell}, this one is ${host.version}`)
  }
  for (const [key, { range, names }] of Object.entries(imports)) {
    const given = host.shared[key]
    if (given === undefined) {
      missing.push(`${key}: the host has no such module (${names.join(', ')})`)
      continue
    }
    if (!satisfies(given.version, range))
      missing.push(`${key}: ${given.version} is not in the range ${range}`)
    for (const name of names) {
      if (name !== '*' && !given.exports.includes(name))
        missing.push(`${key}: the host has no export ${name}`)
    }
  }
  return missing
}

/**
 * Returns the exports that remotes would lose, also those of previous releases: a remote needs its previous release for
 * a rollback, and as a fallback. A remote that imports a whole module uses all of its exports.
 */
export function missingAfter(
  next: HostContract,
  present: HostContract | null,
  registry: ReleaseRegistry,
): Map<string, string[]> {
  const result = new Map<string, string[]>()
  for (const [id, { active, previous }] of Object.entries(registry.remotes)) {
    for (const release of [active, previous]) {
      if (release === null) continue
      const missing = [...missingFrom(next, release), ...droppedNames(next, present, release)]
      const name = release === active ? id : `the previous release of ${id} (${release.release})`
      if (missing.length > 0) result.set(name, missing)
    }
  }
  return result
}

function droppedNames(
  next: HostContract,
  present: HostContract | null,
  { imports }: RemoteRelease,
): string[] {
  return Object.entries(imports).flatMap(([key, { names }]) => {
    const [before, after] = [present?.shared[key], next.shared[key]]
    if (!names.includes('*') || before === undefined || after === undefined) return []
    return before.exports
      .filter((name) => !after.exports.includes(name) && !names.includes(name))
      .map((name) => `${key}: the host no longer exports ${name}`)
  })
}
