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
  /** Credentials on disk; undefined when this server does not start without its database. */
  onDisk?: WebhookCredentialsFile | undefined
}

const RETENTION_MS = 5_000
/** Interval in ms of reads without webhooks, so that the cache is recent when the database becomes unavailable. */
const READ_EVERY_MS = 10_000
const READINGS_APART_MS = 200
/** How long webhooks wait for a read, and how long cached credentials are used after a failed read, in ms. */
const READ_WITHIN_MS = 300
const CACHE_AFTER_FAILURE_MS = 1_000
const MAX_WAITING = 1_000

/** Requests with a wrong signature take no connection, and webhooks can be verified without the database. */
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

  /** Throws when the read fails although the database is available. */
  async start(everyMs = READ_EVERY_MS): Promise<void> {
    // Callers get the error of a failed read, and the next read follows soon.
    this.timer = setInterval(() => void this.readAgain().catch(() => {}), everyMs)
    if (!this.availability.isAway) await this.readAgain()
  }

  stop(): void {
    clearInterval(this.timer)
  }

  /** At most a few seconds old, or older while the database is unavailable. Throws when they were never read. */
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

  /** For a webhook that does not match the cached credentials: the channel or its secret may be new. */
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
    await pause(Math.max(0, this.begunAt + READINGS_APART_MS - performance.now()))
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
