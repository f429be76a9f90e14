import { SOCKET_SUBSCRIPTIONS } from '../contract/constants.ts'
import type { ClientFrame } from '../contract/realtime.ts'

/** Priority of a subscription. When the server's limit is reached, open conversations have priority over list rows. */
export type SubscriptionWeight = 'open' | 'row'

interface TicketSubscription {
  open: number
  row: number
  /** Number of the subscription. A later subscription has a higher priority. */
  since: number
}

/** Error codes of temporary refusals: the database is down, or the rate limit is reached. */
const TEMPORARY_REFUSALS: readonly string[] = ['internal', 'unavailable', 'rate_limited']

/** Counts subscribers per ticket, selects at most 15 tickets, and stores what the server has received. */
export class Subscriptions {
  readonly #active = new Map<string, TicketSubscription>()
  #lastSince = 0
  #subscribed: Set<string> = new Set()
  /** Value of the last `viewing` frame. Undefined when the server may not have received it. */
  #viewing: string | null | undefined = null

  add(ticketId: string, weight: SubscriptionWeight): void {
    const entry = this.#active.get(ticketId) ?? { open: 0, row: 0, since: 0 }
    entry[weight] += 1
    entry.since = ++this.#lastSince
    this.#active.set(ticketId, entry)
  }

  remove(ticketId: string, weight: SubscriptionWeight): void {
    const entry = this.#active.get(ticketId)
    if (!entry) return
    entry[weight] = Math.max(0, entry[weight] - 1)
    if (entry.open + entry.row === 0) this.#active.delete(ticketId)
  }

  open(): string | null {
    let latest: string | null = null
    let since = 0
    for (const [id, entry] of this.#active)
      if (entry.open > 0 && entry.since > since) [latest, since] = [id, entry.since]
    return latest
  }

  active(): Set<string> {
    const ranked = [...this.#active].sort(
      ([, a], [, b]) => Number(b.open > 0) - Number(a.open > 0) || b.since - a.since,
    )
    return new Set(ranked.slice(0, SOCKET_SUBSCRIPTIONS).map(([id]) => id))
  }

  /** Marks all subscriptions as not sent, because a new socket has none. */
  reset(): void {
    this.#subscribed = new Set()
    this.#viewing = null
  }

  /** Handles a refused frame. Frames that were refused temporarily are sent again with the next frames. */
  refuse({ code, ticket_id }: { code: string; ticket_id?: string | undefined }): void {
    if (!TEMPORARY_REFUSALS.includes(code)) return
    // A refusal without a ticket id may concern any subscription, for example when the rate limit is reached.
    if (ticket_id === undefined) this.#subscribed = new Set()
    else this.#subscribed.delete(ticket_id)
    if (ticket_id === undefined || ticket_id === this.#viewing) this.#viewing = undefined
  }

  /** Returns the frames to send. Unsubscribes come first, so that the limit is never exceeded. */
  takeFrames(): ClientFrame[] {
    const [before, active, open] = [this.#subscribed, this.active(), this.open()]
    const frames: ClientFrame[] = []
    for (const ticket_id of before)
      if (!active.has(ticket_id)) frames.push({ type: 'unsubscribe_ticket', ticket_id })
    for (const ticket_id of active)
      if (!before.has(ticket_id)) frames.push({ type: 'subscribe_ticket', ticket_id })
    if (open !== this.#viewing) frames.push({ type: 'viewing', ticket_id: open })
    this.#subscribed = active
    this.#viewing = open
    return frames
  }
}

/** Visible tickets, topmost last: when an open conversation needs a subscription, lower rows lose theirs first. */
export function rowsToSubscribe(ticketIds: readonly string[]): string[] {
  return ticketIds.slice(0, SOCKET_SUBSCRIPTIONS).reverse()
}
