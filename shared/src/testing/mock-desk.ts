import type { StaffProfile } from '../contract/auth/staff-profile.ts'
import type { Message } from '../contract/messages/message.ts'
import type { StaffMember } from '../contract/staff/staff-member.ts'
import type { Ticket } from '../contract/tickets/ticket.ts'
import { mockTransferTargets } from './mock-assignees.ts'
import { MockConversations } from './mock-conversations.ts'
import { MockCustomers } from './mock-customers.ts'
import { MockFaults } from './mock-faults.ts'
import { MockNotes } from './mock-notes.ts'
import { MockAgent, MockManager, type MockStaff } from './mock-profile.ts'
import { MockRefusal } from './mock-refusal.ts'
import { mockSearch } from './mock-search.ts'
import { MockSocket } from './mock-socket.ts'
import { MockSuggestions } from './mock-suggestions.ts'
import { respondToTicketCall } from './mock-ticket-calls.ts'
import { MockChannels, staffMemberOf } from './mock-tickets.ts'

export interface MockDeskOptions {
  me?: StaffProfile
  tickets?: Ticket[]
  messages?: Message[]
  /** False when sockets must never open, so that pages must poll. Default: true. */
  sockets?: boolean
}

/**
 * A complete in-memory server that replaces the page's fetch and WebSocket. Follows the rules that screens depend on.
 */
export class MockDesk extends MockConversations {
  readonly me: StaffProfile
  /** `METHOD /path?query` of all requests so far, in order. */
  readonly requests: { call: string; body: unknown }[] = []
  /** Channels whose monthly quota is used up. */
  readonly quotaReached = new Set<string>()
  /** Channels whose monthly quota is nearly used, as reported to managers. */
  readonly quotaNear = new Set<string>()
  /** Suspended staff members, who are listed for filters only. */
  readonly suspended: StaffMember[] = []
  readonly suggestions = new MockSuggestions()
  readonly notes = new MockNotes()
  readonly customers = new MockCustomers()
  readonly #staff: MockStaff
  readonly hasSockets: boolean
  readonly #faults = new MockFaults()
  readonly fail = this.#faults.fail
  readonly mend = this.#faults.mend
  readonly hold = this.#faults.hold
  #restore: (() => void) | null = null

  constructor({ me = MockManager, sockets = true, ...given }: MockDeskOptions = {}) {
    super(given)
    this.me = me
    const otherAgent = me.id === MockAgent.id ? MockManager : MockAgent
    this.#staff = { me: staffMemberOf(me), otherStaff: [staffMemberOf(otherAgent)] }
    this.hasSockets = sockets
  }

  /** Replaces the page's fetch, WebSocket and session token. */
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
        super(desk.hasSockets ? desk : null)
        this.url = String(url)
      }
    } as unknown as typeof WebSocket
    this.#restore = () => Object.assign(globalThis, before)
    // The page's bus lives longer than one test. The `online` event makes it reconnect without waiting for its next
    // retry.
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

  async fetch(url: URL, init: RequestInit): Promise<Response> {
    const call = `${init.method ?? 'GET'} ${url.pathname}${url.search}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    this.requests.push({ call, body })
    await this.#faults.waitFor(call)
    init.signal?.throwIfAborted()
    const fault = this.#faults.next(call)
    if (fault === 'network') throw new TypeError('Failed to fetch')
    if (fault === 'never') return new Promise(() => undefined)
    if (fault) return Response.json(fault.body, { status: fault.status })
    try {
      const response = this.#respond(init.method ?? 'GET', url, body)
      if (response === undefined) throw new MockRefusal(404, 'not_found')
      return Response.json(response)
    } catch (error) {
      if (error instanceof MockRefusal) return Response.json(error.body, { status: error.status })
      throw error
    }
  }

  /** Handles an API call. Returns undefined for an unknown call or an unknown item. */
  #respond(method: string, url: URL, body: unknown): unknown {
    const { pathname: path, searchParams } = url
    if (path.startsWith('/api/staff/suggestions'))
      return this.suggestions.respond(method, path, body, searchParams.get('channel_key'))
    if (/^\/api\/(?:staff\/tags$|\w+\/customers\/)/.test(path))
      return this.customers.respond(this, this.#staff, method, url, body)
    if (/\/(?:notes|mentions)(?:\/|$)/.test(path))
      return this.notes.respond(this, this.#staff, method, path, body)
    switch (`${method} ${path}`) {
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
        return {
          items: [
            ...[this.#staff.me, ...this.#staff.otherStaff],
            ...(searchParams.get('with_suspended') === '1'
              ? this.suspended.map((each) => ({ ...each, is_suspended: true }))
              : []),
          ],
        }
      case 'GET /api/staff/transfer-targets':
        return { items: mockTransferTargets([this.#staff.me, ...this.#staff.otherStaff], this.tickets) }
      case 'GET /api/staff/messages/search':
        return mockSearch(this.tickets, this.messages, searchParams)
      default:
        return respondToTicketCall(this, this.#staff, method, url, body)
    }
  }
}
