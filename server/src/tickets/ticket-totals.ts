import type { TicketOrder } from 'shared/contract/tickets/list-tickets.call.ts'
import type { Db } from '../db/client.ts'
import type { Bus } from '../event-bus.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { countTickets, type TicketFilter } from './ticket-list.store.ts'

/** Maximum total that is not cached but counted again for every page. */
export const EXACT_TOTAL = 1_000
/** Maximum total of a search that is counted for every page; such counts take as long as reading the page. */
const EXACT_FOUND = 100
/** Total above which the cached value is kept for 30 s. */
export const LARGE_TOTAL = 10_000
const CACHE_MS = 5_000
const CACHE_LARGE_MS = 30_000
/** Duration in ms of a slow count, whose total is cached for `CACHE_TIMES` that duration. */
const SLOW_COUNT_MS = 25
const CACHE_TIMES = 20
const MAX_ENTRIES = 500
/** Minimum interval in ms between events of one channel, each of which makes pages re-fetch their lists. */
const PUBLISH_EVERY_MS = 5_000

interface CachedTotal {
  total: number
  /** Start time of the count, which may not include later changes. */
  began: number
  until: number
  /** True when a stale total was returned, so that an event will be published when the total expires. */
  isPublished: boolean
  channels: ChannelScope['channels']
}

/** Returns monotonic time in ms, because the system clock may be set back. */
const sinceStart = (): number => performance.now()

/** Totals of ticket lists. Clients request them often, so large totals are cached and counted only once at a time. */
export class TicketTotals {
  private readonly cached = new Map<string, CachedTotal>()
  private readonly counting = new Map<string, { began: number; total: Promise<number> }>()
  private readonly changed = new Map<string, number>()
  /** Time of the last published or next planned event of each channel. */
  private readonly lastPublished = new Map<string, number>()
  private readonly db: Db
  private readonly bus: Bus
  private readonly now: () => number
  private readonly unsubscribe: () => void
  private isClosed = false

  constructor(db: Db, bus: Bus, now = sinceStart) {
    this.db = db
    this.bus = bus
    this.now = now
    this.unsubscribe = bus.subscribe((event) => {
      if (event.kind === 'ticket' && event.events.some(({ type }) => type === 'ticket_list_update'))
        this.changed.set(event.channelKey, now())
    })
  }

  async of(filter: TicketFilter, order: TicketOrder): Promise<number> {
    if (filter.among !== undefined) return countTickets(this.db, filter, order, null)
    const key = keyOf(filter, order)
    const cached = this.cached.get(key)
    if (cached !== undefined && this.now() < cached.until) {
      this.publishLater(cached)
      return cached.total
    }
    const running = this.counting.get(key)
    if (running === undefined || this.changedSince(running.began, filter.scope.channels).length === 0)
      return (running ?? this.begin(key, filter, order)).total
    // The running count began before a change that the caller has seen, so the caller waits for it and counts again.
    await running.total.catch(() => undefined)
    return (this.counting.get(key) ?? this.begin(key, filter, order)).total
  }

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
    this.cached.delete(key)
    const began = this.now()
    const few = await countTickets(this.db, filter, order, LARGE_TOTAL + 1)
    const total = few <= LARGE_TOTAL ? few : await countTickets(this.db, filter, order, null)
    const durationMs = this.now() - began
    const exact = filter.search === undefined ? EXACT_TOTAL : EXACT_FOUND
    const cacheMs =
      total > LARGE_TOTAL
        ? CACHE_LARGE_MS
        : total > exact
          ? CACHE_MS
          : durationMs >= SLOW_COUNT_MS
            ? Math.min(CACHE_MS, durationMs * CACHE_TIMES)
            : 0
    const { channels } = filter.scope
    if (cacheMs > 0)
      this.cache(key, { total, began, until: this.now() + cacheMs, isPublished: false, channels })
    return total
  }

  private cache(key: string, cached: CachedTotal): void {
    const oldest = this.cached.keys().next()
    if (this.cached.size >= MAX_ENTRIES && !oldest.done) this.cached.delete(oldest.value)
    this.cached.set(key, cached)
  }

  private changedSince(began: number, channels: ChannelScope['channels']): string[] {
    return [...this.changed].flatMap(([channelKey, at]) =>
      at >= began && (channels === 'all' || channels.includes(channelKey)) ? [channelKey] : [],
    )
  }

  private publishLater(cached: CachedTotal): void {
    if (cached.isPublished || this.changedSince(cached.began, cached.channels).length === 0) return
    cached.isPublished = true
    const publish = () => {
      for (const channelKey of this.changedSince(cached.began, cached.channels)) this.publish(channelKey)
    }
    // The timer is 1 ms late, because timers may fire a fraction of a millisecond early.
    setTimeout(publish, Math.ceil(cached.until - this.now()) + 1).unref()
  }

  private publish(channelKey: string): void {
    const now = this.now()
    const last = this.lastPublished.get(channelKey) ?? Number.NEGATIVE_INFINITY
    if (last > now) return
    const at = Math.max(now, last + PUBLISH_EVERY_MS)
    this.lastPublished.set(channelKey, at)
    const publish = () =>
      this.isClosed || this.bus.publish({ kind: 'ticket_list_update', channelKey, reason: 'counted' })
    if (at === now) publish()
    else setTimeout(publish, at - now).unref()
  }
}

/** Returns the cache key of a list. The viewer matters only for unread tickets, the order only for searches. */
function keyOf(filter: TicketFilter, order: TicketOrder): string {
  const { viewerId, scope, search, ...rest } = filter
  return JSON.stringify({
    ...rest,
    channels: scope.channels,
    ...(filter.unreadOnly ? { viewerId } : {}),
    ...(search === undefined ? {} : { search, order }),
  })
}
