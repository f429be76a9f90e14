import { SOCKET_SUBSCRIPTIONS } from '../contract/constants.ts'

/** How much a subscription matters when there are more than the server takes: the open conversation before a row. */
export type SubscriptionWeight = 'open' | 'row'

interface Wanted {
  open: number
  row: number
  /** Order of asking; the later, the more it matters. */
  since: number
}

/** Who wants which tickets, counted; and the at most 15 of them that the socket is to be told of. */
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

  /** The conversation that was opened last of those that are open; null for none. */
  open(): string | null {
    let latest: string | null = null
    let since = 0
    for (const [id, wanted] of this.#wanted)
      if (wanted.open > 0 && wanted.since > since) [latest, since] = [id, wanted.since]
    return latest
  }

  /** Open conversations first, then the latest asked; never more than 15. */
  active(): Set<string> {
    const ranked = [...this.#wanted].sort(
      ([, a], [, b]) => Number(b.open > 0) - Number(a.open > 0) || b.since - a.since,
    )
    return new Set(ranked.slice(0, SOCKET_SUBSCRIPTIONS).map(([id]) => id))
  }
}

/**
 * Which rows of a list to ask for, in which order: no more than the server takes, and the upper ones last, so that these stay
 * when an open conversation needs a place.
 */
export function rowsToAsk(ticketIds: readonly string[]): string[] {
  return ticketIds.slice(0, SOCKET_SUBSCRIPTIONS).reverse()
}

/** What must be said so that the server's set becomes this one: endings first, so that the bound holds at every moment. */
export function subscriptionChanges(told: ReadonlySet<string>, wanted: ReadonlySet<string>) {
  return {
    end: [...told].filter((id) => !wanted.has(id)),
    begin: [...wanted].filter((id) => !told.has(id)),
  }
}
