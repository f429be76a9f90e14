import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readMediaConfig, readReleaseConfig } from '../config.ts'
import { undefinedIfMissing } from '../missing-file.ts'
import { syncFolder } from '../sync-folder.ts'
import { filePart } from './archive-format.ts'
import type { ArchivePart } from './archive-reader.ts'
import type { ArchiveWriter } from './archive-writer.ts'

export interface BackupFolder {
  name: string
  path: string
  /** Depth of the directories that are restored as one unit, for example 2 for `<remote>/<release>`. */
  depth: number
  isPrivate: boolean
}

export function backupFolders(environment: NodeJS.ProcessEnv): BackupFolder[] {
  const { releasesDir } = readReleaseConfig(environment)
  const { media } = readMediaConfig(environment)
  const releases = { name: 'releases', path: releasesDir, depth: 2, isPrivate: false }
  return media.s3 === null
    ? [releases, { name: 'media', path: media.dir, depth: 3, isPrivate: true }]
    : [releases]
}

export function bucketNotice(environment: NodeJS.ProcessEnv): string | undefined {
  const { s3 } = readMediaConfig(environment).media
  return s3 === null
    ? undefined
    : `Images, videos and files of conversations are stored in the bucket ${s3.bucket} at ${s3.endpoint} and are not part of the backup.`
}

/** Adds the folder's files to the archive, except links and names that start with a dot (unfinished files). */
export async function dumpFolder(archive: ArchiveWriter, { name, path }: BackupFolder): Promise<void> {
  for await (const file of filesBelow(path)) await archive.addFile(filePart(name, file), join(path, file))
}

async function* filesBelow(root: string, below = ''): AsyncGenerator<string> {
  const entries = (await undefinedIfMissing(readdir(join(root, below), { withFileTypes: true }))) ?? []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(root, path)
    else if (entry.isFile()) yield path
  }
}

/** `write` fills a temporary folder; `install` moves what the target lacks, because existing files never change. */
export class FolderRestore {
  readonly prefix: string
  private readonly folder: BackupFolder
  private readonly working: string
  /** Directories and files to move, by path, each with the newest modification time of its files. */
  private readonly units = new Map<string, Date>()

  constructor(folder: BackupFolder) {
    this.folder = folder
    this.prefix = filePart(folder.name, '')
    this.working = join(folder.path, `.working-${randomUUID()}`)
  }

  async write({ name, mtime, content }: ArchivePart): Promise<void> {
    const path = name.slice(this.prefix.length)
    const target = join(this.working, path)
    await this.makeFolder(dirname(target))
    const mode = this.folder.isPrivate ? { mode: 0o600 } : {}
    await pipeline(content, createWriteStream(target, { flags: 'wx', flush: true, ...mode }))
    await utimes(target, mtime, mtime)
    const unit = path.split('/').slice(0, this.folder.depth).join('/')
    const known = this.units.get(unit)
    if (known === undefined || known < mtime) this.units.set(unit, mtime)
  }

  async install(): Promise<void> {
    for (const [unit, mtime] of this.units) {
      const target = join(this.folder.path, unit)
      if (existsSync(target)) continue
      await this.makeFolder(dirname(target))
      await utimes(join(this.working, unit), mtime, mtime)
      await rename(join(this.working, unit), target)
      await syncFolder(dirname(target))
    }
  }

  private async makeFolder(path: string): Promise<void> {
    await mkdir(path, { recursive: true, ...(this.folder.isPrivate ? { mode: 0o700 } : {}) })
  }

  async close(): Promise<void> {
    await rm(this.working, { recursive: true, force: true })
  }
}

export async function removeUnfinished({ path }: BackupFolder): Promise<void> {
  for (const name of await readdir(path).catch(() => [])) {
    if (name.startsWith('.working-')) await rm(join(path, name), { recursive: true, force: true })
  }
}
