import type { Message } from '../contract/messages/message.ts'
import type { TimelineEvent } from '../contract/messages/timeline-event.ts'
import type { ServerEvent } from '../contract/realtime.ts'
import type { Ticket } from '../contract/tickets/ticket.ts'
import { MockRefusal } from './mock-refusal.ts'
import type { MockSocket } from './mock-socket.ts'
import {
  type MockTicketChange,
  mockMessage,
  mockMorning,
  mockTicket,
  mockTimelineEvent,
  pastTimelineEvents,
} from './mock-tickets.ts'

/** In-memory tickets with messages and timeline events, numbered as on the server. Publishes changes to listeners. */
export class MockConversations {
  readonly tickets = new Map<string, Ticket>()
  readonly messages: Message[] = []
  readonly timelineEvents: TimelineEvent[] = []
  readonly sockets = new Set<MockSocket>()
  /** Ticket ids of the received `typing` frames, in order. */
  readonly typing: string[] = []
  readonly #reads = new Map<string, number>()

  constructor(given: { tickets?: Ticket[] | undefined; messages?: Message[] | undefined }) {
    const initialData = given.tickets ? { tickets: given.tickets, messages: [] } : mockMorning()
    for (const ticket of initialData.tickets) this.tickets.set(ticket.id, ticket)
    for (const message of given.messages ?? initialData.messages) this.#add(message)
    for (const ticket of this.tickets.values()) {
      // A reply marks all earlier messages as read.
      this.#reads.set(ticket.id, ticket.last_out_seq)
      this.timelineEvents.push(...pastTimelineEvents(ticket, this.messages))
    }
  }

  write(ticketId: string, text: string, more: Partial<Message> = {}): Message {
    const message = this.#add(
      mockMessage({ ticket_id: ticketId, seq: this.lastSeqOf(ticketId) + 1, text, ...more }),
    )
    this.publish({ type: 'message', data: message }, ticketId)
    this.#publishTicket(ticketId)
    return message
  }

  open(change: MockTicketChange): Ticket {
    const ticket = mockTicket(change)
    this.tickets.set(ticket.id, ticket)
    this.publish({ type: 'ticket_list_update', data: { reason: 'opened', ticket_id: ticket.id } })
    return ticket
  }

  change(id: string, change: Partial<Ticket>): Ticket {
    const ticket = this.ticketOf(id)
    const next = { ...ticket, ...change, version: ticket.version + 1 }
    this.tickets.set(id, next)
    this.#publishTicket(id)
    return next
  }

  /** Changes a message: for example, it is delivered, fails or is unsent. */
  changeMessage(id: string, change: Partial<Message>): Message {
    const index = this.messages.findIndex((each) => each.id === id)
    const before = this.messages[index]
    if (before === undefined) throw new Error(`there is no message ${id}`)
    const ticket = this.ticketOf(before.ticket_id)
    const message = { ...before, ...change, revision: ticket.revision + 1 }
    this.messages[index] = message
    this.tickets.set(ticket.id, { ...ticket, revision: message.revision, ...this.#lists(ticket.id) })
    this.publish({ type: 'message', data: message }, ticket.id)
    this.change(ticket.id, {})
    return message
  }

  publish(event: ServerEvent, ticketId?: string): void {
    for (const socket of this.sockets)
      if (ticketId === undefined || socket.subscribed.has(ticketId)) socket.deliver(event)
  }

  lastSeqOf(ticketId: string): number {
    return this.tickets.get(ticketId)?.last_seq ?? 0
  }

  /** Returns the data of a `subscribed` event. */
  lastOf(ticketId: string): { last_seq: number; last_revision: number; last_version: number } {
    const { last_seq = 0, revision = 0, version = 0 } = this.tickets.get(ticketId) ?? {}
    return { last_seq, last_revision: revision, last_version: version }
  }

  addTimelineEvent(ticketId: string, timelineEvent: Partial<TimelineEvent>): TimelineEvent {
    const ticket = this.ticketOf(ticketId)
    const revision = ticket.revision + 1
    const made = mockTimelineEvent({
      ticket_id: ticketId,
      after_seq: ticket.last_seq,
      revision,
      ...timelineEvent,
    })
    const index = this.timelineEvents.findIndex(({ id }) => id === made.id)
    this.timelineEvents.splice(index < 0 ? this.timelineEvents.length : index, index < 0 ? 0 : 1, made)
    this.tickets.set(ticketId, { ...ticket, revision })
    this.publish({ type: 'timeline_event', data: made }, ticketId)
    return made
  }

  read(id: string, seq: number): { seq: number; unread_count: number } {
    const read = Math.max(seq, this.#reads.get(id) ?? 0)
    this.#reads.set(id, read)
    return { seq: read, unread_count: this.shown(this.ticketOf(id)).unread_count }
  }

  #add(given: Message): Message {
    const ticket = this.ticketOf(given.ticket_id)
    const message = { ...given, revision: ticket.revision + 1 }
    this.messages.push(message)
    const inbound = message.direction === 'IN'
    this.tickets.set(ticket.id, {
      ...ticket,
      last_seq: message.seq,
      last_in_seq: inbound ? message.seq : ticket.last_in_seq,
      last_out_seq: inbound ? ticket.last_out_seq : message.seq,
      in_count: ticket.in_count + (inbound ? 1 : 0),
      ...this.#lists(ticket.id),
      last_activity_at: message.event_time,
      version: ticket.version + 1,
      revision: message.revision,
    })
    return message
  }

  /** Returns the ticket fields that depend on messages. A pending reply is treated as a reply, a failed one is not. */
  #lists(ticketId: string): Pick<Ticket, 'waiting_since' | 'needs_reply' | 'last_message'> {
    const own = this.messages.filter((each) => each.ticket_id === ticketId)
    const answered = own.findLastIndex((each) => each.direction === 'OUT' && each.delivery !== 'failed')
    const oldestUnanswered = own.slice(answered + 1).find((each) => each.direction === 'IN')
    const last = own.at(-1)
    return {
      waiting_since: oldestUnanswered?.event_time ?? null,
      needs_reply: oldestUnanswered !== undefined,
      last_message: last
        ? {
            direction: last.direction,
            message_type: last.message_type,
            text: last.text,
            at: last.event_time,
            delivery: last.delivery_error === 'withdrawn' ? null : last.delivery,
            delivery_error: last.delivery_error,
            sender: last.sender,
          }
        : null,
    }
  }

  /** Returns a ticket as in lists and responses, with the user's unread count. */
  shown(ticket: Ticket): Ticket {
    const seen = this.#reads.get(ticket.id) ?? 0
    const own = this.messages.filter((each) => each.ticket_id === ticket.id)
    // A test may create a ticket without messages: all sequence numbers after the read position are then unread.
    if (own.length === 0) return { ...ticket, unread_count: Math.max(0, ticket.last_in_seq - seen) }
    const unread = own.filter((each) => each.direction === 'IN' && each.seq > seen)
    return { ...ticket, unread_count: unread.length }
  }

  #publishTicket(id: string): void {
    const { unread_count: _, ...data } = this.ticketOf(id)
    this.publish({ type: 'ticket_update', data })
  }

  ticketOf(id: string): Ticket {
    const ticket = this.tickets.get(id)
    if (!ticket) throw new MockRefusal(404, 'ticket_not_found')
    return ticket
  }
}
