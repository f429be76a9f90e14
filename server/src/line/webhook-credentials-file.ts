import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { WebhookCredentials } from '../channels/channel-secrets.store.ts'
import { databaseReason } from '../log.ts'
import { RepeatedWarnings } from '../repeated-warnings.ts'
import type { Encryption } from '../secrets/encryption.ts'
import { syncFolder } from '../sync-folder.ts'

export interface WebhookCredentialsFileOptions {
  dataDir: string
  databaseUrl: string
  encryption: Encryption
  log: Logger
}

const FILE = 'webhook-channels-file'

/** A server that starts without its database verifies webhooks with this file, which is bound to one DATABASE_URL. */
export class WebhookCredentialsFile {
  /** Credentials stored by an earlier server with this DATA_DIR; null when there are none that can be decrypted. */
  readonly found: readonly WebhookCredentials[] | null
  private readonly dir: string
  private readonly encryption: Encryption
  private readonly purpose: string
  private readonly warnings: RepeatedWarnings
  /** Content last written to the file; null when the file must be written regardless of its content. */
  private written: string | null
  private writing: Promise<void> = Promise.resolve()

  constructor({ dataDir, databaseUrl, encryption, log }: WebhookCredentialsFileOptions) {
    this.dir = dataDir
    this.encryption = encryption
    this.purpose = `webhook accounts 1 of ${positionOf(databaseUrl)}`
    this.warnings = new RepeatedWarnings(log)
    const stored = this.read(log)
    this.found = stored === null ? null : (JSON.parse(stored.text) as WebhookCredentials[])
    this.written = stored?.isCurrent ? stored.text : null
  }

  /** Logs errors instead of throwing: a running server does not need the file. */
  store(channels: readonly WebhookCredentials[]): Promise<void> {
    const inOrder = channels.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const text = JSON.stringify(inOrder.map(({ key, secret, botUserId }) => ({ key, secret, botUserId })))
    this.writing = this.writing.then(async () => {
      if (text === this.written) return
      try {
        await this.write(this.encryption.encrypt(text, this.purpose))
        this.written = text
      } catch (error) {
        this.written = null
        const message = 'webhook credentials could not be saved on disk; retrying'
        this.warnings.warn('not written', { err: error }, message)
      }
    })
    return this.writing
  }

  private read(log: Logger): { text: string; isCurrent: boolean } | null {
    const file = join(this.dir, FILE)
    try {
      const encrypted = readFileSync(file, 'latin1').trimEnd()
      return {
        text: this.encryption.decrypt(encrypted, this.purpose),
        isCurrent: this.encryption.isCurrent(encrypted),
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      const message = 'webhook credentials could not be read from disk; writing them again'
      log.warn({ file, reason: databaseReason(error) }, message)
      return null
    }
  }

  /** Writes the file completely or not at all, also after a power failure. */
  private async write(encrypted: string): Promise<void> {
    const file = join(this.dir, FILE)
    const part = `${file}.new`
    await rm(part, { force: true })
    await writeFile(part, `${encrypted}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await rename(part, file)
    await syncFolder(this.dir)
  }
}

function positionOf(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `${host}${pathname} ${searchParams.get('host') ?? ''}`
}
