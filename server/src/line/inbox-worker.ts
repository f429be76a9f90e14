import { inTransaction, isPassing } from '../db/client.ts'
import type { Desk } from '../desk.ts'
import { publishAll } from '../tickets/publish.ts'
import { applyEvent } from './event-effects.ts'
import {
  type CustomerKey,
  EVENT_ATTEMPTS,
  lockCustomerEvents,
  nextPendingEvent,
  noteFailure,
  type PendingEvent,
  stampApplied,
} from './inbox.store.ts'
import { OneAtATime } from './one-at-a-time.ts'

/** A customer's events in one go; the rest is left to the next go. */
const EVENTS_PER_GO = 1_000
const CUSTOMERS_AT_ONCE = 6
const RETRY_MS = 200
const RETRY_MAX_MS = 60_000
/** What fails in the same way every time is not worth more tries. */
const HOPELESS_ATTEMPTS = 3

/**
 * Brings stored events into tickets: per customer in the order in which they were stored, each in its own transaction together
 * with its stamp, so that an event is applied once whatever dies when. An event that keeps failing is left aside, with a line in
 * the log; what waits behind it goes on.
 */
export class InboxWorker {
  private readonly desk: Desk
  private readonly onProfileDue: (customerId: string) => void
  private readonly turns = new OneAtATime()

  constructor(desk: Desk, onProfileDue: (customerId: string) => void) {
    this.desk = desk
    this.onProfileDue = onProfileDue
  }

  /** Applies what waits of this customer. Resolves when nothing is due any more; never rejects. */
  applyPending(key: CustomerKey): Promise<void> {
    return this.turns.run(`${key.channelKey} ${key.userId}`, async () => {
      for (let count = 0; count < EVENTS_PER_GO; count += 1) {
        if (!(await this.applyNext(key))) return
      }
    })
  }

  /** The same for many customers, a few at a time: one large call leaves the database free for everyone else. */
  async applyAll(keys: readonly CustomerKey[]): Promise<void> {
    const left = [...keys]
    const work = async () => {
      for (let key = left.shift(); key !== undefined; key = left.shift()) await this.applyPending(key)
    }
    await Promise.all(Array.from({ length: CUSTOMERS_AT_ONCE }, work))
  }

  /** False: nothing more to do now. */
  private async applyNext(key: CustomerKey): Promise<boolean> {
    const { desk } = this
    let pending: PendingEvent | undefined
    try {
      const applied = await inTransaction(desk.db, async (tx) => {
        await lockCustomerEvents(tx, key)
        const now = desk.now()
        pending = await nextPendingEvent(tx, key, now)
        if (!pending?.due) return undefined
        const applied = await applyEvent(tx, key, pending, now)
        await stampApplied(tx, pending.id, now)
        return applied
      })
      if (applied === undefined) return false
      if (applied === null) {
        desk.log.debug({ channel: key.channelKey, type: pending?.type }, 'an event of LINE without effect')
        return true
      }
      publishAll(desk.bus, applied.facts)
      if (applied.profileOf !== null) this.onProfileDue(applied.profileOf)
      return true
    } catch (error) {
      if (pending === undefined) {
        desk.log.warn(
          { err: error, channel: key.channelKey },
          'events of a customer cannot be read; the sweeper will',
        )
        return false
      }
      return this.failed(pending, error)
    }
  }

  /** True: the event was left aside and the next one may go. */
  private async failed(pending: PendingEvent, error: unknown): Promise<boolean> {
    const { desk } = this
    const tries = pending.attempts + 1
    const hopeless = tries >= EVENT_ATTEMPTS || (!isPassing(error) && tries >= HOPELESS_ATTEMPTS)
    const attempts = hopeless ? EVENT_ATTEMPTS : tries
    const wait = Math.min(RETRY_MS * 3 ** pending.attempts, RETRY_MAX_MS) * (0.75 + Math.random() / 2)
    const nextAttemptAt = new Date(desk.now().getTime() + wait)
    // The database's own words; what is wrapped around them repeats the customer's.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    const stack = cause instanceof Error ? cause.stack : undefined
    const about = { reason, stack, event: pending.webhook_event_id, type: pending.type, attempts: tries }
    if (hopeless) desk.log.error(about, 'an event of LINE cannot be applied and is left aside')
    else desk.log.warn(about, 'an event of LINE could not be applied yet')
    try {
      await noteFailure(desk.db, { id: pending.id, attempts, error: reason, nextAttemptAt })
    } catch (noteError) {
      desk.log.warn({ err: noteError }, 'the failure of an event could not be noted')
      return false
    }
    return hopeless
  }
}
