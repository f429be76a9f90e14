import { inTransaction } from '../db/client.ts'
import { databaseReason } from '../log.ts'
import type { ServerContext } from '../server-context.ts'
import { publishAll } from '../tickets/ticket-update-event.ts'
import { applyContext } from './apply-customer-messages.ts'
import { applyMessageBatch, EVENTS_PER_CUSTOMER, type NextStep } from './apply-message-batch.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import type { CustomerKey } from './inbox.store.ts'
import { SingleEventApplier } from './single-event-applier.ts'

/** Maximum number of customers whose events are applied in one batch. */
const MAX_BATCH_CUSTOMERS = 50
/** Maximum number of connections for batches, of the twenty in the pool. */
const MAX_BATCH_CONNECTIONS = { all: 4, perChannel: 1 }
/** Maximum number of connections for events that are applied one by one, so that their locks do not delay batches. */
const MAX_SINGLE_CONNECTIONS = { all: 4, perChannel: 2 }

interface QueuedCustomer {
  key: CustomerKey
  ended: Promise<void>
  end: () => void
}

/** Customers of a channel: those waiting for a batch, by LINE user id, and those whose events are being applied. */
interface Lane {
  waiting: Map<string, QueuedCustomer>
  running: Set<string>
  /** True while a batch waits for its transaction and has not chosen its customers yet. */
  isGathering: boolean
}

/**
 * Applies stored events, per customer in the order they were stored. Events of a channel's customers are applied
 * together in one transaction that also marks them as applied; when it fails, they are applied one by one.
 */
export class InboxWorker {
  private readonly context: ServerContext
  private readonly onProfileDue: (customerId: string) => void
  private readonly single: SingleEventApplier
  private readonly batches = new ConcurrencyLimit(MAX_BATCH_CONNECTIONS)
  private readonly alone = new ConcurrencyLimit(MAX_SINGLE_CONNECTIONS)
  private readonly lanes = new Map<string, Lane>()
  private readonly running = new Set<Promise<void>>()
  private isStopped = false

  constructor(context: ServerContext, onProfileDue: (customerId: string) => void) {
    this.context = context
    this.onProfileDue = onProfileDue
    this.single = new SingleEventApplier(context, onProfileDue)
  }

  /** Resolves when none of the customer's events is due; never rejects. */
  applyPending(key: CustomerKey): Promise<void> {
    const { channelKey, userId } = key
    const lane = this.lanes.get(channelKey) ?? { waiting: new Map(), running: new Set(), isGathering: false }
    this.lanes.set(channelKey, lane)
    const waiting = lane.waiting.get(userId)
    if (waiting !== undefined) return waiting.ended
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    lane.waiting.set(userId, { key, ended, end })
    this.gather(channelKey, lane)
    return ended
  }

  async applyAll(keys: readonly CustomerKey[]): Promise<void> {
    await Promise.all(keys.map((key) => this.applyPending(key)))
  }

  /** Resolves when no event is being applied. The sweeper applies the remaining events after a restart. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (const lane of this.lanes.values()) this.dismiss(lane)
    while (this.running.size > 0) await Promise.all(this.running)
  }

  private gather(channelKey: string, lane: Lane): void {
    if (this.isStopped) this.dismiss(lane)
    if (lane.waiting.size === 0 && lane.running.size === 0) this.lanes.delete(channelKey)
    if (lane.isGathering || !this.hasReady(lane)) return
    lane.isGathering = true
    this.track(this.batches.run(channelKey, () => this.applyBatch(channelKey, lane)))
  }

  private hasReady(lane: Lane): boolean {
    return [...lane.waiting.keys()].some((userId) => !lane.running.has(userId))
  }

  private take(lane: Lane): QueuedCustomer[] {
    const queued = [...lane.waiting.values()]
      .filter(({ key }) => !lane.running.has(key.userId))
      .slice(0, MAX_BATCH_CUSTOMERS)
    for (const { key } of queued) {
      lane.waiting.delete(key.userId)
      lane.running.add(key.userId)
    }
    return queued
  }

  private async applyBatch(channelKey: string, lane: Lane): Promise<void> {
    const { context } = this
    let queued: QueuedCustomer[] | undefined
    let next = new Map<string, NextStep>()
    try {
      const applied = await inTransaction(context.db, (tx) => {
        // Chooses the customers inside the transaction, to include those whose events arrived while it waited to begin.
        queued = this.take(lane)
        lane.isGathering = false
        this.gather(channelKey, lane)
        const userIds = queued.map(({ key }) => key.userId)
        return applyMessageBatch(tx, channelKey, userIds, applyContext(context))
      })
      next = applied.next
      publishAll(context.bus, applied.events)
      for (const customerId of applied.profilesOf) this.onProfileDue(customerId)
    } catch (error) {
      lane.isGathering = false
      if (queued === undefined) {
        context.availability.warn(
          error,
          'events of customers could not be applied; the sweeper retries them',
          {
            channel: channelKey,
          },
        )
        this.dismiss(lane)
        this.gather(channelKey, lane)
        return
      }
      const about = { reason: databaseReason(error), channel: channelKey, customers: queued.length }
      // Logs no warning, because an event that also fails when applied alone is reported with its error.
      context.log.info(about, 'messages could not be applied as a batch; applying them one by one')
      for (const customer of queued) this.track(this.applyAlone(lane, customer, EVENTS_PER_CUSTOMER))
      return
    }
    for (const customer of queued ?? []) {
      const how = next.get(customer.key.userId) ?? 'done'
      if (how === 'done') this.finish(lane, customer)
      else if (how === 'batch') this.waitAgain(lane, customer)
      else this.track(this.applyAlone(lane, customer, 1))
    }
    this.gather(channelKey, lane)
  }

  private async applyAlone(lane: Lane, customer: QueuedCustomer, count: number): Promise<void> {
    const { key } = customer
    const applyNext = async () => !this.isStopped && this.single.applyNext(key)
    let hasMore = true
    for (let nth = 0; hasMore && nth < count; nth += 1)
      hasMore = await this.alone.run(key.channelKey, applyNext)
    if (hasMore) this.waitAgain(lane, customer)
    else this.finish(lane, customer)
    this.gather(key.channelKey, lane)
  }

  private finish(lane: Lane, { key, end }: QueuedCustomer): void {
    lane.running.delete(key.userId)
    end()
  }

  private waitAgain(lane: Lane, customer: QueuedCustomer): void {
    const { userId } = customer.key
    lane.running.delete(userId)
    const later = lane.waiting.get(userId)
    if (later === undefined) lane.waiting.set(userId, customer)
    else void later.ended.then(customer.end)
  }

  /** Drops the waiting customers, whose events the sweeper will apply. */
  private dismiss(lane: Lane): void {
    for (const { end } of lane.waiting.values()) end()
    lane.waiting.clear()
  }

  private track(work: Promise<void>): void {
    this.running.add(work)
    void work.finally(() => this.running.delete(work))
  }
}
