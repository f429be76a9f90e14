import type { HostManifest, ReleaseRegistry, RemoteManifest } from 'shared/federation/remote-manifest.ts'
import type { Db } from '../db/client.ts'
import { missingAfter, missingFrom } from './contract-check.ts'
import { changeRegistry, readRegistry, readReleaseLog, wasReleased } from './registry.store.ts'
import {
  activate,
  activateHost,
  earlierReleases,
  expiredReleases,
  HOST,
  type RegistryChange,
  ReleaseRefused,
  releaseHistory,
  rollback,
  rollbackHost,
} from './registry-rules.ts'
import {
  copyHostRelease,
  copyRemoteRelease,
  listReleases,
  readHostManifest,
  readReleased,
  readRemoteManifest,
  releaseFolder,
  removeReleaseFiles,
  touchRelease,
} from './release-files.ts'

export interface ReleaseStorage {
  db: Db
  /** Folder of the released files, in `<releasesDir>/<remote or host>/<release>/`. */
  releasesDir: string
  hostDist: string
}

/** `declared`: the remote is registered but has no release. `unchanged`: the release is already active. */
export type PublishOutcome = 'released' | 'declared' | 'unchanged'

export interface Published {
  /** Release id; null for a remote that is declared but has no release. */
  release: string | null
  outcome: PublishOutcome
}

/**
 * Publishes a built remote after verifying every file against `remote.json`. Safe to repeat. @throws ReleaseRefused
 * when a file does not match, the active host lacks an import, or a route belongs to somebody else.
 */
export async function publishRemote(storage: ReleaseStorage, dist: string): Promise<Published> {
  const manifest = await readRemoteManifest(dist)
  await requireFits(storage, await readRegistry(storage.db), manifest)
  await copyRemoteRelease(storage.releasesDir, dist, manifest)
  let outcome: PublishOutcome = 'unchanged'
  await changeRegistry(storage.db, async (registry) => {
    await requireFits(storage, registry, manifest)
    const change = activate(registry, manifest)
    outcome = change === null ? 'unchanged' : change.action === 'release' ? 'released' : 'declared'
    return change
  })
  return { release: manifest.release?.release ?? null, outcome }
}

export interface HostChangeOptions {
  /** Publishes the host even when a remote would lose an import. `onMissing` gets these imports. */
  force?: boolean
  onMissing?: (reason: string) => void
}

/** Publishes the built host. @throws ReleaseRefused if it is incomplete or a remote would lose an import. */
export async function publishHost(
  storage: ReleaseStorage,
  options: HostChangeOptions = {},
): Promise<Published> {
  const manifest = await readHostManifest(storage.hostDist)
  if (manifest === null)
    throw new ReleaseRefused(`The host is not built in ${storage.hostDist}: run pnpm build`)
  await copyHostRelease(storage.releasesDir, storage.hostDist, manifest)
  let outcome: PublishOutcome = 'unchanged'
  await changeRegistry(storage.db, async (registry) => {
    const change = activateHost(registry, manifest.release)
    if (change !== null) await refuseMissing(storage, registry, manifest, options)
    outcome = change === null ? 'unchanged' : 'released'
    return change
  })
  return { release: manifest.release, outcome }
}

/** Activates the release before the active one; repeated calls go further back. @throws ReleaseRefused */
export async function rollBack(
  storage: ReleaseStorage,
  id: string,
  options: HostChangeOptions = {},
): Promise<string> {
  let release = ''
  await changeRegistry(storage.db, async (registry) => {
    const [wanted, before] = earlierReleases(registry, await readReleaseLog(storage.db), id)
    release = wanted
    if (id !== HOST) return rollBackRemote(storage, registry, id, wanted, before)
    const manifest = await readHostManifest(releaseFolder(storage.releasesDir, HOST, wanted))
    if (manifest === null) throw new ReleaseRefused(`The files of the host release ${wanted} are missing.`)
    await touchRelease(releaseFolder(storage.releasesDir, HOST, wanted))
    await refuseMissing(storage, registry, manifest, options)
    return rollbackHost(registry, wanted, before ?? null)
  })
  return release
}

async function rollBackRemote(
  storage: ReleaseStorage,
  registry: ReleaseRegistry,
  id: string,
  wanted: string,
  before: string | undefined,
): Promise<RegistryChange> {
  const { declaration, previous } = registry.remotes[id] ?? {}
  const releaseOf = async (name: string) =>
    previous?.release === name ? previous : readReleased(storage.releasesDir, id, name)
  const active = await releaseOf(wanted)
  if (active === null) throw new ReleaseRefused(`The files of ${id} ${wanted} are missing.`)
  await touchRelease(releaseFolder(storage.releasesDir, id, wanted))
  if (declaration) await requireFits(storage, registry, { declaration, release: active })
  return rollback(registry, id, active, before === undefined ? null : await releaseOf(before))
}

export interface StartOptions {
  /** True to also publish replaced builds, as `pnpm start` does. On servers, this would undo newer releases. */
  replaced?: boolean
}

/**
 * Publishes new builds at a server start. Skips incompatible, rolled back and replaced builds with a warning, unless
 * files of the active release are missing. Publishes a host with a warning if a remote would lose an import.
 * @throws StartError when a remote's build is missing.
 */
export async function publishAtStart(
  storage: ReleaseStorage,
  dists: readonly string[],
  warn: (reason: string) => void,
  options: StartOptions = {},
): Promise<Record<string, PublishOutcome>> {
  const outcomes: Record<string, PublishOutcome> = {}
  const publishOrWarn = async (what: string, publish: () => Promise<PublishOutcome>) => {
    try {
      outcomes[what] = await publish()
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error
      warn(`a build was not released: ${error.message}`)
    }
  }
  const once = !options.replaced
  const lost = await activeWithoutFiles(storage)
  for (const [id, release] of lost) {
    warn(
      `the files of ${id} ${release}, which is active, are not in ${storage.releasesDir} (was the database restored without them?); the built version is released instead`,
    )
  }
  await publishOrWarn(
    HOST,
    async () => (await adoptHost(storage, { force: true, once, anyway: lost.has(HOST) })) ?? 'unchanged',
  )
  for (const dist of dists) {
    await publishOrWarn(dist, async () => {
      const manifest = await readRemoteManifest(dist)
      const { id } = manifest.declaration
      if (manifest.release !== null && !lost.has(id))
        await requireNotRolledBack(storage.db, id, manifest.release.release, once)
      return (await publishRemote(storage, dist)).outcome
    })
  }
  await reportMissing(storage, warn)
  return outcomes
}

/** Null without a build. @throws ReleaseRefused for a build that was rolled back or (with `once`) replaced. */
export async function adoptHost(
  storage: ReleaseStorage,
  { once = false, anyway = false, ...options }: HostChangeOptions & { once?: boolean; anyway?: boolean } = {},
): Promise<PublishOutcome | null> {
  const manifest = await readHostManifest(storage.hostDist)
  if (manifest === null) return null
  if (!anyway) await requireNotRolledBack(storage.db, HOST, manifest.release, once)
  return (await publishHost(storage, options)).outcome
}

async function activeWithoutFiles({ db, releasesDir }: ReleaseStorage): Promise<Map<string, string>> {
  const { host, remotes } = await readRegistry(db)
  const active = Object.entries(remotes).map(([id, remote]) => [id, remote.active?.release] as const)
  const releases = new Set(
    (await listReleases(releasesDir)).map(({ owner, release }) => `${owner}/${release}`),
  )
  return new Map(
    [[HOST, host?.active] as const, ...active].flatMap(([id, release]) =>
      release === undefined || releases.has(`${id}/${release}`) ? [] : [[id, release]],
    ),
  )
}

async function reportMissing(storage: ReleaseStorage, warn: (reason: string) => void): Promise<void> {
  const registry = await readRegistry(storage.db)
  const host = await liveHost(storage, registry)
  if (host === null) return
  for (const [id, missing] of missingAfter(host, null, registry)) {
    warn(`${id} does not fit the host ${host.release}: ${missing.join('; ')}`)
  }
}

async function refuseMissing(
  storage: ReleaseStorage,
  registry: ReleaseRegistry,
  next: HostManifest,
  { force = false, onMissing = () => {} }: HostChangeOptions,
): Promise<void> {
  const present = await liveHost(storage, registry).catch(() => null)
  const reasons = [...missingAfter(next, present, registry)].map(
    ([id, missing]) => `${id} would not fit the host ${next.release}: ${missing.join('; ')}`,
  )
  if (reasons.length === 0) return
  if (!force) throw new ReleaseRefused(`${reasons.join('\n')}\nRelease the remotes first, or use --force.`)
  for (const reason of reasons) onMissing(reason)
}

async function requireFits(
  storage: ReleaseStorage,
  registry: ReleaseRegistry,
  { declaration, release }: RemoteManifest,
): Promise<void> {
  if (release === null) return
  const host = await liveHost(storage, registry)
  if (host === null) {
    throw new ReleaseRefused(
      `The host is not built in ${storage.hostDist}, so it is not known what it provides: run pnpm build`,
    )
  }
  const missing = missingFrom(host, release)
  if (missing.length === 0) return
  throw new ReleaseRefused(
    `${declaration.id} ${release.release} does not fit the host ${host.release}: ${missing.join('; ')}. Release the host first.`,
  )
}

/** Returns the published host's manifest, otherwise the built host's; null when neither exists. */
async function liveHost(
  { releasesDir, hostDist }: ReleaseStorage,
  { host }: ReleaseRegistry,
): Promise<HostManifest | null> {
  const released =
    host === undefined ? null : await readHostManifest(releaseFolder(releasesDir, HOST, host.active))
  return released ?? readHostManifest(hostDist)
}

/** A server start must not activate a release that was rolled back or replaced. */
async function requireNotRolledBack(db: Db, id: string, release: string, once: boolean): Promise<void> {
  const { host, remotes } = await readRegistry(db)
  const active = id === HOST ? host?.active : remotes[id]?.active?.release
  if (active === release) return
  const again = `pnpm release ${id} makes it active again.`
  if (releaseHistory(await readReleaseLog(db), id).rolledBack.has(release))
    throw new ReleaseRefused(`${id} ${release} was rolled back; ${again}`)
  if (once && (await wasReleased(db, id, release)))
    throw new ReleaseRefused(`${id} ${release} was replaced by ${active ?? 'nothing'}; ${again}`)
}

export async function removeExpiredReleases(
  { db, releasesDir }: Pick<ReleaseStorage, 'db' | 'releasesDir'>,
  now: Date,
): Promise<string[]> {
  // Lists the releases first. A release that is published afterwards gets a new mtime, so it is not removed.
  const releases = await listReleases(releasesDir)
  const expired = expiredReleases(releases, await readReleaseLog(db), await readRegistry(db), now)
  const removed: string[] = []
  for (const each of expired)
    if (await removeReleaseFiles(releasesDir, each)) removed.push(`${each.owner}/${each.release}`)
  return removed
}
