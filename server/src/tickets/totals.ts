import type { Db } from '../db/client.ts'
import { countTickets, type TicketFilter } from './list.store.ts'

/** Totals up to here are counted anew for every page. */
export const EXACT_TOTAL = 10_000
const KEEP_MS = 30_000
const KEEP_ENTRIES = 500

/**
 * How many tickets a list has. Counting costs time that grows with the count, and a queue is asked for every few seconds:
 * small totals are always exact, large ones are counted at most every half minute per filter.
 */
export class Totals {
  private readonly kept = new Map<string, { total: number; at: number }>()
  private readonly db: Db
  private readonly now: () => Date

  constructor(db: Db, now: () => Date) {
    this.db = db
    this.now = now
  }

  async of(filter: TicketFilter): Promise<number> {
    const key = JSON.stringify(filter)
    const kept = this.kept.get(key)
    if (kept !== undefined && this.now().getTime() - kept.at < KEEP_MS) return kept.total
    const few = await countTickets(this.db, filter, EXACT_TOTAL + 1)
    if (few <= EXACT_TOTAL) {
      this.kept.delete(key)
      return few
    }
    const total = await countTickets(this.db, filter, null)
    this.keep(key, total)
    return total
  }

  private keep(key: string, total: number): void {
    const oldest = this.kept.keys().next()
    if (this.kept.size >= KEEP_ENTRIES && !oldest.done) this.kept.delete(oldest.value)
    this.kept.set(key, { total, at: this.now().getTime() })
  }
}
