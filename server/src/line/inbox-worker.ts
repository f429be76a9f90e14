import { inTransaction, isConnectionLoss, isPassing } from '../db/client.ts'
import { withJitter } from '../jitter.ts'
import { databaseReason } from '../log.ts'
import type { ServerContext } from '../server-context.ts'
import { publishAll } from '../tickets/ticket-facts.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { applyEvent } from './event-effects.ts'
import {
  type CustomerKey,
  LASTING_ATTEMPTS,
  lockCustomerEvents,
  nextPendingEvent,
  noteFailure,
  type PendingEvent,
  stampApplied,
} from './inbox.store.ts'

/** A customer's events in one run; the rest is left to the next. */
const EVENTS_PER_RUN = 1_000
/** Connections that applying takes at most, of the pool's twenty. */
const AT_ONCE = { all: 6, perChannel: 4 }

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Pauses before the second, third … try; the last one repeats. */
const PAUSES = [
  1 * SECOND,
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
]
/** What another try may mend (the database is busy) parks after about a day. */
const PASSING_ATTEMPTS = 54

/** Connections that may break under one event before that counts as its failure, and the longest pause after one. */
const LOSSES_NOT_COUNTED = 12
const LONGEST_PAUSE_AFTER_LOSS = 30 * SECOND

/**
 * How long to wait after the `attempts`th failure (1, 2, …), in ms; null: no more tries. What fails in the same way every time
 * parks after about an hour: until then the customer's later messages wait behind it. `chance` gives numbers in [0, 1).
 */
export function pauseBeforeRetry(attempts: number, isLasting: boolean, chance: () => number): number | null {
  if (attempts >= (isLasting ? LASTING_ATTEMPTS : PASSING_ATTEMPTS)) return null
  const pause = PAUSES[attempts - 1] ?? PAUSES.at(-1) ?? 0
  return withJitter(pause, chance)
}

/**
 * Brings stored events into tickets: per customer in the order in which they were stored, each in its own transaction together
 * with its stamp, so that an event is applied once whatever dies when. One that fails is tried again with growing pauses, and the
 * customer's later events wait behind it; after the last try it is parked with its error, and they go on without it.
 */
export class InboxWorker {
  private readonly context: ServerContext
  private readonly onProfileDue: (customerId: string) => void
  private readonly limit = new ConcurrencyLimit(AT_ONCE)
  /** Per customer the run that is under way, and the one after it that all share who have asked meanwhile. */
  private readonly turns = new Map<string, { current: Promise<void>; next: Promise<void> | null }>()

  /** Per customer the event under which connections have broken, and how many of them one after the other. */
  private readonly losses = new Map<string, { event: string; count: number }>()

  private isStopped = false

  constructor(context: ServerContext, onProfileDue: (customerId: string) => void) {
    this.context = context
    this.onProfileDue = onProfileDue
  }

  /** Applies what waits of this customer, in a run that begins after the call. Resolves when nothing is due any more; never rejects. */
  applyPending(key: CustomerKey): Promise<void> {
    const name = nameOf(key)
    const turn = this.turns.get(name)
    if (turn === undefined) return this.begin(name, key)
    turn.next ??= turn.current.then(() => this.begin(name, key))
    return turn.next
  }

  /** The same for many customers; the limit says how many at once. */
  async applyAll(keys: readonly CustomerKey[]): Promise<void> {
    await Promise.all(keys.map((key) => this.applyPending(key)))
  }

  /** Begins no more events, and resolves when those that are being applied are done. What is left is the sweeper's after the next start. */
  async stop(): Promise<void> {
    this.isStopped = true
    while (this.turns.size > 0) await Promise.all([...this.turns.values()].map((turn) => turn.current))
  }

  private begin(name: string, key: CustomerKey): Promise<void> {
    const turn: { current: Promise<void>; next: Promise<void> | null } = {
      next: null,
      current: this.applyInOrder(key).finally(() => {
        if (turn.next === null) this.turns.delete(name)
      }),
    }
    this.turns.set(name, turn)
    return turn.current
  }

  private async applyInOrder(key: CustomerKey): Promise<void> {
    for (let count = 0; count < EVENTS_PER_RUN; count += 1) {
      const goesOn = await this.limit.run(key.channelKey, async () => !this.isStopped && this.applyNext(key))
      if (!goesOn) return
    }
  }

  /** False: nothing more to do now. */
  private async applyNext(key: CustomerKey): Promise<boolean> {
    const { context } = this
    let pending: PendingEvent | undefined
    try {
      const applied = await inTransaction(context.db, async (tx) => {
        await lockCustomerEvents(tx, key)
        pending = await nextPendingEvent(tx, key)
        if (!pending?.due) return undefined
        const applied = await applyEvent(tx, key, pending, {
          now: context.now(),
          mediaAddresses: context.mediaAddresses,
        })
        await stampApplied(tx, pending.id)
        return applied
      })
      this.losses.delete(nameOf(key))
      if (applied === undefined) return false
      if (applied === null) {
        context.log.debug({ channel: key.channelKey, type: pending?.type }, 'an event of LINE without effect')
        return true
      }
      publishAll(context.bus, applied.facts)
      if (applied.profileOf !== null) this.onProfileDue(applied.profileOf)
      return true
    } catch (error) {
      if (pending !== undefined && isConnectionLoss(error)) return this.connectionLost(key, pending, error)
      if (pending === undefined) {
        context.availability.warn(
          error,
          'events of a customer were not applied; the sweeper comes back to them',
          { channel: key.channelKey },
        )
        return false
      }
      return this.failed(pending, error)
    }
  }

  /**
   * A connection that breaks is rarely the event's fault, so no try is counted, and the pauses stay short. One that has broken a
   * dozen of them in a row, each while the database took a note of it, fails like any other.
   */
  private async connectionLost(key: CustomerKey, pending: PendingEvent, error: unknown): Promise<boolean> {
    const { context } = this
    const before = this.losses.get(nameOf(key))
    const count = before?.event === pending.id ? before.count + 1 : 1
    if (count > LOSSES_NOT_COUNTED) return this.failed(pending, error)
    const pauseMs = Math.min(PAUSES[count - 1] ?? LONGEST_PAUSE_AFTER_LOSS, LONGEST_PAUSE_AFTER_LOSS)
    const { id, attempts } = pending
    const isNoted = await this.note({ id, attempts, error: databaseReason(error), pauseMs })
    // Where not even this can be noted, the database is away and the event stays due.
    if (!isNoted) return false
    context.log.warn(
      { err: error, event: id, losses: count, pauseMs },
      'the connection broke under an event of LINE; it is tried again',
    )
    this.losses.set(nameOf(key), { event: id, count })
    return false
  }

  /** True: the event was parked and the next one may go. */
  private async failed(pending: PendingEvent, error: unknown): Promise<boolean> {
    const { context } = this
    const attempts = pending.attempts + 1
    const pauseMs = pauseBeforeRetry(attempts, !isPassing(error), Math.random)
    const about = { err: error, event: pending.id, type: pending.type, attempts }
    if (pauseMs === null) context.log.error(about, 'an event of LINE cannot be applied and is parked')
    else context.log.warn({ ...about, pauseMs }, 'an event of LINE could not be applied yet')
    const isNoted = await this.note({
      id: pending.id,
      attempts,
      error: databaseReason(error),
      pauseMs,
    })
    return isNoted && pauseMs === null
  }

  private async note(failure: Parameters<typeof noteFailure>[1]): Promise<boolean> {
    try {
      await noteFailure(this.context.db, failure)
      return true
    } catch (error) {
      this.context.availability.warn(error, 'the failure of an event could not be noted')
      return false
    }
  }
}

function nameOf({ channelKey, userId }: CustomerKey): string {
  return `${channelKey} ${userId}`
}
