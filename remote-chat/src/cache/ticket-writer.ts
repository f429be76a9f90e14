import type { QueryClient } from '@tanstack/react-query'
import { type TicketPage, ticketKey, ticketListFamilyKey } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import type { TicketPatch } from 'shared/contract/tickets/decode-ticket.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import {
  isNumbered,
  mergeCountedUnread,
  mergePatch,
  mergeSeen,
  mergeTicket,
  type VersionedTicket,
} from './ticket-merge.ts'

/** Maximum number of tickets stored in addition to the query cache; the least recently used ones are dropped first. */
const MAX_TICKETS = 2_000
/** Number of events whose changes are rendered immediately in each period of `BATCH_MS`. */
const MAX_IMMEDIATE_EVENTS = 2
/** Period in which further changes are collected and rendered together, as rendering a list may take a whole frame. */
const BATCH_MS = 250

/** The only writer of tickets in the query cache; merges responses with the events received since their request. */
export class TicketWriter {
  readonly #knownTicket = new Map<string, VersionedTicket>()
  readonly #client: QueryClient
  #shownAtOnce = 0
  readonly #pending = new Set<string>()
  #pause: ReturnType<typeof setTimeout> | null = null

  constructor(client: QueryClient) {
    this.#client = client
  }

  get(id: string): Ticket | null {
    return this.#knownTicket.get(id)?.ticket ?? null
  }

  absorbPage(page: TicketPage): TicketPage {
    return { ...page, items: page.items.map((ticket) => this.absorb(ticket)) }
  }

  absorb(ticket: Ticket): Ticket {
    return this.#store(ticket.id, (knownTicket) => mergeTicket(knownTicket, ticket), true) ?? ticket
  }

  applyPatch(patch: TicketPatch): void {
    this.#store(patch.id, (knownTicket) => mergePatch(knownTicket, patch))
  }

  applyMessage(message: Message, open: boolean): void {
    const knownTicket = this.#knownTicket.get(message.ticket_id)
    const ticket = knownTicket?.ticket
    if (!ticket) return
    if (message.seq > 0) {
      // Updates only the message numbers: all other fields arrive with the ticket's own event, which has a version.
      const side = message.direction === 'IN' ? 'last_in_seq' : 'last_out_seq'
      this.applyPatch({ id: ticket.id, version: 0, last_seq: message.seq, [side]: message.seq })
    } else if (message.direction === 'IN' && !isNumbered(ticket)) {
      const unread = open ? 0 : ticket.unread_count + 1
      this.#store(ticket.id, (known) => mergeCountedUnread(known, unread))
    }
  }

  /** Records that the user has read up to message number `seq`. On a server without numbers, 0 means all messages. */
  markSeen(id: string, seq: number): void {
    if (this.#knownTicket.has(id)) this.#store(id, (knownTicket) => mergeSeen(knownTicket, seq))
  }

  countUnread(id: string, unread: number): void {
    if (this.#knownTicket.has(id)) this.#store(id, (knownTicket) => mergeCountedUnread(knownTicket, unread))
  }

  #store(
    id: string,
    merge: (knownTicket: VersionedTicket | undefined) => VersionedTicket,
    isReply = false,
  ): Ticket | null {
    const before = this.#knownTicket.get(id)
    const knownTicket = merge(before)
    this.#knownTicket.delete(id)
    this.#knownTicket.set(id, knownTicket)
    if (this.#knownTicket.size > MAX_TICKETS) {
      const oldest = this.#knownTicket.keys().next().value
      if (oldest !== undefined) this.#knownTicket.delete(oldest)
    }
    if (knownTicket.ticket !== null && knownTicket.ticket !== before?.ticket) {
      if (isReply) this.#show([knownTicket.ticket])
      else this.#showSoon(knownTicket.ticket)
    }
    return knownTicket.ticket
  }

  #showSoon(ticket: Ticket): void {
    this.#pause ??= setTimeout(() => {
      this.#pause = null
      this.#shownAtOnce = 0
      const pending = [...this.#pending].flatMap((id) => this.get(id) ?? [])
      this.#pending.clear()
      this.#show(pending)
    }, BATCH_MS)
    if (this.#shownAtOnce >= MAX_IMMEDIATE_EVENTS) {
      this.#pending.add(ticket.id)
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
      // Keeps `updatedAt`, because one new row does not make the list fresh.
      this.#client.setQueryData(query.queryKey, { ...page, items }, { updatedAt: query.state.dataUpdatedAt })
    }
    for (const ticket of tickets) {
      const one = cache.find({ queryKey: ticketKey(ticket.id) })
      if (one?.state.data !== undefined && one.state.data !== ticket)
        this.#client.setQueryData(one.queryKey, ticket, { updatedAt: one.state.dataUpdatedAt })
    }
  }
}
