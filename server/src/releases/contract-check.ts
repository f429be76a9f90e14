import { satisfies } from 'semver'
import type { HostManifest, ReleaseRegistry, RemoteRelease } from 'shared/federation/remote-manifest.ts'

export type HostContract = Pick<HostManifest, 'version' | 'shared'>

/** Returns what a remote needs and the host lacks; empty when the remote is compatible or lists no imports. */
export function missingFrom(host: HostContract, { requires, imports }: RemoteRelease): string[] {
  const missing: string[] = []
  if (!satisfies(host.version, requires.shell)) {
    missing.push(`it requires a host of ${requires.shell}, this one is ${host.version}`)
  }
  const { shared } = host
  // A release that was built before this check existed lists no imports, so its missing exports are unknown.
  if (imports === undefined) return missing
  if (shared === undefined) return [...missing, 'the host is too old to list what it provides']
  for (const [key, { range, names }] of Object.entries(imports)) {
    const given = shared[key]
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

/** Returns the exports that remotes would lose. A remote that imports a whole module uses all of its exports. */
export function missingAfter(
  next: HostContract,
  present: HostContract | null,
  registry: ReleaseRegistry,
): Map<string, string[]> {
  const result = new Map<string, string[]>()
  for (const [id, { active }] of Object.entries(registry.remotes)) {
    if (active === null) continue
    const missing = [...missingFrom(next, active), ...droppedNames(next, present, active)]
    if (missing.length > 0) result.set(id, missing)
  }
  return result
}

function droppedNames(
  next: HostContract,
  present: HostContract | null,
  { imports }: RemoteRelease,
): string[] {
  const { shared } = next
  if (shared === undefined) return []
  return Object.entries(imports ?? {}).flatMap(([key, { names }]) => {
    const [before, after] = [present?.shared?.[key], shared[key]]
    if (!names.includes('*') || before === undefined || after === undefined) return []
    return before.exports
      .filter((name) => !after.exports.includes(name) && !names.includes(name))
      .map((name) => `${key}: the host no longer exports ${name}`)
  })
}

export function remotesWithoutImports(registry: ReleaseRegistry): string[] {
  return Object.entries(registry.remotes).flatMap(([id, { active }]) =>
    active !== null && active.imports === undefined ? [id] : [],
  )
}
