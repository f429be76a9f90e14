import type { TicketOrder } from 'shared/contract/tickets/list-tickets.call.ts'
import type { Db } from '../db/client.ts'
import { countTickets, type TicketFilter } from './ticket-list.store.ts'

/** Totals up to here are counted for every page, larger ones are kept. */
export const EXACT_TOTAL = 1_000
/** The same of a search, whose count costs as much as its page. */
const EXACT_FOUND = 100
/** From here on they are kept longer. */
export const LARGE_TOTAL = 10_000
const KEEP_MS = 5_000
const KEEP_LARGE_MS = 30_000
/**
 * A count that took so long is kept, however small: it has looked through much to find little. For so many times as long as it took, so that
 * counting is a small part of the time, and who reads again a second after a quick one sees what is new.
 */
const SLOW_COUNT_MS = 25
const KEEP_TIMES = 20
const KEEP_ENTRIES = 500

/** In ms: not the clock of the day, which may be put back. */
const sinceStart = (): number => performance.now()

/**
 * How many tickets a list has. Counting costs time that grows with what is counted, and a queue is asked for every few seconds by
 * everyone: large totals are counted now and then per filter, for all whose filter is the same, and never twice at once.
 */
export class TicketTotals {
  private readonly kept = new Map<string, { total: number; until: number }>()
  private readonly counting = new Map<string, Promise<number>>()
  private readonly db: Db
  private readonly now: () => number

  constructor(db: Db, now = sinceStart) {
    this.db = db
    this.now = now
  }

  of(filter: TicketFilter, order: TicketOrder): Promise<number> {
    if (filter.among !== undefined) return countTickets(this.db, filter, order, null)
    const key = keyOf(filter, order)
    const kept = this.kept.get(key)
    if (kept !== undefined && this.now() < kept.until) return Promise.resolve(kept.total)
    const running = this.counting.get(key)
    if (running !== undefined) return running
    const count = this.count(key, filter, order).finally(() => this.counting.delete(key))
    this.counting.set(key, count)
    return count
  }

  private async count(key: string, filter: TicketFilter, order: TicketOrder): Promise<number> {
    this.kept.delete(key)
    const began = this.now()
    const few = await countTickets(this.db, filter, order, LARGE_TOTAL + 1)
    const total = few <= LARGE_TOTAL ? few : await countTickets(this.db, filter, order, null)
    const tookMs = this.now() - began
    const exact = filter.search === undefined ? EXACT_TOTAL : EXACT_FOUND
    if (total > LARGE_TOTAL) this.keep(key, total, KEEP_LARGE_MS)
    else if (total > exact) this.keep(key, total, KEEP_MS)
    else if (tookMs >= SLOW_COUNT_MS) this.keep(key, total, Math.min(KEEP_MS, tookMs * KEEP_TIMES))
    return total
  }

  private keep(key: string, total: number, forMs: number): void {
    const oldest = this.kept.keys().next()
    if (this.kept.size >= KEEP_ENTRIES && !oldest.done) this.kept.delete(oldest.value)
    this.kept.set(key, { total, until: this.now() + forMs })
  }
}

/** Who looks matters only to what is unread, the order only to a search. */
function keyOf(filter: TicketFilter, order: TicketOrder): string {
  const { viewerId, scope, search, ...rest } = filter
  return JSON.stringify({
    ...rest,
    channels: scope.channels,
    ...(filter.unreadOnly ? { viewerId } : {}),
    ...(search === undefined ? {} : { search, order }),
  })
}
