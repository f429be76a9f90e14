import { setTimeout as pause } from 'node:timers/promises'
import { findWebhookAccounts, type WebhookAccount } from '../channels/channel-secrets.store.ts'
import type { DatabaseAvailability } from '../db/availability.ts'
import type { Db } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { Sealing } from '../secrets/sealing.ts'
import type { KeptAccounts } from './kept-accounts.ts'

export type WebhookChannel = Omit<WebhookAccount, 'key'>

type Channels = ReadonlyMap<string, WebhookChannel>

interface WebhookChannelsParts {
  db: Db
  sealing: Sealing
  availability: DatabaseAvailability
  /** Undefined: without its database this server does not begin. */
  onDisk?: KeptAccounts | undefined
}

const KEPT_MS = 5_000
/** How often they are read while no webhook asks, so that those in memory are recent when the database goes. */
const READ_EVERY_MS = 10_000
const READINGS_APART_MS = 200
/** How long a webhook waits for a reading before those that were known go on counting, and how long after one that failed. */
const READ_WITHIN_MS = 300
const KEPT_AFTER_FAILURE_MS = 1_000
const MAX_WAITING = 1_000

/**
 * The official accounts and their secrets, kept in memory: whoever posts with a wrong key or signature takes no connection that a
 * real webhook waits for, and webhooks can be checked while the database is away, by a server that is started then too. One reading runs at a time, shared by all who wait for it.
 */
export class WebhookChannels {
  private readonly db: Db
  private readonly sealing: Sealing
  private readonly availability: DatabaseAvailability
  private readonly onDisk: KeptAccounts | undefined
  private kept: { channels: Channels; until: number } | null = null
  private current: Promise<Channels> | null = null
  private next: Promise<Channels> | null = null
  private begunAt = Number.NEGATIVE_INFINITY
  private waiting = 0
  private timer: NodeJS.Timeout | undefined

  constructor({ db, sealing, availability, onDisk }: WebhookChannelsParts) {
    this.db = db
    this.sealing = sealing
    this.availability = availability
    this.onDisk = onDisk
    const found = onDisk?.found ?? null
    if (found !== null) this.kept = { channels: byKey(found), until: Number.NEGATIVE_INFINITY }
  }

  /** Reads them, and again every `everyMs`. Throws when they cannot be read now though the database is there. */
  async start(everyMs = READ_EVERY_MS): Promise<void> {
    // Whoever needs them hears of a failure; the next reading comes soon.
    this.timer = setInterval(() => void this.readAgain().catch(() => {}), everyMs)
    if (!this.availability.isAway) await this.readAgain()
  }

  stop(): void {
    clearInterval(this.timer)
  }

  /** From the cache, at most some seconds old; while the database is away, as they were read last. Throws when they never were. */
  async known(): Promise<Channels> {
    const { kept } = this
    if (kept !== null && (this.availability.isAway || performance.now() < kept.until)) return kept.channels
    const reading = this.current ?? this.readAgain()
    if (kept === null) return reading
    const old = reading.catch(() => {
      kept.until = performance.now() + KEPT_AFTER_FAILURE_MS
      return kept.channels
    })
    return Promise.race([old, pause(READ_WITHIN_MS, kept.channels, { ref: false })])
  }

  /** As they are now, for who does not fit what is known: an account may be new, or its secret. Throws `unavailable` when too many wait or the database is away. */
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
    // Who asks from here on wants a later reading.
    this.next = null
    return this.current
  }

  private async read(): Promise<Channels> {
    const accounts = await findWebhookAccounts(this.db, this.sealing)
    const channels = byKey(accounts)
    this.kept = { channels, until: performance.now() + KEPT_MS }
    void this.onDisk?.keep(accounts)
    return channels
  }
}

function byKey(accounts: readonly WebhookAccount[]): Channels {
  return new Map(accounts.map(({ key, ...channel }) => [key, channel]))
}
