import { setTimeout as pause } from 'node:timers/promises'
import { type Db, isConnectionLoss, isRowError } from '../db/client.ts'
import { withJitter } from '../jitter.ts'
import { databaseReason } from '../log.ts'
import type { ServerContext } from '../server-context.ts'
import { type CustomerKey, storeEvents, storeSplitting } from './inbox.store.ts'
import type { InboxWriter } from './inbox-writer.ts'
import type { IncomingEvent } from './parse-webhook.ts'
import type { SpooledWebhook } from './spooled-webhook.ts'
import type { WebhookSpool } from './webhook-spool.ts'

/** Time in ms after which an unstored webhook goes to disk: LINE has a timeout of 2 s and may not redeliver. */
const STORE_WITHIN_MS = 1_500
const DRAIN_RETRY_MS = 500
/** Maximum retry interval in ms for spooled webhooks that the database refuses; each failure is logged. */
const MAX_DRAIN_RETRY_MS = 30_000
const LAST_FEW = 200

export interface WebhookInboxParts {
  context: ServerContext
  /** Database connections reserved for webhooks, so that requests of staff cannot use them. */
  reserve: Db
  writer: InboxWriter
  spool: WebhookSpool
  /** Function that is called with the customers whose spooled events were stored. */
  onStored: (customers: CustomerKey[]) => void
}

type StoredIn = 'database' | 'disk'

/** Webhook that is not stored, refused or spooled yet. */
interface Undecided extends SpooledWebhook {
  decide: (storedIn: StoredIn | Promise<StoredIn>) => void
  store: () => Promise<void>
}

/** While webhooks are on disk, new ones go to disk as well, so that events are stored in order of arrival. */
export class WebhookInbox {
  private readonly parts: WebhookInboxParts
  private readonly stopped = new AbortController()
  /** Webhooks per channel that are not stored, refused or spooled yet, in order of arrival. */
  private readonly undecided = new Map<string, Set<Undecided>>()
  private draining: Promise<void> | null = null
  /** New webhooks that are held while the last spooled ones are stored, and stored after them; null at other times. */
  private held: Undecided[] | null = null

  constructor(parts: WebhookInboxParts) {
    this.parts = parts
  }

  start(): void {
    this.drain()
  }

  /** Throws `unavailable` when both database and disk fail, and the database's error when it refuses the events. */
  store(channelKey: string, events: readonly IncomingEvent[], bytes: number): Promise<StoredIn> {
    const { context, writer, spool } = this.parts
    return new Promise<StoredIn>((resolve) => {
      const timer = setTimeout(() => this.fallBack(mine, null), STORE_WITHIN_MS)
      const decide: Undecided['decide'] = (storedIn) => {
        clearTimeout(timer)
        this.forget(mine)
        resolve(storedIn)
      }
      const store = () =>
        writer.store(channelKey, events, bytes).then(
          () => decide('database'),
          (error) => {
            if (!isRowError(error)) return this.fallBack(mine, error)
            // Ignores a refusal by the database once the webhook is spooled: draining the spool sets this webhook
            // aside.
            if (this.isUndecided(mine)) decide(Promise.reject(error))
          },
        )
      const mine: Undecided = { channelKey, events, decide, store }
      const earlier = this.undecided.get(channelKey) ?? new Set()
      this.undecided.set(channelKey, earlier.add(mine))
      if (this.held !== null) this.held.push(mine)
      else if (!spool.isEmpty || context.availability.isAway) this.spill(channelKey)
      else void store()
    })
  }

  /** `error` is null when storing only takes too long. */
  private fallBack(webhook: Undecided, error: unknown): void {
    const { availability, log } = this.parts.context
    const { channelKey } = webhook
    if (!this.isUndecided(webhook)) return
    const reason = error === null ? `no response within ${STORE_WITHIN_MS} ms` : databaseReason(error)
    const report = () =>
      log.warn({ reason, channel: channelKey }, 'webhooks cannot be stored and are spooled to disk')
    if (error === null) availability.doubt(reason, report)
    else availability.note(error, report)
    this.spill(channelKey)
  }

  /** Writes a channel's undecided webhooks to disk in order. Events that the database also stores are applied once. */
  private spill(channelKey: string): void {
    const { spool, context } = this.parts
    const receivedAt = context.now().toISOString()
    for (const { events, decide } of [...(this.undecided.get(channelKey) ?? [])]) {
      const datedEvents = events.map((event) => ({ ...event, receivedAt }))
      decide(spool.append({ channelKey, events: datedEvents }).then(() => 'disk' as const))
    }
    this.drain()
  }

  private isUndecided(webhook: Undecided): boolean {
    return this.undecided.get(webhook.channelKey)?.has(webhook) ?? false
  }

  private forget(webhook: Undecided): void {
    const left = this.undecided.get(webhook.channelKey)
    left?.delete(webhook)
    if (left?.size === 0) this.undecided.delete(webhook.channelKey)
  }

  async stop(): Promise<void> {
    this.stopped.abort()
    await this.draining
    await this.parts.spool.close()
  }

  private drain(): void {
    if (this.stopped.signal.aborted || this.parts.spool.isEmpty) return
    this.draining ??= this.drainAll()
  }

  private async drainAll(): Promise<void> {
    const { context, spool } = this.parts
    const since = performance.now()
    let webhooks = 0
    let failures = 0
    while (!this.stopped.signal.aborted && !spool.isEmpty) {
      const before = webhooks
      try {
        if (!context.availability.isAway) {
          // Holds back new webhooks: under steady traffic, the spool would otherwise never become empty.
          if (spool.waiting.records <= LAST_FEW) this.held = []
          await spool.drainOldest(async (found) => {
            await this.storeAll(found)
            webhooks += found.length
          })
        }
        failures = 0
      } catch (error) {
        // Does not count lost connections, so that webhooks are stored as soon as the database is available again.
        failures = isConnectionLoss(error) ? 0 : failures + 1
        context.availability.warn(error, 'spooled webhooks could not be stored; retrying')
      }
      this.release()
      if (webhooks > before) continue
      const wait = Math.min(DRAIN_RETRY_MS * 2 ** Math.max(0, failures - 1), MAX_DRAIN_RETRY_MS)
      await pause(withJitter(wait), undefined, { signal: this.stopped.signal }).catch(() => {})
    }
    this.draining = null
    const durationMs = Math.round(performance.now() - since)
    if (webhooks > 0) context.log.info({ webhooks, durationMs }, 'spooled webhooks are stored')
  }

  private release(): void {
    const held = this.held ?? []
    this.held = null
    for (const webhook of held) {
      if (!this.isUndecided(webhook)) continue
      if (this.parts.spool.isEmpty) void webhook.store()
      else this.spill(webhook.channelKey)
    }
  }

  private async storeAll(webhooks: readonly SpooledWebhook[]): Promise<void> {
    const { reserve, onStored } = this.parts
    const channels = Map.groupBy(webhooks, ({ channelKey }) => channelKey)
    for (const [channelKey, ofChannel] of channels) {
      const store = (some: readonly SpooledWebhook[]) =>
        storeEvents(
          reserve,
          channelKey,
          some.flatMap(({ events }) => events),
        )
      await storeSplitting(ofChannel, store, { refused: (webhook, error) => this.setAside(webhook, error) })
      const userIds = new Set(ofChannel.flatMap(({ events }) => events.map(({ userId }) => userId)))
      onStored([...userIds].flatMap((userId) => (userId === null ? [] : { channelKey, userId })))
    }
  }

  private async setAside(webhook: SpooledWebhook, error: unknown): Promise<void> {
    const { context, spool } = this.parts
    const file = await spool.setAside(webhook)
    const events = webhook.events.map(({ webhookEventId }) => webhookEventId)
    context.log.error(
      { err: error, channel: webhook.channelKey, events, file },
      'an acknowledged webhook cannot be stored and is set aside',
    )
  }
}
