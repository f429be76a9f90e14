import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { DeskError } from '../desk-error.ts'
import { StartError } from '../start-error.ts'
import { decodeWebhooks, encodeWebhook, endsInTheMiddle, type SpooledWebhook } from './spooled-webhook.ts'

/** A file that has grown beyond this is followed by another: what is stored is taken from the disk a file at a time. */
const FILE_BYTES = 1024 * 1024
const NAME = /^(\d{12})\.jsonl$/
/** Where webhooks are put that the database refuses each time; they wait for a person. */
const REFUSED = 'refused.jsonl'

interface SpoolFile {
  path: string
  records: number
  bytes: number
  /** Open while webhooks are appended. */
  handle: FileHandle | null
}

interface Pending {
  line: Buffer
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Webhooks on disk that the database has not taken yet, oldest first, in numbered files of one server process. What `append` has
 * resolved for outlives the process and a power cut: all that has come while the last group was written is written and flushed
 * together. Bounded in bytes; files of an earlier process are taken up in their order.
 */
export class WebhookSpool {
  private readonly dir: string
  private readonly maxBytes: number
  private readonly log: Logger
  private readonly files: SpoolFile[] = []
  private pending: Pending[] = []
  private lastNumber = 0
  private records = 0
  private bytes = 0
  /** Writing and closing files take turns. */
  private turn: Promise<void> = Promise.resolve()
  private isFailing = false
  private setAsideCount = { version: '', webhooks: 0 }

  constructor(options: { dir: string; maxBytes: number; log: Logger }) {
    this.dir = options.dir
    this.maxBytes = options.maxBytes
    this.log = options.log
    this.takeUp()
  }

  /** How much waits, also what is just being written. */
  get waiting(): { records: number; bytes: number } {
    return { records: this.records, bytes: this.bytes }
  }

  get isEmpty(): boolean {
    return this.records === 0 && this.files.length === 0
  }

  /** Resolves when it is safe on disk, behind all that was appended before. Throws `unavailable` when it is full or the disk refuses. */
  async append(webhook: SpooledWebhook): Promise<void> {
    const line = encodeWebhook(webhook)
    if (this.bytes + line.length > this.maxBytes) {
      this.refuse({ maxBytes: this.maxBytes }, 'the spool of webhooks is full; more are refused')
      throw new DeskError('unavailable')
    }
    this.count(1, line.length)
    try {
      await new Promise<void>((resolve, reject) => {
        this.pending.push({ line, resolve, reject })
        if (this.pending.length === 1) void this.inTurn(() => this.writePending())
      })
      this.isFailing = false
    } catch (error) {
      this.count(-1, -line.length)
      this.refuse({ err: error }, 'a webhook could not be written to disk and is refused')
      throw new DeskError('unavailable')
    }
  }

  /**
   * Hands the webhooks of the oldest file to `store`, and removes the file when it resolves (one with lines that have changed since
   * is kept under another name). Where `store` rejects, or the process dies, they are handed over again. False: there is nothing.
   */
  async drainOldest(store: (webhooks: SpooledWebhook[]) => Promise<void>): Promise<boolean> {
    // Nobody appends to a file that is being stored.
    await this.inTurn(() => this.closeLast())
    const [file] = this.files
    if (file === undefined) return false
    const content = await this.read(file)
    const { webhooks, broken } = decodeWebhooks(content)
    // The end of a line that never came was not acknowledged either.
    const isTornAlone = broken === 1 && endsInTheMiddle(content)
    const kept = broken === 0 || isTornAlone ? null : `${file.path}.broken`
    if (broken > 0)
      this.log.warn({ file: kept ?? file.path, broken }, 'lines of the spool are not whole and left out')
    await store(webhooks)
    await (kept === null ? rm(file.path, { force: true }) : rename(file.path, kept))
    this.files.shift()
    this.count(-file.records, -file.bytes)
    return true
  }

  /** Keeps what the database will never take apart from the rest, for a person to look at. */
  async setAside(webhook: SpooledWebhook): Promise<string> {
    const path = join(this.dir, REFUSED)
    const handle = await open(path, 'a', 0o600)
    try {
      await handle.appendFile(encodeWebhook(webhook))
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await syncDirectory(this.dir)
    return path
  }

  /** How many webhooks are set aside, as long as nobody takes the file away. */
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

  /** Resolves when what was appended is on disk and no file is open; what waits is taken up by the next start. */
  close(): Promise<void> {
    return this.inTurn(() => this.closeLast())
  }

  /** Someone else may have removed it: then nothing of it is left to store, and those behind it are not held up. */
  private async read(file: SpoolFile): Promise<Buffer> {
    try {
      return await readFile(file.path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      this.log.error({ file: file.path, records: file.records }, 'a file of the spool is gone')
      return Buffer.alloc(0)
    }
  }

  private takeUp(): void {
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
      // What the file ends with is unknown now: the next webhooks go to another one.
      if (file !== undefined) await this.abandon(file)
      for (const { reject } of group) reject(error)
    }
    if ((file?.bytes ?? 0) > FILE_BYTES) await this.closeLast()
  }

  /** The file that is appended to. */
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
      // The name of a new file is as perishable as its content, and so is the folder's.
      await syncDirectory(this.dir)
      await syncDirectory(dirname(this.dir))
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

  /** Takes away what was not acknowledged, as far as the disk lets it. */
  private async abandon(file: SpoolFile): Promise<void> {
    const { handle } = file
    file.handle = null
    await handle?.truncate(file.bytes).catch(() => {})
    await handle?.close().catch(() => {})
    if (file.records > 0) return
    this.files.splice(this.files.indexOf(file), 1)
    await rm(file.path, { force: true }).catch(() => {})
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work)
    return this.turn
  }

  private count(records: number, bytes: number): void {
    this.records += records
    this.bytes += bytes
  }

  /** One line until a webhook is taken again. */
  private refuse(about: object, message: string): void {
    if (!this.isFailing) this.log.error(about, message)
    this.isFailing = true
  }
}

/** @throws StartError */
function readOrRefuse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new StartError(`Webhooks that wait on disk cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Makes sure that the names in a folder are on disk. */
export async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
