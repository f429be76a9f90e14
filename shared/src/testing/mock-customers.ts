import type { CustomerCard, CustomerNote } from '../contract/customers/customer-card.ts'
import type { StaffMember } from '../contract/staff/staff-member.ts'
import type { Ticket } from '../contract/tickets/ticket.ts'
import type { MockConversations } from './mock-conversations.ts'
import type { MockStaff } from './mock-profile.ts'
import { MockRefusal } from './mock-refusal.ts'

type Body = { name?: string; text?: string; client_id?: string; version?: number; is_vip?: boolean }

/**
 * In-memory customers that follow the server's rules as far as screens depend on them. Creates a customer for each
 * ticket.
 */
export class MockCustomers {
  readonly #cards = new Map<string, CustomerCard>()
  #made = 0

  /** Changes a customer. Publishes no event: a test can publish `customer_update` itself. */
  change(id: string, change: Partial<CustomerCard>): void {
    const card = this.#cards.get(id)
    if (card === undefined) throw new Error(`there is no customer ${id}`)
    this.#cards.set(id, { ...card, ...change })
  }

  /** Handles an API call. Returns undefined for an unknown call or customer. */
  respond(desk: MockConversations, { me }: MockStaff, method: string, url: URL, given: unknown): unknown {
    const body = (given ?? {}) as Body
    if (url.pathname === '/api/staff/tags')
      return { items: [...this.#cards.values()].flatMap(({ tags }) => tags) }
    const [, id = '', what = '', which = ''] =
      /^\/api\/(?:staff|business)\/customers\/([^/]+)(?:\/(\w+))?(?:\/([^/]+))?$/.exec(url.pathname) ?? []
    const tickets = [...desk.tickets.values()]
      .map((ticket) => desk.shown(ticket))
      .filter(({ customer_id }) => customer_id === id)
      .sort((a, b) => Date.parse(b.opened_at) - Date.parse(a.opened_at))
    const card = this.#cards.get(id) ?? (tickets[0] && newCard(id, tickets[0]))
    if (card === undefined) return undefined
    if (what === 'tickets') return ticketsOf(tickets, url.searchParams)
    const next = method === 'GET' ? card : this.#changed(card, me, `${method} ${what}`, { which, body })
    if (next === undefined) return undefined
    this.#cards.set(id, next)
    if (next.is_vip !== card.is_vip)
      for (const { id: ticketId, profile } of tickets)
        desk.change(ticketId, { profile: { ...profile, is_vip: next.is_vip } })
    if (next !== card)
      desk.publish({ type: 'customer_update', data: { customer_id: id, channel_key: card.channel.key } })
    return next
  }

  #changed(
    card: CustomerCard,
    me: StaffMember,
    call: string,
    { which, body: { name = '', text = '', version, is_vip = false } }: { which: string; body: Body },
  ): CustomerCard | undefined {
    const now = new Date().toISOString()
    const id = `00000000-0000-4000-8000-${String(++this.#made).padStart(12, '0')}`
    switch (call) {
      case 'POST vip':
        return { ...card, is_vip }
      case 'POST tags':
        return card.tags.some((tag) => tag.name === name)
          ? card
          : { ...card, tags: [...card.tags, { id, name }] }
      case 'DELETE tags':
        return { ...card, tags: card.tags.filter((tag) => tag.id !== which) }
      case 'POST notes': {
        const fields = { version: 1, edited_by: null, edited_at: null, can_remove: true }
        const note: CustomerNote = { id, text, staff: me, created_at: now, ...fields }
        return { ...card, notes: [note, ...card.notes] }
      }
      case 'PUT notes': {
        if (card.notes.find((note) => note.id === which)?.version !== version)
          throw new MockRefusal(409, 'conflict')
        const edit = { text, version: (version ?? 0) + 1, edited_by: me, edited_at: now }
        return {
          ...card,
          notes: card.notes.map((note) => (note.id === which ? { ...note, ...edit } : note)),
        }
      }
      case 'DELETE notes':
        return { ...card, notes: card.notes.filter((note) => note.id !== which) }
      default:
        return undefined
    }
  }
}

function newCard(id: string, { profile, channel, opened_at }: Ticket): CustomerCard {
  const { display_name, picture_url, is_vip, friendship } = profile
  return {
    id,
    display_name,
    picture_url,
    is_vip,
    friendship,
    line_user_id: `U${id.replaceAll('-', '')}`,
    status_message: null,
    created_at: opened_at,
    channel,
    tags: [],
    notes: [],
    elsewhere: [],
  }
}

function ticketsOf(
  tickets: readonly Ticket[],
  query: URLSearchParams,
): { items: Ticket[]; has_more: boolean } {
  const before = tickets.findIndex(({ id }) => id === query.get('before'))
  const limit = Number(query.get('limit') ?? 10)
  const rest = tickets.slice(before + 1)
  return { items: rest.slice(0, limit), has_more: rest.length > limit }
}
