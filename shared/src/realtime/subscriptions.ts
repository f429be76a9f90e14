import { SOCKET_SUBSCRIPTIONS } from '../contract/constants.ts'

/** Priority when there are more subscriptions than the server allows: open conversations before rows. */
export type SubscriptionWeight = 'open' | 'row'

interface Wanted {
  open: number
  row: number
  /** Order of subscribing. A higher number has a higher priority. */
  since: number
}

/** Counts the subscribers per ticket, and selects at most 15 tickets for the socket. */
export class Subscriptions {
  readonly #wanted = new Map<string, Wanted>()
  #asked = 0

  add(ticketId: string, weight: SubscriptionWeight): void {
    const entry = this.#wanted.get(ticketId) ?? { open: 0, row: 0, since: 0 }
    entry[weight] += 1
    entry.since = ++this.#asked
    this.#wanted.set(ticketId, entry)
  }

  remove(ticketId: string, weight: SubscriptionWeight): void {
    const entry = this.#wanted.get(ticketId)
    if (!entry) return
    entry[weight] = Math.max(0, entry[weight] - 1)
    if (entry.open + entry.row === 0) this.#wanted.delete(ticketId)
  }

  /** Returns the open conversation that was opened last. Null when none is open. */
  open(): string | null {
    let latest: string | null = null
    let since = 0
    for (const [id, wanted] of this.#wanted)
      if (wanted.open > 0 && wanted.since > since) [latest, since] = [id, wanted.since]
    return latest
  }

  /** Returns at most 15 tickets: open conversations first, then the latest subscriptions. */
  active(): Set<string> {
    const ranked = [...this.#wanted].sort(
      ([, a], [, b]) => Number(b.open > 0) - Number(a.open > 0) || b.since - a.since,
    )
    return new Set(ranked.slice(0, SOCKET_SUBSCRIPTIONS).map(([id]) => id))
  }
}

/**
 * Returns the rows of a list in the order in which to subscribe: at most the server's limit, upper rows last. Upper
 * rows then remain active when an open conversation needs a slot.
 */
export function rowsToAsk(ticketIds: readonly string[]): string[] {
  return ticketIds.slice(0, SOCKET_SUBSCRIPTIONS).reverse()
}

/**
 * Returns the changes that turn the server's set into the wanted set. Unsubscribes come first, so that the limit is
 * never exceeded.
 */
export function subscriptionChanges(subscribed: ReadonlySet<string>, wanted: ReadonlySet<string>) {
  return {
    end: [...subscribed].filter((id) => !wanted.has(id)),
    begin: [...wanted].filter((id) => !subscribed.has(id)),
  }
}
