import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { CommandError } from '../cli/run-command.ts'
import { DeskError } from '../desk-error.ts'
import type { DiskSpace } from '../disk-space.ts'
import { undefinedIfMissing } from '../missing-file.ts'
import { syncFolder } from '../sync-folder.ts'
import { MANIFEST, type Manifest, type ManifestPart } from './archive-format.ts'
import { verifyArchive } from './archive-reader.ts'

/** Error codes that the system call `link` returns on file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

const CHECKED_BYTES = 16_000_000

/** Writes a backup to `<file>.part` and renames this file only in `finish`. Holds at most one chunk in memory. */
export class ArchiveWriter {
  private readonly file: string
  private readonly handle: FileHandle
  private readonly pack = tar.pack()
  private readonly written: Promise<void>
  private readonly parts: ManifestPart[] = []

  private constructor(file: string, handle: FileHandle, space: DiskSpace | undefined) {
    this.file = file
    this.handle = handle
    this.written = pipeline(this.pack, createGzip(), async (compressed: AsyncIterable<Buffer>) => {
      let unchecked = 0
      for await (const chunk of compressed) {
        unchecked -= chunk.length
        if (unchecked < 0) {
          await requireSpace(file, space)
          unchecked = CHECKED_BYTES
        }
        await handle.writeFile(chunk)
      }
    })
    // Prevents an unhandled rejection; the methods `entry` and `finish` report this error.
    this.written.catch(() => {})
  }

  /** `space`: the data disk, if the backup is written to it; writing stops before it is full. @throws CommandError */
  static async create(file: string, space?: DiskSpace): Promise<ArchiveWriter> {
    if (existsSync(file)) throw new CommandError(`${file} already exists; a backup never overwrites a file.`)
    try {
      // The flag `wx` fails when the file exists, so a symbolic link is never followed.
      await rm(`${file}.part`, { force: true })
      return new ArchiveWriter(file, await open(`${file}.part`, 'wx', 0o600), space)
    } catch (error) {
      throw notWritten(file, error)
    }
  }

  async add(name: string, content: Buffer): Promise<void> {
    const sha256 = createHash('sha256').update(content).digest('hex')
    await this.entry({ name, size: content.length, mtime: new Date() }, [content])
    this.parts.push({ name, size: content.length, sha256 })
  }

  async addFile(name: string, path: string): Promise<void> {
    const source = await undefinedIfMissing(open(path))
    if (source === undefined) return
    try {
      const { size, mtime } = await source.stat()
      const hash = createHash('sha256')
      const content = size === 0 ? [] : source.createReadStream({ autoClose: false, end: size - 1 })
      await this.entry({ name, size, mtime }, content, (chunk) => hash.update(chunk))
      this.parts.push({ name, size, sha256: hash.digest('hex') })
    } finally {
      await source.close()
    }
  }

  /** Verifies the whole file, then gives the file its final name. @throws CommandError */
  async finish(details: Omit<Manifest, 'parts'>): Promise<Manifest> {
    const manifest: Manifest = { ...details, parts: this.parts }
    try {
      const text = Buffer.from(JSON.stringify(manifest))
      await this.entry({ name: MANIFEST, size: text.length, mtime: new Date() }, [text])
      this.pack.finalize()
      await this.written
      await this.handle.sync()
      await verifyArchive(`${this.file}.part`)
      await this.publishFile()
    } catch (error) {
      throw notWritten(this.file, error)
    }
    return manifest
  }

  async close(): Promise<void> {
    this.pack.destroy()
    await this.written.catch(() => {})
    const isMine = await this.isMine()
    await this.handle.close()
    if (isMine) await rm(`${this.file}.part`, { force: true })
  }

  private async entry(
    header: { name: string; size: number; mtime: Date },
    content: Iterable<Buffer> | AsyncIterable<Buffer>,
    onChunk: (chunk: Buffer) => void = () => {},
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sink = this.pack.entry({ ...header, mode: 0o600, type: 'file' }, (error) =>
      error ? reject(error) : resolve(),
    )
    promise.catch(() => {})
    sink.on('error', reject)
    try {
      for await (const chunk of content) {
        onChunk(chunk)
        if (!sink.write(chunk))
          await Promise.race([new Promise<void>((done) => sink.once('drain', () => done())), promise])
      }
      sink.end(null)
      await promise
    } catch (error) {
      // The tar stream's error says only that the stream was destroyed; the output stream's error is the cause.
      if (this.pack.destroyed) await this.written
      throw error
    }
  }

  /** Returns true when `.part` is still this writer's file. A second backup to the same name would have replaced it. */
  private async isMine(): Promise<boolean> {
    const [mine, there] = await Promise.all([
      this.handle.stat(),
      stat(`${this.file}.part`).catch(() => undefined),
    ])
    return mine.ino === there?.ino && mine.dev === there.dev
  }

  /** Names the file by a hard link, which fails when the name exists; a rename would replace the existing file. */
  private async publishFile(): Promise<void> {
    const part = `${this.file}.part`
    if (!(await this.isMine())) throw new CommandError(`Another backup to ${this.file} is running.`)
    // Uses a unique name, so that a second backup cannot replace the file before the file is linked.
    const own = `${this.file}.${randomUUID()}.part`
    await rename(part, own)
    try {
      await link(own, this.file)
      await rm(own)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === undefined || !NO_LINKS.has(code) || existsSync(this.file)) {
        await rm(own, { force: true })
        throw error
      }
      await rename(own, this.file)
    }
    await syncFolder(dirname(this.file))
  }
}

async function requireSpace(file: string, space: DiskSpace | undefined): Promise<void> {
  if (space === undefined) return
  try {
    using _reservation = await space.reserve(CHECKED_BYTES)
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    const megabytes = Math.ceil(space.floorBytes / 1e6)
    throw new CommandError(
      `${file} cannot be written: it is on the same disk as the desk, where ${megabytes} MB must stay free. Write it to another disk.`,
    )
  }
}

function notWritten(file: string, error: unknown): unknown {
  const { code, message, syscall } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return new CommandError(`${file} already exists; a backup never overwrites a file.`)
  return syscall === undefined ? error : new CommandError(`${file} cannot be written: ${message}`)
}
