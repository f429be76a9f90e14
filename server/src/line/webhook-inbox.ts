import { setTimeout as pause } from 'node:timers/promises'
import { type Db, isConnectionLoss, isRefusalOfRows } from '../db/client.ts'
import { withJitter } from '../jitter.ts'
import { databaseReason } from '../log.ts'
import type { ServerContext } from '../server-context.ts'
import { type CustomerKey, storeEvents, storeSplitting } from './inbox.store.ts'
import type { InboxWriter } from './inbox-writer.ts'
import type { IncomingEvent } from './incoming-event.ts'
import type { SpooledWebhook } from './spooled-webhook.ts'
import type { WebhookSpool } from './webhook-spool.ts'

/** What is not stored by then is written to disk: LINE waits two seconds and may not come again. */
const STORE_WITHIN_MS = 1_500
const DRAIN_AGAIN_MS = 500
/** The longest pause when storing what waits fails again and again though the database is there, each time with a line in the log. */
const DRAIN_AGAIN_AT_MOST_MS = 30_000
const LAST_FEW = 200

export interface WebhookInboxParts {
  context: ServerContext
  /** Connections that staff calls cannot take. */
  reserve: Db
  writer: InboxWriter
  spool: WebhookSpool
  /** Told of customers whose events were stored after they had waited on disk. */
  onStored: (customers: CustomerKey[]) => void
}

type Place = 'database' | 'disk'

/** Neither stored nor refused nor on disk so far. */
interface Undecided extends SpooledWebhook {
  decide: (place: Place | Promise<Place>) => void
  store: () => Promise<void>
}

/**
 * Keeps what LINE has brought: in the database, or on disk while that does not take it. As long as anything waits on disk all that
 * comes goes behind it, so that a customer's events are stored in the order in which they came.
 */
export class WebhookInbox {
  private readonly parts: WebhookInboxParts
  private readonly stopped = new AbortController()
  /** Per official account, in the order in which they came. */
  private readonly undecided = new Map<string, Set<Undecided>>()
  private draining: Promise<void> | null = null
  /** What has come while the last of the spool is stored, and goes to the database right after it; null when that is not under way. */
  private held: Undecided[] | null = null

  constructor(parts: WebhookInboxParts) {
    this.parts = parts
  }

  /** Begins to store what an earlier process has left on disk. */
  start(): void {
    this.drain()
  }

  /** Where the events are safe now. Throws `unavailable` when nowhere, and what the database says of events that it will never take. */
  keep(channelKey: string, events: readonly IncomingEvent[], bytes: number): Promise<Place> {
    const { context, writer, spool } = this.parts
    return new Promise<Place>((resolve) => {
      const timer = setTimeout(() => this.fallBack(mine, null), STORE_WITHIN_MS)
      const decide: Undecided['decide'] = (place) => {
        clearTimeout(timer)
        this.forget(mine)
        resolve(place)
      }
      const store = () =>
        writer.store(channelKey, events, bytes).then(
          () => decide('database'),
          (error) => {
            if (!isRefusalOfRows(error)) return this.fallBack(mine, error)
            // On disk it is set aside from there, and here nobody would hear of it.
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

  /** `error`: null when it only takes long. */
  private fallBack(webhook: Undecided, error: unknown): void {
    const { availability, log } = this.parts.context
    const { channelKey } = webhook
    if (!this.isUndecided(webhook)) return
    const reason = error === null ? `no answer within ${STORE_WITHIN_MS} ms` : databaseReason(error)
    const tell = () => log.warn({ reason, channel: channelKey }, 'webhooks cannot be stored and wait on disk')
    if (error === null) availability.doubt(reason, tell)
    else availability.note(error, tell)
    this.spill(channelKey)
  }

  /** Brings all of an account that is undecided to disk, in its order; should the writer store it after all, it is stored once. */
  private spill(channelKey: string): void {
    const { spool, context } = this.parts
    const receivedAt = context.now().toISOString()
    for (const { events, decide } of [...(this.undecided.get(channelKey) ?? [])]) {
      const dated = events.map((event) => ({ ...event, receivedAt }))
      decide(spool.append({ channelKey, events: dated }).then(() => 'disk' as const))
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
          // Under steady traffic the spool would never be seen empty: what comes while its last few are stored waits a moment.
          if (spool.waiting.records <= LAST_FEW) this.held = []
          await spool.drainOldest(async (found) => {
            await this.storeAll(found)
            webhooks += found.length
          })
        }
        failures = 0
      } catch (error) {
        // How long the database is away is no fault of what waits: as soon as it is back that is stored.
        failures = isConnectionLoss(error) ? 0 : failures + 1
        context.availability.warn(error, 'what waits on disk was not stored; trying again')
      }
      this.release()
      if (webhooks > before) continue
      const wait = Math.min(DRAIN_AGAIN_MS * 2 ** Math.max(0, failures - 1), DRAIN_AGAIN_AT_MOST_MS)
      await pause(withJitter(wait), undefined, { signal: this.stopped.signal }).catch(() => {})
    }
    this.draining = null
    const tookMs = Math.round(performance.now() - since)
    if (webhooks > 0) context.log.info({ webhooks, tookMs }, 'webhooks that waited on disk are stored')
  }

  /** Behind what waited on disk, or to disk where something is left there. */
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

  /** What the database refuses each time is set aside for a person to look at. */
  private async setAside(webhook: SpooledWebhook, error: unknown): Promise<void> {
    const { context, spool } = this.parts
    const file = await spool.setAside(webhook)
    const events = webhook.events.map(({ webhookEventId }) => webhookEventId)
    context.log.error(
      { err: error, channel: webhook.channelKey, events, file },
      'a webhook that was acknowledged cannot be stored and is set aside',
    )
  }
}
