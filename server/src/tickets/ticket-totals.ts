import type { TicketOrder } from 'shared/contract/tickets/list-tickets.call.ts'
import type { Bus } from '../bus.ts'
import type { Db } from '../db/client.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
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
/** However many totals end, the pages of an account are told so often: each reads its lists again. */
const TELL_EVERY_MS = 5_000

interface Kept {
  total: number
  /** When the count began: what has changed since may be missing. */
  began: number
  until: number
  /** Somebody was given it though it may be out of date, and is told when it ends. */
  isToldOf: boolean
  /** Of these accounts it counts tickets. */
  channels: ChannelScope['channels']
}

/** In ms: not the clock of the day, which may be put back. */
const sinceStart = (): number => performance.now()

/**
 * How many tickets a list has. Counting costs time that grows with what is counted, and a queue is asked for every few seconds by
 * everyone: large totals are counted now and then per filter, for all whose filter is the same, and never twice at once. Who is given one
 * from before the last change is told by an event when it may be asked for again, for nothing else may happen until then.
 */
export class TicketTotals {
  private readonly kept = new Map<string, Kept>()
  private readonly counting = new Map<string, { began: number; total: Promise<number> }>()
  /** When a list of each account has last changed. */
  private readonly changed = new Map<string, number>()
  /** When the pages of each account were told last, or will be next. */
  private readonly told = new Map<string, number>()
  private readonly db: Db
  private readonly bus: Bus
  private readonly now: () => number
  private readonly unsubscribe: () => void
  private isClosed = false

  constructor(db: Db, bus: Bus, now = sinceStart) {
    this.db = db
    this.bus = bus
    this.now = now
    this.unsubscribe = bus.subscribe((fact) => {
      if (fact.kind === 'ticket' && fact.events.some(({ type }) => type === 'ticket_list_update'))
        this.changed.set(fact.channelKey, now())
    })
  }

  async of(filter: TicketFilter, order: TicketOrder): Promise<number> {
    if (filter.among !== undefined) return countTickets(this.db, filter, order, null)
    const key = keyOf(filter, order)
    const kept = this.kept.get(key)
    if (kept !== undefined && this.now() < kept.until) {
      this.tellLater(kept)
      return kept.total
    }
    const running = this.counting.get(key)
    if (running === undefined || this.changedSince(running.began, filter.scope.channels).length === 0)
      return (running ?? this.begin(key, filter, order)).total
    // It may not have seen what its asker knows of.
    await running.total.catch(() => undefined)
    return (this.counting.get(key) ?? this.begin(key, filter, order)).total
  }

  /** Hears of no change any more, and tells of none. */
  close(): void {
    this.isClosed = true
    this.unsubscribe()
  }

  private begin(key: string, filter: TicketFilter, order: TicketOrder) {
    const total = this.count(key, filter, order).finally(() => this.counting.delete(key))
    const begun = { began: this.now(), total }
    this.counting.set(key, begun)
    return begun
  }

  private async count(key: string, filter: TicketFilter, order: TicketOrder): Promise<number> {
    this.kept.delete(key)
    const began = this.now()
    const few = await countTickets(this.db, filter, order, LARGE_TOTAL + 1)
    const total = few <= LARGE_TOTAL ? few : await countTickets(this.db, filter, order, null)
    const tookMs = this.now() - began
    const exact = filter.search === undefined ? EXACT_TOTAL : EXACT_FOUND
    const keepMs =
      total > LARGE_TOTAL
        ? KEEP_LARGE_MS
        : total > exact
          ? KEEP_MS
          : tookMs >= SLOW_COUNT_MS
            ? Math.min(KEEP_MS, tookMs * KEEP_TIMES)
            : 0
    const { channels } = filter.scope
    if (keepMs > 0) this.keep(key, { total, began, until: this.now() + keepMs, isToldOf: false, channels })
    return total
  }

  private keep(key: string, kept: Kept): void {
    const oldest = this.kept.keys().next()
    if (this.kept.size >= KEEP_ENTRIES && !oldest.done) this.kept.delete(oldest.value)
    this.kept.set(key, kept)
  }

  /** The accounts among these in which something has changed. */
  private changedSince(began: number, channels: ChannelScope['channels']): string[] {
    return [...this.changed].flatMap(([channelKey, at]) =>
      at >= began && (channels === 'all' || channels.includes(channelKey)) ? [channelKey] : [],
    )
  }

  private tellLater(kept: Kept): void {
    if (kept.isToldOf || this.changedSince(kept.began, kept.channels).length === 0) return
    kept.isToldOf = true
    const tell = () => {
      for (const channelKey of this.changedSince(kept.began, kept.channels)) this.tell(channelKey)
    }
    // A timer may be early by a fraction.
    setTimeout(tell, Math.ceil(kept.until - this.now()) + 1).unref()
  }

  /** At once, or with what else ends until it is time again. */
  private tell(channelKey: string): void {
    const now = this.now()
    const last = this.told.get(channelKey) ?? Number.NEGATIVE_INFINITY
    if (last > now) return
    const at = Math.max(now, last + TELL_EVERY_MS)
    this.told.set(channelKey, at)
    const publish = () => this.isClosed || this.bus.publish({ kind: 'totals', channelKey })
    if (at === now) publish()
    else setTimeout(publish, at - now).unref()
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
