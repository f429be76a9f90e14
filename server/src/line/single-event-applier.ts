import { inTransaction, isConnectionLoss, isRetryable } from '../db/client.ts'
import { withJitter } from '../jitter.ts'
import { databaseReason } from '../log.ts'
import type { ServerContext } from '../server-context.ts'
import { publishAll } from '../tickets/ticket-update-event.ts'
import { applyContext } from './apply-customer-messages.ts'
import { applyEvent } from './event-handlers.ts'
import {
  type CustomerKey,
  DEAD_LETTER_ATTEMPTS,
  lockCustomerEvents,
  type PendingEvent,
  pendingEventsOf,
  recordFailure,
  stampApplied,
} from './inbox.store.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Intervals before the second, third … attempt, in ms; the last interval repeats. */
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
/** Maximum number of attempts after transient failures (a busy database); together they take about a day. */
const MAX_TRANSIENT_ATTEMPTS = 54

/** Number of lost connections per event that are not treated as failures of the event. */
const LOSSES_NOT_COUNTED = 12
/** Maximum retry interval in ms after a lost connection. */
const LONGEST_PAUSE_AFTER_LOSS = 30 * SECOND

/** Returns the time in ms until the next attempt, or null to give the event up. */
export function pauseBeforeRetry(attempts: number, isLasting: boolean, chance: () => number): number | null {
  if (attempts >= (isLasting ? DEAD_LETTER_ATTEMPTS : MAX_TRANSIENT_ATTEMPTS)) return null
  const pause = PAUSES[attempts - 1] ?? PAUSES.at(-1) ?? 0
  return withJitter(pause, chance)
}

/** Applies an event and marks it as applied in one transaction. A customer's later events wait behind a failed one. */
export class SingleEventApplier {
  private readonly context: ServerContext
  private readonly onProfileDue: (customerId: string) => void
  /** For each customer, the event during which connections were lost, and the number of consecutive losses. */
  private readonly losses = new Map<string, { event: string; count: number }>()

  constructor(context: ServerContext, onProfileDue: (customerId: string) => void) {
    this.context = context
    this.onProfileDue = onProfileDue
  }

  /** Applies the customer's next event. Returns false when no more events are due. Never rejects. */
  async applyNext(key: CustomerKey): Promise<boolean> {
    const { context } = this
    const { channelKey, userId } = key
    let pending: PendingEvent | undefined
    try {
      const applied = await inTransaction(context.db, async (tx) => {
        await lockCustomerEvents(tx, channelKey, [userId])
        ;[pending] = await pendingEventsOf(tx, channelKey, [userId], { each: 1, all: 1 })
        if (!pending?.due) return undefined
        const applied = await applyEvent(tx, key, pending, applyContext(context))
        await stampApplied(tx, [pending.id])
        return applied
      })
      this.losses.delete(nameOf(key))
      if (applied === undefined) return false
      if (applied === null) {
        context.log.debug({ channel: channelKey, type: pending?.type }, 'a LINE event without effect')
        return true
      }
      publishAll(context.bus, applied.events)
      for (const customerId of applied.profilesOf) this.onProfileDue(customerId)
      return true
    } catch (error) {
      if (pending !== undefined && isConnectionLoss(error)) return this.connectionLost(key, pending, error)
      if (pending === undefined) {
        context.availability.warn(
          error,
          'events of a customer could not be applied; the sweeper retries them',
          { channel: channelKey },
        )
        return false
      }
      return this.failed(pending, error)
    }
  }

  /** The event is rarely the cause of a lost connection, so no attempt is counted until a dozen consecutive losses. */
  private async connectionLost(key: CustomerKey, pending: PendingEvent, error: unknown): Promise<boolean> {
    const { context } = this
    const before = this.losses.get(nameOf(key))
    const count = before?.event === pending.id ? before.count + 1 : 1
    if (count > LOSSES_NOT_COUNTED) return this.failed(pending, error)
    const pauseMs = Math.min(PAUSES[count - 1] ?? LONGEST_PAUSE_AFTER_LOSS, LONGEST_PAUSE_AFTER_LOSS)
    const { id, attempts } = pending
    const isNoted = await this.note({ id, attempts, error: databaseReason(error), pauseMs })
    // If recording the failure also fails, the database is unavailable; the event stays due.
    if (!isNoted) return false
    context.log.warn(
      { err: error, event: id, losses: count, pauseMs },
      'the connection broke while a LINE event was applied; retrying',
    )
    this.losses.set(nameOf(key), { event: id, count })
    return false
  }

  /** Returns true when the event became a dead letter and the next event may be applied. */
  private async failed(pending: PendingEvent, error: unknown): Promise<boolean> {
    const { context } = this
    const attempts = pending.attempts + 1
    const pauseMs = pauseBeforeRetry(attempts, !isRetryable(error), Math.random)
    const about = { err: error, event: pending.id, type: pending.type, attempts }
    if (pauseMs === null) context.log.error(about, 'a LINE event cannot be applied and is parked')
    else context.log.warn({ ...about, pauseMs }, 'a LINE event could not be applied yet')
    const isNoted = await this.note({
      id: pending.id,
      attempts,
      error: databaseReason(error),
      pauseMs,
    })
    return isNoted && pauseMs === null
  }

  private async note(failure: Parameters<typeof recordFailure>[1]): Promise<boolean> {
    try {
      await recordFailure(this.context.db, failure)
      return true
    } catch (error) {
      this.context.availability.warn(error, 'the failure of a LINE event could not be recorded')
      return false
    }
  }
}

function nameOf({ channelKey, userId }: CustomerKey): string {
  return `${channelKey} ${userId}`
}
