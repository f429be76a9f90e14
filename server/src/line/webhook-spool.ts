import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { DeskError } from '../desk-error.ts'
import { undefinedIfMissing } from '../missing-file.ts'
import { StartError } from '../start-error.ts'
import { syncFolder } from '../sync-folder.ts'
import { decodeWebhooks, encodeWebhook, endsInTheMiddle, type SpooledWebhook } from './spooled-webhook.ts'

/** Size in bytes after which the next file is begun: stored webhooks are removed from disk one file at a time. */
const FILE_BYTES = 1024 * 1024
const NAME = /^(\d{12})\.jsonl$/
/** File of webhooks that the database refuses each time, for manual inspection. */
const REFUSED = 'refused.jsonl'

interface SpoolFile {
  path: string
  records: number
  bytes: number
  handle: FileHandle | null
}

interface Pending {
  line: Buffer
  resolve: () => void
  reject: (error: unknown) => void
}

/** A webhook for which `append` has resolved survives a crash and a power failure. */
export class WebhookSpool {
  private readonly dir: string
  private readonly maxBytes: number
  private readonly log: Logger
  private readonly files: SpoolFile[] = []
  private pending: Pending[] = []
  private lastNumber = 0
  private records = 0
  private bytes = 0
  /** Queue that writes and closes files one after the other. */
  private tail: Promise<void> = Promise.resolve()
  private isFailing = false
  private setAsideCount = { version: '', webhooks: 0 }

  constructor(options: { dir: string; maxBytes: number; log: Logger }) {
    this.dir = options.dir
    this.maxBytes = options.maxBytes
    this.log = options.log
    this.readExisting()
  }

  get waiting(): { records: number; bytes: number } {
    return { records: this.records, bytes: this.bytes }
  }

  get isEmpty(): boolean {
    return this.records === 0 && this.files.length === 0
  }

  /** Resolves when all webhooks up to this one are on disk. Throws `unavailable` when the spool is full or fails. */
  async append(webhook: SpooledWebhook): Promise<void> {
    const line = encodeWebhook(webhook)
    if (this.bytes + line.length > this.maxBytes) {
      this.refuse({ maxBytes: this.maxBytes }, 'the webhook spool is full; new webhooks are refused')
      throw new DeskError('unavailable')
    }
    this.count(1, line.length)
    try {
      await new Promise<void>((resolve, reject) => {
        this.pending.push({ line, resolve, reject })
        if (this.pending.length === 1) void this.enqueue(() => this.writePending())
      })
      this.isFailing = false
    } catch (error) {
      this.count(-1, -line.length)
      this.refuse({ err: error }, 'a webhook could not be written to disk and is refused')
      throw new DeskError('unavailable')
    }
  }

  /** Passes the oldest webhooks to `store`; they stay on disk when it rejects. Returns false when none is left. */
  async drainOldest(store: (webhooks: SpooledWebhook[]) => Promise<void>): Promise<boolean> {
    // Closes the file first, so that nothing is appended while its webhooks are being stored.
    await this.enqueue(() => this.closeLast())
    const [file] = this.files
    if (file === undefined) return false
    const content = await this.read(file)
    const { webhooks, broken } = decodeWebhooks(content)
    // An incomplete last line is not reported as damage, because its webhook was never acknowledged.
    const isTornAlone = broken === 1 && endsInTheMiddle(content)
    const brokenPath = broken === 0 || isTornAlone ? null : `${file.path}.broken`
    if (broken > 0)
      this.log.warn(
        { file: brokenPath ?? file.path, broken },
        'incomplete lines of the webhook spool are skipped',
      )
    await store(webhooks)
    await (brokenPath === null ? rm(file.path, { force: true }) : rename(file.path, brokenPath))
    this.files.shift()
    this.count(-file.records, -file.bytes)
    return true
  }

  async setAside(webhook: SpooledWebhook): Promise<string> {
    const path = join(this.dir, REFUSED)
    const handle = await open(path, 'a', 0o600)
    try {
      await handle.appendFile(encodeWebhook(webhook))
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await syncFolder(this.dir)
    return path
  }

  async countSetAside(): Promise<number> {
    const path = join(this.dir, REFUSED)
    try {
      const { size, mtimeMs } = await stat(path)
      const version = `${size} ${mtimeMs}`
      if (this.setAsideCount.version !== version)
        this.setAsideCount = { version, webhooks: decodeWebhooks(await readFile(path)).webhooks.length }
      return this.setAsideCount.webhooks
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return 0
    }
  }

  close(): Promise<void> {
    return this.enqueue(() => this.closeLast())
  }

  /** Reads a file; returns an empty buffer when it was removed, so that later files are not blocked. */
  private async read(file: SpoolFile): Promise<Buffer> {
    const content = await undefinedIfMissing(readFile(file.path))
    if (content === undefined)
      this.log.error({ file: file.path, records: file.records }, 'a file of the webhook spool is missing')
    return content ?? Buffer.alloc(0)
  }

  private readExisting(): void {
    if (!existsSync(this.dir)) return
    for (const name of readOrRefuse(() => readdirSync(this.dir)).toSorted()) {
      const number = NAME.exec(name)?.[1]
      if (number === undefined) continue
      const path = join(this.dir, name)
      const content = readOrRefuse(() => readFileSync(path))
      const records = decodeWebhooks(content).webhooks.length
      this.files.push({ path, records, bytes: content.length, handle: null })
      this.count(records, content.length)
      this.lastNumber = Number(number)
    }
  }

  private async writePending(): Promise<void> {
    const group = this.pending
    this.pending = []
    const lines = Buffer.concat(group.map(({ line }) => line))
    let file: SpoolFile | undefined
    try {
      file = await this.openLast()
      await file.handle?.appendFile(lines)
      await file.handle?.datasync()
      file.records += group.length
      file.bytes += lines.length
      for (const { resolve } of group) resolve()
    } catch (error) {
      // Closes this spool file, whose end is now unknown: the next webhooks go to a new file.
      if (file !== undefined) await this.abandon(file)
      for (const { reject } of group) reject(error)
    }
    if ((file?.bytes ?? 0) > FILE_BYTES) await this.closeLast()
  }

  private async openLast(): Promise<SpoolFile> {
    const last = this.files.at(-1)
    if (last !== undefined && last.handle !== null) return last
    await mkdir(this.dir, { recursive: true, mode: 0o700 })
    this.lastNumber += 1
    const path = join(this.dir, `${String(this.lastNumber).padStart(12, '0')}.jsonl`)
    const handle = await open(path, 'ax', 0o600)
    const file = { path, records: 0, bytes: 0, handle }
    this.files.push(file)
    try {
      // Flushes the folder too, because it contains the names of new files and folders.
      await syncFolder(this.dir)
      await syncFolder(dirname(this.dir))
    } catch (error) {
      await this.abandon(file)
      throw error
    }
    return file
  }

  private async closeLast(): Promise<void> {
    const last = this.files.at(-1)
    const handle = last?.handle
    if (last === undefined || !handle) return
    last.handle = null
    await handle.close().catch(() => {})
  }

  /** Removes unacknowledged data from a file. Ignores errors of the disk. */
  private async abandon(file: SpoolFile): Promise<void> {
    const { handle } = file
    file.handle = null
    await handle?.truncate(file.bytes).catch(() => {})
    await handle?.close().catch(() => {})
    if (file.records > 0) return
    this.files.splice(this.files.indexOf(file), 1)
    await rm(file.path, { force: true }).catch(() => {})
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.tail = this.tail.then(work)
    return this.tail
  }

  private count(records: number, bytes: number): void {
    this.records += records
    this.bytes += bytes
  }

  private refuse(about: object, message: string): void {
    if (!this.isFailing) this.log.error(about, message)
    this.isFailing = true
  }
}

function readOrRefuse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new StartError(`Spooled webhooks cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
