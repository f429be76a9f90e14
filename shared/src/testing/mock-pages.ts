import type { Message } from '../contract/messages/message.ts'
import type { TimelineEvent } from '../contract/messages/timeline-event.ts'
import { normalizeForSearch } from '../contract/search-text.ts'
import type { Ticket } from '../contract/tickets/ticket.ts'

/** Returns a page of the tickets that match a list query, for the user `viewerId`. */
export function ticketPage(tickets: readonly Ticket[], query: URLSearchParams, viewerId: string) {
  const isSet = (name: string) => query.get(name) === '1'
  const search = normalizeForSearch(query.get('search') ?? '')
  const assignee = query.get('assignee') === 'me' ? viewerId : query.get('assignee')
  const all = tickets
    .filter((ticket) => !query.has('status') || ticket.status === query.get('status'))
    .filter((ticket) => !query.has('channel_key') || ticket.channel_key === query.get('channel_key'))
    .filter((ticket) => assignee === null || ticket.assigned_to?.id === assignee)
    .filter((ticket) => !isSet('unassigned') || ticket.assigned_to === null)
    .filter((ticket) => !isSet('unread_only') || ticket.unread_count > 0)
    .filter(({ profile, subject, id }) =>
      normalizeForSearch(`${profile.display_name} ${subject} ${id}`).includes(search),
    )
    .sort(orderOf(query))
  const size = Number(query.get('page_size') ?? 20)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return { items: all.slice(start, start + size), total: all.length }
}

/** Returns the messages and timeline events of a ticket that match a query. `last` is the ticket's current revision. */
export function messagePage(
  messages: readonly Message[],
  timelineEvents: readonly TimelineEvent[],
  last: number,
  query: URLSearchParams,
) {
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null)
  const [after, before, revision] = [number('after_seq'), number('before_seq'), number('after_revision')]
  const limit = number('limit') ?? 50
  const found = messages
    .filter((each) => after === null || each.seq > after)
    .filter((each) => before === null || each.seq < before)
    .filter((each) => revision === null || each.revision > revision)
    .sort((a, b) => (revision === null ? a.seq - b.seq : a.revision - b.revision))
  const isForward = after !== null || revision !== null
  return {
    items: isForward ? found.slice(0, limit) : found.slice(-limit),
    has_more: found.length > limit,
    timeline_events: timelineEvents.filter((each) => revision === null || each.revision > revision),
    revision: found.length > limit && revision !== null ? (found[limit - 1]?.revision ?? last) : last,
  }
}

const time = (moment: string | null, otherwise: number) => (moment === null ? otherwise : Date.parse(moment))
const byWaiting = (a: Ticket, b: Ticket) =>
  time(a.waiting_since, Number.MAX_SAFE_INTEGER) - time(b.waiting_since, Number.MAX_SAFE_INTEGER) ||
  time(a.opened_at, 0) - time(b.opened_at, 0)
/** Compares two tickets. Some orders list open tickets first, then closed tickets by closing time. */
function orderOf(query: URLSearchParams): (a: Ticket, b: Ticket) => number {
  const order = query.get('order') ?? ''
  const comparison = ORDERS[order] ?? byWaiting
  if (query.has('status') || (order !== 'waiting_since' && order !== '-opened_at')) return comparison
  return (a, b) => {
    if (a.status !== b.status) return a.status === 'OPEN' ? -1 : 1
    return a.status === 'OPEN' ? comparison(a, b) : time(b.closed_at, 0) - time(a.closed_at, 0)
  }
}
const ORDERS: Record<string, (a: Ticket, b: Ticket) => number> = {
  '-opened_at': (a, b) => time(b.opened_at, 0) - time(a.opened_at, 0),
  opened_at: (a, b) => time(a.opened_at, 0) - time(b.opened_at, 0),
  '-closed_at': (a, b) => time(b.closed_at, 0) - time(a.closed_at, 0),
  '-last_activity_at': (a, b) => time(b.last_activity_at, 0) - time(a.last_activity_at, 0),
}
