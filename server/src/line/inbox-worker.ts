import { inTransaction } from '../db/client.ts'
import { databaseReason } from '../log.ts'
import type { ServerContext } from '../server-context.ts'
import { publishAll } from '../tickets/ticket-facts.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { applyContext } from './customer-messages.ts'
import type { CustomerKey } from './inbox.store.ts'
import { applyMessageBatch, EVENTS_EACH, type Next } from './message-batch.ts'
import { SingleEventApplier } from './single-event-applier.ts'

/** Customers of one batch. */
const MAX_TOGETHER = 50
/** Connections that batches take at most, of the pool's twenty: while one is committed, the next is put together. */
const BATCHES_AT_ONCE = { all: 4, perChannel: 1 }
/** Connections of events that go alone: those that wait for somebody's lock hold up no batch. */
const ALONE_AT_ONCE = { all: 4, perChannel: 2 }

/** A customer whose events are to be applied, in a run that has not begun, or has. */
interface Turn {
  key: CustomerKey
  ended: Promise<void>
  end: () => void
}

/** The customers of an account: who waits for a batch, by LINE user id, and who is in one or has events applied alone. */
interface Lane {
  waiting: Map<string, Turn>
  running: Set<string>
  /** A batch has been asked for, and its customers are not chosen yet. */
  isGathering: boolean
}

/**
 * Brings stored events into tickets, per customer in the order in which they were stored. What waits of the customers of an account goes
 * together, in one transaction with its stamps, so that an event is applied once whatever dies when: whoever comes while one batch is
 * applied is in the next. Where a batch fails nothing of it has happened, and its customers' events go one by one.
 */
export class InboxWorker {
  private readonly context: ServerContext
  private readonly onProfileDue: (customerId: string) => void
  private readonly single: SingleEventApplier
  private readonly batches = new ConcurrencyLimit(BATCHES_AT_ONCE)
  private readonly alone = new ConcurrencyLimit(ALONE_AT_ONCE)
  private readonly lanes = new Map<string, Lane>()
  private readonly running = new Set<Promise<void>>()
  private isStopped = false

  constructor(context: ServerContext, onProfileDue: (customerId: string) => void) {
    this.context = context
    this.onProfileDue = onProfileDue
    this.single = new SingleEventApplier(context, onProfileDue)
  }

  /** Applies what waits of this customer, in a run that begins after the call. Resolves when nothing is due any more; never rejects. */
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

  /** The same for many customers. */
  async applyAll(keys: readonly CustomerKey[]): Promise<void> {
    await Promise.all(keys.map((key) => this.applyPending(key)))
  }

  /** Begins no more events, and resolves when those that are being applied are done. What is left is the sweeper's after the next start. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (const lane of this.lanes.values()) this.dismiss(lane)
    while (this.running.size > 0) await Promise.all(this.running)
  }

  /** Asks for a batch of those who wait, unless one is about to be put together or all of them are being served. */
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

  /** Those who wait longest; from now on they are being served. */
  private take(lane: Lane): Turn[] {
    const turns = [...lane.waiting.values()]
      .filter(({ key }) => !lane.running.has(key.userId))
      .slice(0, MAX_TOGETHER)
    for (const { key } of turns) {
      lane.waiting.delete(key.userId)
      lane.running.add(key.userId)
    }
    return turns
  }

  private async applyBatch(channelKey: string, lane: Lane): Promise<void> {
    const { context } = this
    let turns: Turn[] | undefined
    let next = new Map<string, Next>()
    try {
      const applied = await inTransaction(context.db, (tx) => {
        // Chosen when there is a transaction, so that whoever came while there was none is among them.
        turns = this.take(lane)
        lane.isGathering = false
        this.gather(channelKey, lane)
        const userIds = turns.map(({ key }) => key.userId)
        return applyMessageBatch(tx, channelKey, userIds, applyContext(context))
      })
      next = applied.next
      publishAll(context.bus, applied.facts)
      for (const customerId of applied.profilesOf) this.onProfileDue(customerId)
    } catch (error) {
      lane.isGathering = false
      if (turns === undefined) {
        context.availability.warn(
          error,
          'events of customers were not applied; the sweeper comes back to them',
          {
            channel: channelKey,
          },
        )
        this.dismiss(lane)
        this.gather(channelKey, lane)
        return
      }
      const about = { reason: databaseReason(error), channel: channelKey, customers: turns.length }
      // No warning: what goes wrong alone is told then.
      context.log.info(about, 'messages could not be applied together and go one by one')
      for (const turn of turns) this.track(this.applyAlone(lane, turn, EVENTS_EACH))
      return
    }
    for (const turn of turns ?? []) {
      const how = next.get(turn.key.userId) ?? 'done'
      if (how === 'done') this.finish(lane, turn)
      else if (how === 'batch') this.waitAgain(lane, turn)
      else this.track(this.applyAlone(lane, turn, 1))
    }
    this.gather(channelKey, lane)
  }

  /** Applies so many events of a customer one by one; then they wait for the next batch. */
  private async applyAlone(lane: Lane, turn: Turn, count: number): Promise<void> {
    const { key } = turn
    const applyNext = async () => !this.isStopped && this.single.applyNext(key)
    let goesOn = true
    for (let nth = 0; goesOn && nth < count; nth += 1)
      goesOn = await this.alone.run(key.channelKey, applyNext)
    if (goesOn) this.waitAgain(lane, turn)
    else this.finish(lane, turn)
    this.gather(key.channelKey, lane)
  }

  private finish(lane: Lane, { key, end }: Turn): void {
    lane.running.delete(key.userId)
    end()
  }

  private waitAgain(lane: Lane, turn: Turn): void {
    const { userId } = turn.key
    lane.running.delete(userId)
    const later = lane.waiting.get(userId)
    if (later === undefined) lane.waiting.set(userId, turn)
    else void later.ended.then(turn.end)
  }

  /** Leaves those who wait to the sweeper. */
  private dismiss(lane: Lane): void {
    for (const { end } of lane.waiting.values()) end()
    lane.waiting.clear()
  }

  private track(work: Promise<void>): void {
    this.running.add(work)
    void work.finally(() => this.running.delete(work))
  }
}
