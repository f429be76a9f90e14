/** Brings built releases into the house: files to their immutable place, then the registry is flipped. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { HostManifest, RemoteManifest, RemoteRelease } from 'shared/federation/remote-manifest.ts'
import type { Db } from '../db/client.ts'
import { StartError } from '../start-error.ts'
import { activate, expiredReleases, ReleaseRefused, satisfiesShell } from './rules.ts'
import { changeRegistry, readLastAction, readRegistry, readReleaseLog } from './store.ts'

export interface ReleasePlace {
  db: Db
  /** Where released files stand: `<releasesDir>/<remote>/<release>/`. */
  releasesDir: string
}

/** What became of a build. `unchanged`: this release is active already. */
export type PublishOutcome = 'released' | 'declared' | 'unchanged'

/**
 * Publishes what stands in a remote's `dist`: verifies every file against `remote.json`, copies them, makes the release
 * active. A build of a remote without pages only declares it. Doing it again changes nothing.
 * @throws ReleaseRefused when a file is not what the manifest says, or its routes collide with another remote's.
 */
export async function publishBuild(place: ReleasePlace, dist: string): Promise<PublishOutcome> {
  const manifest = await readManifest(dist)
  if (manifest.release !== null) await copyRelease(place.releasesDir, dist, manifest, manifest.release)
  let outcome: PublishOutcome = 'unchanged'
  await changeRegistry(place.db, (registry) => {
    const change = activate(registry, manifest)
    outcome = change === null ? 'unchanged' : change.action === 'release' ? 'released' : 'declared'
    return change
  })
  return outcome
}

/**
 * Publishes several builds, one after the other; for a start that brings its own remotes. What does not fit the host, was rolled
 * back or is refused is left out and told to `onRefused`: the desk goes on with the releases that it has.
 * @throws StartError when a build is not there.
 */
export async function adoptBuilds(
  place: ReleasePlace,
  builds: { dists: readonly string[]; hostDist: string },
  onRefused: (reason: string) => void,
): Promise<Record<string, PublishOutcome>> {
  const outcomes: Record<string, PublishOutcome> = {}
  for (const dist of builds.dists) {
    try {
      const manifest = await readManifest(dist)
      await requireShell(builds.hostDist, manifest)
      await requireNotRolledBack(place.db, manifest)
      outcomes[dist] = await publishBuild(place, dist)
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error
      onRefused(error.message)
    }
  }
  return outcomes
}

/** @throws ReleaseRefused when a build has a release and the host is not in the range that it needs. */
export async function requireShell(
  hostDist: string,
  { release, declaration }: RemoteManifest,
): Promise<void> {
  if (release === null) return
  const { shell } = release.requires
  const version = await shellVersion(hostDist)
  if (version === null) {
    throw new ReleaseRefused(`The host is not built in ${hostDist}, so its version is not known: pnpm build`)
  }
  if (satisfiesShell(version, shell)) return
  throw new ReleaseRefused(
    `${declaration.id} needs a host of ${shell}; this one is ${version}. Release the host first.`,
  )
}

/** A start must not undo what somebody has done on purpose. */
async function requireNotRolledBack(db: Db, { release, declaration: { id } }: RemoteManifest): Promise<void> {
  const { previous } = (await readRegistry(db)).remotes[id] ?? {}
  if (release === null || previous?.release !== release.release) return
  if ((await readLastAction(db, id)) !== 'rollback') return
  throw new ReleaseRefused(
    `${id} ${release.release} was rolled back; pnpm release ${id} makes it active again.`,
  )
}

/** The version of the built host; null when there is none. */
async function shellVersion(hostDist: string): Promise<string | null> {
  try {
    const manifest = JSON.parse(await readFile(join(hostDist, 'host.json'), 'utf8')) as HostManifest
    return manifest.version
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** @throws StartError when nothing is built there. */
async function readManifest(dist: string): Promise<RemoteManifest> {
  try {
    return JSON.parse(await readFile(join(dist, 'remote.json'), 'utf8')) as RemoteManifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new StartError(`There is no build of a remote in ${dist}: pnpm build`, { cause: error })
  }
}

async function copyRelease(
  releasesDir: string,
  dist: string,
  { declaration }: RemoteManifest,
  release: RemoteRelease,
): Promise<void> {
  const target = join(releasesDir, declaration.id, release.release)
  if (await exists(join(target, 'remote.json'))) return
  // Another process may publish the same: each works beside the place, and the first to finish takes it.
  const working = join(releasesDir, declaration.id, `.${release.release}-${randomUUID()}`)
  try {
    for (const [name, { integrity }] of Object.entries(release.files)) {
      const source = join(dist, name)
      if (!source.startsWith(join(dist, '/'))) throw new ReleaseRefused(`${name} leads out of ${dist}.`)
      const content = await readFile(source)
      if (integrity !== `sha384-${createHash('sha384').update(content).digest('base64')}`) {
        throw new ReleaseRefused(`${source} is not the file that remote.json describes.`)
      }
      await put(join(working, name), content)
      for (const compressed of [`${name}.gz`, `${name}.br`]) {
        if (await exists(join(dist, compressed)))
          await put(join(working, compressed), await readFile(join(dist, compressed)))
      }
    }
    await put(join(working, 'remote.json'), await readFile(join(dist, 'remote.json')))
    await rename(working, target)
  } catch (error) {
    if (!(await exists(join(target, 'remote.json')))) throw error
  } finally {
    await rm(working, { recursive: true, force: true })
  }
}

/** Removes the files of releases that were replaced more than 30 days ago. Returns what went. */
export async function removeExpiredReleases(place: ReleasePlace, now: Date): Promise<string[]> {
  const expired = expiredReleases(await readReleaseLog(place.db), await readRegistry(place.db), now)
  const removed: string[] = []
  for (const { remote, release } of expired) {
    const folder = join(place.releasesDir, remote, release)
    if (!(await exists(folder))) continue
    await rm(folder, { recursive: true, force: true })
    removed.push(`${remote}/${release}`)
  }
  return removed
}

async function put(file: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
