import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostManifest } from 'shared/federation/remote-manifest.ts'
import { HOST } from './registry-rules.ts'
import { listReleasesOf, readHostManifest, releaseFolder } from './release-files.ts'

export interface HostRelease {
  html: string
  manifest: HostManifest
  /** Hashes (`'sha256-…'`) of the page's inline scripts, for the content security policy. */
  scriptHashes: string[]
}

export interface HostFiles {
  /** Throws when the files are not on this machine. Reads each file only once, because releases never change. */
  read(release: string): Promise<HostRelease>
  /** Returns the folder of the newest release that contains a file (`assets/…`); null when no release contains it. */
  folderOf(name: string): Promise<string | null>
}

export function createHostFiles(releasesDir: string): HostFiles {
  const releases = new Map<string, Promise<HostRelease>>()
  let listedAt = -1
  /** Release folders with their file names, newest first. */
  let folders: { folder: string; names: ReadonlySet<string> }[] = []

  async function list(changedAt: number): Promise<void> {
    const known = new Map(folders.map((each) => [each.folder, each]))
    const found = (await listReleasesOf(releasesDir, HOST)).toSorted((a, b) => +b.copiedAt - +a.copiedAt)
    const read = found.map(async ({ release }) => {
      const folder = releaseFolder(releasesDir, HOST, release)
      const manifest = known.has(folder) ? null : await readHostManifest(folder)
      return known.get(folder) ?? { folder, names: new Set(Object.keys(manifest?.files ?? {})) }
    })
    folders = await Promise.all(read)
    listedAt = changedAt
  }

  const find = (name: string) => folders.find(({ names }) => names.has(name))?.folder ?? null

  return {
    read(release) {
      const known = releases.get(release)
      if (known) return known
      const read = readHostRelease(releaseFolder(releasesDir, HOST, release))
      releases.set(release, read)
      read.catch(() => releases.delete(release))
      return read
    },
    async folderOf(name) {
      const found = find(name)
      if (found !== null) return found
      // Compares the mtime of the releases folder, which changes when a release is added or removed.
      const changedAt = await stat(join(releasesDir, HOST)).then(
        ({ mtimeMs }) => mtimeMs,
        () => -1,
      )
      if (changedAt !== listedAt) await list(changedAt)
      return find(name)
    },
  }
}

async function readHostRelease(folder: string): Promise<HostRelease> {
  const [html, manifest] = await Promise.all([
    readFile(join(folder, 'index.html'), 'utf8'),
    readHostManifest(folder),
  ])
  if (manifest === null) throw new Error(`there is no host release in ${folder}`)
  return { html, manifest, scriptHashes: hashesOfInlineScripts(html) }
}

function hashesOfInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  )
}
