import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  type HostManifest,
  HostManifestSchema,
  type ReleaseFile,
  type RemoteManifest,
  RemoteManifestSchema,
  type RemoteRelease,
} from 'shared/federation/remote-manifest.ts'
import type * as z from 'zod'
import { undefinedIfMissing } from '../missing-file.ts'
import { StartError } from '../start-error.ts'
import { HOST, ReleaseRefused, type StoredRelease } from './registry-rules.ts'

const HOST_MANIFEST = 'host.json'
const REMOTE_MANIFEST = 'remote.json'

/** Reads a remote's built manifest. @throws StartError without a build. @throws ReleaseRefused when it is invalid. */
export async function readRemoteManifest(dist: string): Promise<RemoteManifest> {
  const manifest = await readManifest(join(dist, REMOTE_MANIFEST), RemoteManifestSchema)
  if (manifest === null) throw new StartError(`There is no build of a remote in ${dist}: run pnpm build`)
  return manifest
}

/** Returns the released manifest; null when the release's files are not on this machine. */
export async function readReleased(
  releasesDir: string,
  id: string,
  release: string,
): Promise<RemoteRelease | null> {
  const file = join(releaseFolder(releasesDir, id, release), REMOTE_MANIFEST)
  return (await readManifest(file, RemoteManifestSchema))?.release ?? null
}

/** Returns the built host's manifest; null without a build. @throws ReleaseRefused when it is invalid. */
export function readHostManifest(dist: string): Promise<HostManifest | null> {
  return readManifest(join(dist, HOST_MANIFEST), HostManifestSchema)
}

async function readManifest<T extends z.ZodType>(file: string, schema: T): Promise<z.output<T> | null> {
  const text = await undefinedIfMissing(readFile(file, 'utf8'))
  if (text === undefined) return null
  const parsed = schema.safeParse(orUndefined(() => JSON.parse(text)))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new ReleaseRefused(`${file} is not a valid release manifest (${problems.join('; ')}).`)
}

export function releaseFolder(releasesDir: string, owner: string, release: string): string {
  return join(releasesDir, owner, release)
}

/** Throws when there is no host build, unless pages are served from another origin. */
export async function requireHost(storage: {
  hostDist: string
  releasesDir: string
  allowedOrigins: readonly string[]
}): Promise<void> {
  if (storage.allowedOrigins.length > 0 || existsSync(join(storage.hostDist, HOST_MANIFEST))) return
  if ((await listReleasesOf(storage.releasesDir, HOST)).length > 0) return
  throw new StartError(
    `The host is not built (${storage.hostDist} has no ${HOST_MANIFEST}), so there are no pages: run pnpm build first.`,
  )
}

export async function copyRemoteRelease(
  releasesDir: string,
  dist: string,
  { declaration, release }: RemoteManifest,
): Promise<void> {
  if (release === null) return
  const target = releaseFolder(releasesDir, declaration.id, release.release)
  await copyRelease(target, dist, release.files, [REMOTE_MANIFEST])
}

/** Copies a host build. A concurrent build is detected by the manifest, which a build removes first and writes last. */
export async function copyHostRelease(
  releasesDir: string,
  dist: string,
  { release, files }: HostManifest,
): Promise<void> {
  const html = await readFile(join(dist, 'index.html'), 'utf8').catch(() => '')
  const named = [...html.matchAll(/\b(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name = '']) => name)
  const unknown = html === '' ? 'index.html' : named.find((name) => files[name] === undefined)
  if (unknown !== undefined)
    throw new ReleaseRefused(`The host in ${dist} is incomplete: ${unknown} is missing.`)
  const target = releaseFolder(releasesDir, HOST, release)
  await copyRelease(target, dist, files, ['index.html', HOST_MANIFEST])
}

/** `manifests`: files that are copied without a hash. The last one marks the release as complete. */
async function copyRelease(
  target: string,
  dist: string,
  files: Readonly<Record<string, ReleaseFile>>,
  manifests: readonly [...string[], string],
): Promise<void> {
  const manifest = manifests.at(-1) ?? ''
  if (existsSync(join(target, manifest))) return touchRelease(target)
  const signed = await readBuilt(dist, manifest)
  if (signed === null) throw new ReleaseRefused(`${join(dist, manifest)} is missing.`)
  // Copies to a temporary folder of its own. When several processes publish a release, the first rename wins.
  const working = join(dirname(target), `.working-${randomUUID()}`)
  try {
    for (const [name, { integrity }] of Object.entries(files)) {
      const content = await readBuilt(dist, name)
      if (
        content === null ||
        integrity !== `sha384-${createHash('sha384').update(content).digest('base64')}`
      ) {
        throw new ReleaseRefused(`${join(dist, name)} is not the file that ${manifest} describes.`)
      }
      await put(join(working, name), content)
      for (const [suffix, decompress] of COMPRESSED) {
        const compressed = await readBuilt(dist, `${name}${suffix}`)
        if (compressed === null) continue
        // Checks compressed files by their decompressed content, because manifests do not list compressed files.
        if (!decompress(compressed, content.length)?.equals(content)) {
          throw new ReleaseRefused(`${join(dist, name)}${suffix} is not ${name}, compressed.`)
        }
        await put(join(working, `${name}${suffix}`), compressed)
      }
    }
    for (const name of manifests) await put(join(working, name), (await readBuilt(dist, name)) ?? signed)
    if (!signed.equals(await readFile(join(working, manifest)))) {
      throw new ReleaseRefused(`${dist} was rebuilt while it was copied.`)
    }
    await rename(working, target)
  } catch (error) {
    if (!existsSync(join(target, manifest))) throw error
    await touchRelease(target)
  } finally {
    await rm(working, { recursive: true, force: true })
  }
}

/** Decompressors by file extension. They return undefined for invalid input or more than `bytes` bytes. */
const COMPRESSED: [string, (compressed: Buffer, bytes: number) => Buffer | undefined][] = [
  ['.gz', (compressed, bytes) => orUndefined(() => gunzipSync(compressed, { maxOutputLength: bytes + 1 }))],
  [
    '.br',
    (compressed, bytes) =>
      orUndefined(() => brotliDecompressSync(compressed, { maxOutputLength: bytes + 1 })),
  ],
]

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Null for a missing file. @throws ReleaseRefused for a symbolic link, which could publish an unintended file. */
async function readBuilt(dist: string, name: string): Promise<Buffer | null> {
  const file = join(dist, name)
  try {
    if ((await realpath(file)) !== join(await realpath(dist), name)) {
      throw new ReleaseRefused(`${file} is reached through a symbolic link; such files are not published.`)
    }
    return await readFile(file)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

export async function listReleases(releasesDir: string): Promise<StoredRelease[]> {
  const owners = await foldersIn(releasesDir)
  return (await Promise.all(owners.map((owner) => listReleasesOf(releasesDir, owner)))).flat()
}

export async function listReleasesOf(releasesDir: string, owner: string): Promise<StoredRelease[]> {
  const releases = await foldersIn(join(releasesDir, owner))
  return Promise.all(
    releases.map(async (release) => {
      const { mtime } = await stat(releaseFolder(releasesDir, owner, release))
      return { owner, release, copiedAt: mtime }
    }),
  )
}

/** Marks a release as recently copied, so that its files are not removed before it becomes active again. */
export async function touchRelease(folder: string): Promise<void> {
  const now = new Date()
  await utimes(folder, now, now)
}

/** Removes a release's files and returns true, unless the release was copied or touched since it was listed. */
export async function removeReleaseFiles(
  releasesDir: string,
  { owner, release, copiedAt }: StoredRelease,
): Promise<boolean> {
  const folder = releaseFolder(releasesDir, owner, release)
  const found = await stat(folder).catch(() => null)
  if (found === null || found.mtime.getTime() !== copiedAt.getTime()) return false
  await rm(folder, { recursive: true, force: true })
  return true
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
}

async function put(file: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}
