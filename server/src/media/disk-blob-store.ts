import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DiskSpace } from '../disk-space.ts'
import { undefinedIfMissing } from '../missing-file.ts'
import { syncFolder } from '../sync-folder.ts'
import { type BlobStore, MAX_LISTED, requireBlobKey, requireLength, type StoredBlob } from './blob-store.ts'

/** Folder for incomplete files. Its leading dot excludes it from lists and backups. */
const UNFINISHED = '.unfinished'
/** Age in ms at which incomplete files are deleted as abandoned; uploads and fetches take only minutes. */
const ABANDONED_AFTER_MS = 24 * 3_600_000

export async function openDiskBlobStore(root: string, space?: DiskSpace): Promise<BlobStore> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  await removeAbandoned(join(root, UNFINISHED))
  const pathOf = (key: string) => join(root, requireBlobKey(key))

  return {
    location: root,
    async put(key, body, { bytes }) {
      const target = pathOf(key)
      using _ = await space?.reserve(bytes).catch((error) => {
        if (!Buffer.isBuffer(body)) body.destroy()
        throw error
      })
      const folder = dirname(target)
      const unfinished = join(root, UNFINISHED, randomUUID())
      await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 })
      const firstCreatedFolder = await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        // The file is opened before the body is read. A stream would open it later, maybe after the file was removed.
        const file = await open(unfinished, 'wx', 0o600)
        // The file is flushed before the rename, so that a power failure leaves the whole file or none.
        await pipeline(requireLength(body, bytes), file.createWriteStream({ flush: true }))
        await rename(unfinished, target)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolder(folder)
      // The parent folders are flushed too, because they contain the names of the new folders.
      for (
        let made = folder;
        firstCreatedFolder !== undefined && made.length >= firstCreatedFolder.length;
      ) {
        made = dirname(made)
        await syncFolder(made)
      }
    },

    async get(key, range) {
      const file = await undefinedIfMissing(open(pathOf(key)))
      if (file === undefined) return undefined
      return file.createReadStream(range ?? {})
    },

    async head(key) {
      const found = await undefinedIfMissing(stat(pathOf(key)))
      return found && { key, bytes: found.size, modifiedAt: found.mtime }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async list(prefix, after = '') {
      const found: StoredBlob[] = []
      for await (const key of keysBelow(root, '', prefix, after)) {
        const about = await undefinedIfMissing(stat(join(root, key)))
        if (about !== undefined) found.push({ key, bytes: about.size, modifiedAt: about.mtime })
        if (found.length === MAX_LISTED) break
      }
      return found
    },

    async close() {},
  }
}

/** Yields blob keys in byte order and skips folders that cannot contain a match. */
async function* keysBelow(
  root: string,
  below: string,
  prefix: string,
  after: string,
): AsyncGenerator<string> {
  const entries = (await undefinedIfMissing(readdir(join(root, below), { withFileTypes: true }))) ?? []
  for (const path of entries.map((entry) => pathOf(entry, below)).sort()) {
    const isFolder = path.endsWith('/')
    const mayContain = isFolder && (path.startsWith(prefix) || prefix.startsWith(path))
    if (mayContain && (path > after || after.startsWith(path))) yield* keysBelow(root, path, prefix, after)
    else if (!isFolder && path.startsWith(prefix) && path > after && isBlobKey(path)) yield path
  }
}

/** Returns the path of a file or folder. Folder paths end with a slash, so that they sort like keys. */
function pathOf(entry: Dirent, below: string): string {
  return `${below}${entry.name}${entry.isDirectory() ? '/' : ''}`
}

function isBlobKey(path: string): boolean {
  try {
    return requireBlobKey(path) === path
  } catch {
    return false
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await undefinedIfMissing(readdir(folder))) ?? []) {
    const about = await undefinedIfMissing(stat(join(folder, name)))
    if (about !== undefined && about.mtimeMs < Date.now() - ABANDONED_AFTER_MS)
      await rm(join(folder, name), { force: true })
  }
}
