import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { WebhookAccount } from '../channels/channel-secrets.store.ts'
import { databaseReason } from '../log.ts'
import { RepeatedWarnings } from '../repeated-warnings.ts'
import type { Sealing } from '../secrets/sealing.ts'
import { syncDirectory } from './webhook-spool.ts'

export interface KeptAccountsPlace {
  dataDir: string
  databaseUrl: string
  sealing: Sealing
  log: Logger
}

const FILE = 'webhook-accounts'

/**
 * The official accounts as the database said last, in a sealed file of DATA_DIR: with them a server that is started while its database is
 * away can check webhooks. What is kept belongs to one database; after another DATABASE_URL it does not open.
 */
export class KeptAccounts {
  /** As an earlier server of this DATA_DIR has left them; null: there are none that open. */
  readonly found: readonly WebhookAccount[] | null
  private readonly dir: string
  private readonly sealing: Sealing
  private readonly purpose: string
  private readonly warnings: RepeatedWarnings
  /** Null: it is to be written, whatever it says. */
  private written: string | null
  private writing: Promise<void> = Promise.resolve()

  constructor({ dataDir, databaseUrl, sealing, log }: KeptAccountsPlace) {
    this.dir = dataDir
    this.sealing = sealing
    this.purpose = `webhook accounts 1 of ${placeOf(databaseUrl)}`
    this.warnings = new RepeatedWarnings(log)
    const kept = this.read(log)
    this.found = kept === null ? null : (JSON.parse(kept.text) as WebhookAccount[])
    this.written = kept?.isCurrent ? kept.text : null
  }

  /** Keeps these instead, where they differ. What goes wrong is logged: a running server needs nothing of it. */
  keep(accounts: readonly WebhookAccount[]): Promise<void> {
    const inOrder = accounts.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const text = JSON.stringify(inOrder.map(({ key, secret, botUserId }) => ({ key, secret, botUserId })))
    this.writing = this.writing.then(async () => {
      if (text === this.written) return
      try {
        await this.write(this.sealing.seal(text, this.purpose))
        this.written = text
      } catch (error) {
        this.written = null
        const message = 'what webhooks are checked by could not be kept on disk; trying again'
        this.warnings.warn('not written', { err: error }, message)
      }
    })
    return this.writing
  }

  private read(log: Logger): { text: string; isCurrent: boolean } | null {
    const file = join(this.dir, FILE)
    try {
      const sealed = readFileSync(file, 'latin1').trimEnd()
      return { text: this.sealing.open(sealed, this.purpose), isCurrent: this.sealing.isCurrent(sealed) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      const message = 'what webhooks are checked by cannot be read from disk; it is written anew'
      log.warn({ file, reason: databaseReason(error) }, message)
      return null
    }
  }

  /** Whole or not at all, also after a power cut. */
  private async write(sealed: string): Promise<void> {
    const file = join(this.dir, FILE)
    const part = `${file}.new`
    await rm(part, { force: true })
    await writeFile(part, `${sealed}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await rename(part, file)
    await syncDirectory(this.dir)
  }
}

/** Which database an address names, without who uses it. */
function placeOf(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `${host}${pathname} ${searchParams.get('host') ?? ''}`
}
