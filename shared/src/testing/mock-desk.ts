import type { StaffProfile } from '../contract/auth/staff-profile.ts'
import { ERRORS } from '../contract/errors.ts'
import type { ConversationLine } from '../contract/messages/conversation-line.ts'
import type { Message } from '../contract/messages/message.ts'
import type { ServerEvent } from '../contract/realtime.ts'
import type { Ticket } from '../contract/tickets/ticket.ts'
import { MockCustomers } from './mock-customers.ts'
import { MockFaults } from './mock-faults.ts'
import { mockHandOver } from './mock-hand-over.ts'
import { MockNotes } from './mock-notes.ts'
import { messagePage, ticketPage } from './mock-pages.ts'
import { MockAgent, MockManager } from './mock-profile.ts'
import { mockSearch } from './mock-search.ts'
import { MockSocket } from './mock-socket.ts'
import { CHANGED_MEANWHILE, MockSuggestions } from './mock-suggestions.ts'
import {
  MockChannels,
  type MockTicketChange,
  mockLine,
  mockMessage,
  mockMorning,
  mockTicket,
  pastLines,
  staffMemberOf,
} from './mock-tickets.ts'

export interface MockDeskOptions {
  me?: StaffProfile
  tickets?: Ticket[]
  messages?: Message[]
  /** Whether a socket can be had; polling must do without. Default: true. */
  sockets?: boolean
}

type SentBody = {
  type: 'text' | 'image'
  text?: string
  image_url?: string
  client_message_id?: string
  retry_of?: string
}
/** A whole desk in memory, reached as a real one is: by the page's fetch and WebSocket. It keeps the rules that screens rely on. */
export class MockDesk {
  readonly me: StaffProfile
  readonly tickets = new Map<string, Ticket>()
  readonly messages: Message[] = []
  readonly lines: ConversationLine[] = []
  /** `METHOD /path?query` of every request so far, in order. */
  readonly requests: { call: string; body: unknown }[] = []
  readonly sockets = new Set<MockSocket>()
  /** Tickets of which the page has said that somebody types, in order. */
  readonly typing: string[] = []
  /** Official accounts whose messages of this month are used up. */
  readonly quotaReached = new Set<string>()
  /** Those near that limit, as managers are told. */
  readonly quotaNear = new Set<string>()
  readonly suggestions = new MockSuggestions()
  readonly notes = new MockNotes()
  readonly customers = new MockCustomers()
  #reads = new Map<string, number>()
  readonly #faults = new MockFaults()
  readonly fail = this.#faults.fail
  readonly mend = this.#faults.mend
  readonly hold = this.#faults.hold
  #restore: (() => void) | null = null

  constructor(options: MockDeskOptions = {}) {
    this.me = options.me ?? MockManager
    const morning = options.tickets ? { tickets: options.tickets, messages: [] } : mockMorning()
    for (const ticket of morning.tickets) this.tickets.set(ticket.id, ticket)
    for (const message of options.messages ?? morning.messages) this.#keep(message)
    for (const ticket of this.tickets.values()) {
      // What was answered before the page came has been read.
      this.#reads.set(ticket.id, ticket.last_out_seq)
      this.lines.push(...pastLines(ticket, this.messages))
    }
    this.#sockets = options.sockets ?? true
  }
  readonly #sockets: boolean

  /** Takes the place of the page's fetch, WebSocket and session token. */
  install(): void {
    const before = { fetch: globalThis.fetch, WebSocket: globalThis.WebSocket }
    const desk = this
    localStorage.setItem('jwt', 'mock-token')
    globalThis.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input), location.href)
      const isApi = url.pathname.startsWith('/api/') || url.pathname.startsWith('/auth/')
      return isApi ? desk.fetch(url, init ?? {}) : before.fetch(input, init)
    }
    globalThis.WebSocket = class extends MockSocket {
      constructor(url: string | URL) {
        super(desk.#sockets ? desk : null)
        this.url = String(url)
      }
    } as unknown as typeof WebSocket
    this.#restore = () => Object.assign(globalThis, before)
    // A page's one bus outlives a test: it need not wait for its next try.
    setTimeout(() => window.dispatchEvent(new Event('online')))
  }

  remove(): void {
    for (const socket of this.sockets) socket.drop(1001)
    this.#restore?.()
    this.#restore = null
    localStorage.clear()
    sessionStorage.clear()
  }

  count(call: RegExp): number {
    return this.requests.filter((each) => call.test(each.call)).length
  }

  /** A customer writes: to an open ticket, or to a new one of this name. */
  write(ticketId: string, text: string, more: Partial<Message> = {}): Message {
    const message = this.#keep(
      mockMessage({ ticket_id: ticketId, seq: this.#lastSeq(ticketId) + 1, text, ...more }),
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
    const ticket = this.#ticket(id)
    const next = { ...ticket, ...change, version: ticket.version + 1 }
    this.tickets.set(id, next)
    this.#publishTicket(id)
    return next
  }

  /** A message changes: it is delivered, fails, is taken back. */
  changeMessage(id: string, change: Partial<Message>): Message {
    const index = this.messages.findIndex((each) => each.id === id)
    const before = this.messages[index]
    if (before === undefined) throw new Error(`there is no message ${id}`)
    const ticket = this.#ticket(before.ticket_id)
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
    return this.#lastSeq(ticketId)
  }

  /** What `subscribed` says of a ticket. */
  lastOf(ticketId: string): { last_seq: number; last_revision: number } {
    const ticket = this.tickets.get(ticketId)
    return { last_seq: ticket?.last_seq ?? 0, last_revision: ticket?.revision ?? 0 }
  }

  async fetch(url: URL, init: RequestInit): Promise<Response> {
    const call = `${init.method ?? 'GET'} ${url.pathname}${url.search}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    this.requests.push({ call, body })
    await this.#faults.waitFor(call)
    init.signal?.throwIfAborted()
    const fault = this.#faults.take(call)
    if (fault === 'network') throw new TypeError('Failed to fetch')
    if (fault === 'never') return new Promise(() => undefined)
    if (fault) return Response.json(fault.body, { status: fault.status })
    try {
      return Response.json(this.#answer(init.method ?? 'GET', url, body))
    } catch (error) {
      if (error instanceof Refusal) return Response.json(error.body, { status: error.status })
      throw error
    }
  }

  #answer(method: string, url: URL, body: unknown): unknown {
    const path = url.pathname
    const taken = /^\/api\/staff\/tickets\/[^/]+\/messages\/([^/]+)\/withdraw$/.exec(path)?.[1]
    if (method === 'POST' && taken !== undefined) return this.#withdraw(taken)
    if (path.startsWith('/api/staff/suggestions')) {
      const answer = this.suggestions.answer(method, path, body, url.searchParams.get('channel_key'))
      if (answer === undefined) throw new Refusal(404, 'not_found')
      if (answer === CHANGED_MEANWHILE) throw new Refusal(409, 'conflict')
      return answer
    }
    if (/^\/api\/(?:staff\/tags$|\w+\/customers\/)/.test(path)) {
      const answer = this.customers.answer(this.#customerDesk, method, url, body)
      if (answer === undefined) throw new Refusal(404, 'not_found')
      return answer
    }
    if (/\/(?:notes|mentions)(?:\/|$)/.test(path)) {
      const answer = this.notes.answer(this.#noteDesk, method, path, body)
      if (answer === undefined) throw new Refusal(404, 'not_found')
      return answer
    }
    const [, id = '', action = ''] = /^\/api\/staff\/tickets\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    switch (`${method} ${id === '' ? path : `ticket ${action}`.trim()}`) {
      case 'GET /auth/me':
        return { profile: this.me }
      case 'GET /api/staff/channels':
        return {
          items: MockChannels.map((each) => ({
            ...each,
            ...(this.quotaReached.has(each.key) ? { quota_reached: true } : {}),
            ...(this.quotaNear.has(each.key) ? { quota_near: true } : {}),
          })),
        }
      case 'GET /api/staff/agents':
        return { items: [this.me, this.#colleague].map(staffMemberOf) }
      case 'GET /api/staff/tickets':
        return ticketPage(
          [...this.tickets.values()].map((ticket) => this.#shown(ticket)),
          url.searchParams,
          this.me.id,
        )
      case 'GET /api/staff/messages/search':
        return mockSearch(this.tickets, this.messages, url.searchParams)
      case 'GET ticket':
        return this.#shown(this.#ticket(id))
      case 'POST ticket accept':
        return this.#accept(id)
      case 'POST ticket close':
        return this.#close(id, body as { last_in_seq?: number; from?: string } | undefined)
      case 'PUT ticket subject':
        return this.#correctSubject(id, (body as { subject: string }).subject)
      case 'POST ticket read':
        return this.#read(id, (body as { seq: number }).seq)
      case 'POST ticket transfer':
      case 'POST ticket return':
        return this.#shown(this.#handOver(id, body as { from: string; to?: string; reason?: string }))
      // …/tickets/return-own
      case 'POST ticket':
        return this.#returnOwn((body as { reason: string }).reason)
      case 'GET ticket messages':
        return messagePage(
          this.messages.filter((each) => each.ticket_id === id),
          this.lines.filter((each) => each.ticket_id === id),
          this.#ticket(id).revision,
          url.searchParams,
        )
      case 'POST ticket send':
        return this.#send(id, body as SentBody)
      default:
        throw new Refusal(404, 'not_found')
    }
  }

  #accept(id: string): Ticket {
    const ticket = this.#ticket(id)
    if (ticket.assigned_to) throw new Refusal(409, 'already_accepted', { assigned_to: ticket.assigned_to })
    const now = new Date().toISOString()
    this.addLine(id, { kind: 'accepted', staff: staffMemberOf(this.me) })
    return this.#shown(this.change(id, { assigned_to: staffMemberOf(this.me), accepted_at: now }))
  }

  #close(id: string, seen: { last_in_seq?: number; from?: string } = {}): Ticket {
    const ticket = this.#ticket(id)
    if (ticket.status === 'CLOSED') throw new Refusal(409, 'already_closed')
    if (ticket.last_in_seq > (seen.last_in_seq ?? ticket.last_in_seq))
      throw new Refusal(409, 'conflict', { message: 'ลูกค้าเพิ่งส่งข้อความมาใหม่ กรุณาอ่านก่อนปิดเคส' })
    if (seen.from !== undefined && seen.from !== ticket.assigned_to?.id)
      throw new Refusal(409, 'assignee_changed', { message: ERRORS.assignee_changed.text })
    const now = new Date().toISOString()
    this.addLine(id, { kind: 'closed', staff: staffMemberOf(this.me) })
    const closed = this.change(id, {
      status: 'CLOSED',
      closed_at: now,
      closed_by: staffMemberOf(this.me),
      waiting_since: null,
    })
    this.publish({ type: 'ticket_list_update', data: { reason: 'closed', ticket_id: id } })
    return this.#shown(closed)
  }

  #correctSubject(id: string, to: string): Ticket {
    const { subject: from } = this.#ticket(id)
    const staff = staffMemberOf(this.me)
    if (from !== to) this.addLine(id, { kind: 'subject_changed', staff, subject: { from, to } })
    return this.#shown(from === to ? this.#ticket(id) : this.change(id, { subject: to }))
  }

  get #colleague(): StaffProfile {
    return this.me.id === MockAgent.id ? MockManager : MockAgent
  }

  /** Something happens to a case that its conversation tells. */
  addLine(ticketId: string, line: Partial<ConversationLine>): ConversationLine {
    const ticket = this.#ticket(ticketId)
    const revision = ticket.revision + 1
    const made = mockLine({ ticket_id: ticketId, after_seq: ticket.last_seq, revision, ...line })
    const place = this.lines.findIndex(({ id }) => id === made.id)
    this.lines.splice(place < 0 ? this.lines.length : place, place < 0 ? 0 : 1, made)
    this.tickets.set(ticketId, { ...ticket, revision })
    this.publish({ type: 'conversation_line', data: made }, ticketId)
    return made
  }

  get #customerDesk() {
    return {
      me: staffMemberOf(this.me),
      tickets: [...this.tickets.values()].map((ticket) => this.#shown(ticket)),
      refuse: (status: number, code: string) => new Refusal(status, code),
      tell: (data: { customer_id: string; channel_key: string }) =>
        this.publish({ type: 'customer_update', data }),
      showVip: (customerId: string, is_vip: boolean) => {
        for (const { id, customer_id, profile } of this.tickets.values())
          if (customer_id === customerId) this.change(id, { profile: { ...profile, is_vip } })
      },
    }
  }

  get #noteDesk() {
    return {
      me: staffMemberOf(this.me),
      colleagues: [staffMemberOf(this.#colleague)],
      lines: this.lines,
      addLine: (ticketId: string, line: Partial<ConversationLine>) => this.addLine(ticketId, line),
    }
  }

  #handOver(id: string, wanted: { from: string; to?: string; reason?: string }): Ticket {
    return mockHandOver(
      {
        me: staffMemberOf(this.me),
        colleagues: [staffMemberOf(this.#colleague)],
        ticket: (ticketId) => this.#ticket(ticketId),
        change: (ticketId, change) => this.change(ticketId, change),
        addLine: (ticketId, line) => this.addLine(ticketId, line),
        refuse: (status, code, extra) => new Refusal(status, code, extra),
        tellLists: (reason, ticket_id) =>
          this.publish({ type: 'ticket_list_update', data: { reason, ticket_id } }),
      },
      id,
      wanted,
    )
  }

  #returnOwn(reason: string): unknown {
    const own = [...this.tickets.values()].filter(
      ({ status, assigned_to }) => status === 'OPEN' && assigned_to?.id === this.me.id,
    )
    for (const { id } of own) this.#handOver(id, { from: this.me.id, reason })
    return { returned: own.map(({ id }) => id), kept: [], left: 0 }
  }

  #read(id: string, seq: number): unknown {
    this.#reads.set(id, Math.max(seq, this.#reads.get(id) ?? 0))
    return { seq: this.#reads.get(id), unread_count: this.#shown(this.#ticket(id)).unread_count }
  }

  /** The same client_message_id twice is one message, and so is the same retry_of. */
  #send(id: string, body: SentBody): Message {
    if (this.#ticket(id).status === 'CLOSED') throw new Refusal(409, 'ticket_closed')
    const known = this.messages.find(
      (each) => each.ticket_id === id && each.client_message_id === body.client_message_id,
    )
    if (known && body.client_message_id) return known
    const repeated = this.messages.find((each) => each.retry_of !== null && each.retry_of === body.retry_of)
    if (repeated) return repeated
    const isBlocked = this.#ticket(id).profile.friendship === 'blocked'
    const picture = { message_type: 'image', text: null, image_url: body.image_url ?? null }
    const message = this.write(id, body.text ?? '', {
      ...(body.type === 'image' ? picture : {}),
      direction: 'OUT',
      sender: staffMemberOf(this.me),
      delivery: 'sent',
      via: 'push',
      client_message_id: body.client_message_id ?? null,
      delivery_error: isBlocked ? 'blocked' : null,
      retry_of: body.retry_of ?? null,
    })
    if (body.retry_of) this.changeMessage(body.retry_of, { retried: true })
    return message
  }

  #withdraw(id: string): Message {
    const message = this.messages.find((each) => each.id === id)
    if (message?.delivery !== 'failed' || message.retried) throw new Refusal(409, 'message_under_way')
    return this.changeMessage(id, { delivery_error: 'withdrawn' })
  }

  #keep(given: Message): Message {
    const ticket = this.#ticket(given.ticket_id)
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

  /** What lists say of a ticket's messages: an answer on its way counts, one that failed does not. */
  #lists(ticketId: string): Pick<Ticket, 'waiting_since' | 'needs_reply' | 'last_message'> {
    const own = this.messages.filter((each) => each.ticket_id === ticketId)
    const answered = own.findLastIndex((each) => each.direction === 'OUT' && each.delivery !== 'failed')
    const owed = own.slice(answered + 1).find((each) => each.direction === 'IN')
    const last = own.at(-1)
    return {
      waiting_since: owed?.event_time ?? null,
      needs_reply: owed !== undefined,
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

  #shown(ticket: Ticket): Ticket {
    const seen = this.#reads.get(ticket.id) ?? 0
    const own = this.messages.filter((each) => each.ticket_id === ticket.id)
    // A test may give a ticket without its messages: then those after what was seen are the customer's.
    if (own.length === 0) return { ...ticket, unread_count: Math.max(0, ticket.last_in_seq - seen) }
    const unread = own.filter((each) => each.direction === 'IN' && each.seq > seen)
    return { ...ticket, unread_count: unread.length }
  }

  #publishTicket(id: string): void {
    const { unread_count: _, ...data } = this.#ticket(id)
    this.publish({ type: 'ticket_update', data })
  }

  #lastSeq(ticketId: string): number {
    return this.tickets.get(ticketId)?.last_seq ?? 0
  }

  #ticket(id: string): Ticket {
    const ticket = this.tickets.get(id)
    if (!ticket) throw new Refusal(404, 'ticket_not_found')
    return ticket
  }
}

class Refusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, code: string, extra: Record<string, unknown> = {}) {
    super(code)
    this.status = status
    this.body = { code, message: code, ...extra }
  }
}
