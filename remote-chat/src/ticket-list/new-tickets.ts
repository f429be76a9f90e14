import type { Ticket } from 'shared/contract/tickets/ticket.ts'

export interface SeenTickets {
  readonly listKey: string
  /** Time `opened_at` of the newest ticket in the first response, in ms since 1970; tickets opened later are new. */
  readonly since: number
  /** Tickets that were opened after `since` and have been on the screen. */
  readonly seen: ReadonlySet<string>
}

export const NO_SEEN_TICKETS: SeenTickets = { listKey: '', since: 0, seen: new Set() }

type ListedTicket = Pick<Ticket, 'id' | 'status' | 'opened_at'>

/** Marks new tickets on the screen as seen, or all when `listKey` changes. Same reference when nothing changed. */
export function addSeenTickets(
  known: SeenTickets,
  listKey: string,
  tickets: readonly ListedTicket[],
  onScreen: Iterable<string>,
): SeenTickets {
  if (known.listKey !== listKey) {
    const since = Math.max(0, ...tickets.map(({ opened_at }) => Date.parse(opened_at)))
    return { listKey, since, seen: new Set() }
  }
  const screen = new Set(onScreen)
  const seen = newTickets(known, tickets).filter((id) => screen.has(id))
  return seen.length === 0 ? known : { ...known, seen: new Set([...known.seen, ...seen]) }
}

export function newTickets({ since, seen }: SeenTickets, tickets: readonly ListedTicket[]): string[] {
  return tickets
    .filter(
      ({ id, status, opened_at }) => status === 'OPEN' && Date.parse(opened_at) > since && !seen.has(id),
    )
    .map(({ id }) => id)
}
