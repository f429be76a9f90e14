import { setTimeout as pause } from 'node:timers/promises'
import { findWebhookCredentials, type WebhookCredentials } from '../channels/channel-secrets.store.ts'
import type { DatabaseAvailability } from '../db/availability.ts'
import type { Db } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { Encryption } from '../secrets/encryption.ts'
import type { WebhookCredentialsFile } from './webhook-credentials-file.ts'

export type WebhookChannel = Omit<WebhookCredentials, 'key'>

type Channels = ReadonlyMap<string, WebhookChannel>

interface WebhookChannelsParts {
  db: Db
  encryption: Encryption
  availability: DatabaseAvailability
  /** Credentials on disk; undefined when this server is configured not to start without its database. */
  onDisk?: WebhookCredentialsFile | undefined
}

const RETENTION_MS = 5_000
/** Interval in ms for reading credentials while no webhook arrives: the cache is recent when the database fails. */
const READ_EVERY_MS = 10_000
const MIN_READ_INTERVAL_MS = 200
/** Maximum time in ms that a webhook waits for credentials to be read. */
const READ_WITHIN_MS = 300
/** Time in ms that cached credentials are used after a failed read. */
const CACHE_AFTER_FAILURE_MS = 1_000
const MAX_WAITING = 1_000

/** Caches channel credentials: webhooks are verified without a connection, even while the database is unavailable. */
export class WebhookChannels {
  private readonly db: Db
  private readonly encryption: Encryption
  private readonly availability: DatabaseAvailability
  private readonly onDisk: WebhookCredentialsFile | undefined
  private cached: { channels: Channels; until: number } | null = null
  private current: Promise<Channels> | null = null
  private next: Promise<Channels> | null = null
  private begunAt = Number.NEGATIVE_INFINITY
  private waiting = 0
  private timer: NodeJS.Timeout | undefined

  constructor({ db, encryption, availability, onDisk }: WebhookChannelsParts) {
    this.db = db
    this.encryption = encryption
    this.availability = availability
    this.onDisk = onDisk
    const found = onDisk?.found ?? null
    if (found !== null) this.cached = { channels: byKey(found), until: Number.NEGATIVE_INFINITY }
  }

  /** Throws when the credentials cannot be read although the database is available. */
  async start(everyMs = READ_EVERY_MS): Promise<void> {
    // Ignores a failed read, because the timer soon starts the next one.
    this.timer = setInterval(() => void this.readAgain().catch(() => {}), everyMs)
    if (!this.availability.isAway) await this.readAgain()
  }

  stop(): void {
    clearInterval(this.timer)
  }

  /** Returns recently read channels, or older ones without the database. Throws when they were never read. */
  async known(): Promise<Channels> {
    const { cached } = this
    if (cached !== null && (this.availability.isAway || performance.now() < cached.until))
      return cached.channels
    const reading = this.current ?? this.readAgain()
    if (cached === null) return reading
    const old = reading.catch(() => {
      cached.until = performance.now() + CACHE_AFTER_FAILURE_MS
      return cached.channels
    })
    return Promise.race([old, pause(READ_WITHIN_MS, cached.channels, { ref: false })])
  }

  /** Reads credentials again when a webhook does not match the cached ones: the channel or its secret may be new. */
  async readAgain(): Promise<Channels> {
    if (this.waiting >= MAX_WAITING || this.availability.isAway) throw new DeskError('unavailable')
    this.waiting += 1
    try {
      this.next ??= this.readNext()
      return await this.next
    } finally {
      this.waiting -= 1
    }
  }

  private async readNext(): Promise<Channels> {
    await this.current?.catch(() => {})
    await pause(Math.max(0, this.begunAt + MIN_READ_INTERVAL_MS - performance.now()))
    this.begunAt = performance.now()
    this.current = this.read().finally(() => {
      this.current = null
    })
    // Makes later callers start a new read, because this read has already begun.
    this.next = null
    return this.current
  }

  private async read(): Promise<Channels> {
    const webhookCredentials = await findWebhookCredentials(this.db, this.encryption)
    const channels = byKey(webhookCredentials)
    this.cached = { channels, until: performance.now() + RETENTION_MS }
    void this.onDisk?.store(webhookCredentials)
    return channels
  }
}

function byKey(webhookCredentials: readonly WebhookCredentials[]): Channels {
  return new Map(webhookCredentials.map(({ key, ...channel }) => [key, channel]))
}
