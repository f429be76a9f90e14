import type { QueryClient } from '@tanstack/react-query'
import { type TicketPage, ticketKey, ticketListFamilyKey } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { TicketPatch } from 'shared/contract/tickets/ticket-patch.ts'
import {
  isNumbered,
  mergeCountedUnread,
  mergePatch,
  mergeSeen,
  mergeTicket,
  type TicketFacts,
} from './ticket-merge.ts'

/** How many tickets are remembered beyond what the cache holds; the longest untouched are forgotten first. */
const MAX_TICKETS = 2_000
/** So many changes that events have told are shown as they come, in so long … */
const SHOWN_AT_ONCE = 2
/** … and those beyond together at its end: each drawing of a list costs a slow machine as much as a frame. */
const TOGETHER_MS = 250

/**
 * The one writer of tickets in the query cache. Answers pass through it on their way in and take up what events have
 * said since they were asked for; events are written through to every list that holds the ticket.
 */
export class TicketWriter {
  readonly #facts = new Map<string, TicketFacts>()
  readonly #client: QueryClient
  /** Since `#pause` began: how many changes were shown at once, and the tickets that are shown at its end. */
  #shownAtOnce = 0
  readonly #late = new Set<string>()
  #pause: ReturnType<typeof setTimeout> | null = null

  constructor(client: QueryClient) {
    this.#client = client
  }

  get(id: string): Ticket | null {
    return this.#facts.get(id)?.ticket ?? null
  }

  /** For query functions: the page with the newest that is known of each of its tickets. */
  absorbPage(page: TicketPage): TicketPage {
    return { ...page, items: page.items.map((ticket) => this.absorb(ticket)) }
  }

  /** An answer that is one ticket; every list that holds it learns of it too. */
  absorb(ticket: Ticket): Ticket {
    return this.#store(ticket.id, (facts) => mergeTicket(facts, ticket), true) ?? ticket
  }

  applyPatch(patch: TicketPatch): void {
    this.#store(patch.id, (facts) => mergePatch(facts, patch))
  }

  /** A message that came over the socket; `open` when its conversation stands on the screen. */
  applyMessage(message: Message, open: boolean): void {
    const facts = this.#facts.get(message.ticket_id)
    const ticket = facts?.ticket
    if (!ticket) return
    if (message.seq > 0) {
      // The numbers alone: everything else comes with the ticket's own change, which has a version.
      const side = message.direction === 'IN' ? 'last_in_seq' : 'last_out_seq'
      this.applyPatch({ id: ticket.id, version: 0, last_seq: message.seq, [side]: message.seq })
    } else if (message.direction === 'IN' && !isNumbered(ticket)) {
      const unread = open ? 0 : ticket.unread_count + 1
      this.#store(ticket.id, (known) => mergeCountedUnread(known, unread))
    }
  }

  /** This person has read up to `seq`; 0 where messages have no numbers, and then all of it. */
  markSeen(id: string, seq: number): void {
    if (this.#facts.has(id)) this.#store(id, (facts) => mergeSeen(facts, seq))
  }

  countUnread(id: string, unread: number): void {
    if (this.#facts.has(id)) this.#store(id, (facts) => mergeCountedUnread(facts, unread))
  }

  #store(
    id: string,
    merge: (facts: TicketFacts | undefined) => TicketFacts,
    isAnswer = false,
  ): Ticket | null {
    const before = this.#facts.get(id)
    const facts = merge(before)
    this.#facts.delete(id)
    this.#facts.set(id, facts)
    if (this.#facts.size > MAX_TICKETS) {
      const oldest = this.#facts.keys().next().value
      if (oldest !== undefined) this.#facts.delete(oldest)
    }
    if (facts.ticket !== null && facts.ticket !== before?.ticket) {
      if (isAnswer) this.#show([facts.ticket])
      else this.#showSoon(facts.ticket)
    }
    return facts.ticket
  }

  /** At once, unless much comes: what is known of a ticket is known at once all the same. */
  #showSoon(ticket: Ticket): void {
    this.#pause ??= setTimeout(() => {
      this.#pause = null
      this.#shownAtOnce = 0
      const late = [...this.#late].flatMap((id) => this.get(id) ?? [])
      this.#late.clear()
      this.#show(late)
    }, TOGETHER_MS)
    if (this.#shownAtOnce >= SHOWN_AT_ONCE) {
      this.#late.add(ticket.id)
      return
    }
    this.#shownAtOnce += 1
    this.#show([ticket])
  }

  #show(tickets: readonly Ticket[]): void {
    if (tickets.length === 0) return
    const newest = new Map(tickets.map((ticket) => [ticket.id, ticket]))
    const cache = this.#client.getQueryCache()
    for (const query of cache.findAll({ queryKey: ticketListFamilyKey })) {
      const page = query.state.data as TicketPage | undefined
      if (!Array.isArray(page?.items)) continue
      if (page.items.every((each) => (newest.get(each.id) ?? each) === each)) continue
      const items = page.items.map((each) => newest.get(each.id) ?? each)
      // `updatedAt` stays: one new row does not make the list fresh.
      this.#client.setQueryData(query.queryKey, { ...page, items }, { updatedAt: query.state.dataUpdatedAt })
    }
    for (const ticket of tickets) {
      const one = cache.find({ queryKey: ticketKey(ticket.id) })
      if (one?.state.data !== undefined && one.state.data !== ticket)
        this.#client.setQueryData(one.queryKey, ticket, { updatedAt: one.state.dataUpdatedAt })
    }
  }
}
