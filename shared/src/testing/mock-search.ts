import { MAX_FOUND_MESSAGES } from '../contract/constants.ts'
import type { Message } from '../contract/messages/message.ts'
import type { FoundMessage } from '../contract/messages/search-messages.call.ts'
import type { Ticket } from '../contract/tickets/ticket.ts'

/** Finds messages that contain the text, newest first. `cursor` is the number of preceding messages. */
export function mockSearch(
  tickets: ReadonlyMap<string, Ticket>,
  messages: readonly Message[],
  query: URLSearchParams,
): { items: FoundMessage[]; cursor: string | null; searched_until: string | null } {
  const text = query.get('q') ?? ''
  const begin = Number((query.get('cursor') ?? '0.').split('.')[0])
  const found = messages
    .flatMap((message) => {
      const ticket = tickets.get(message.ticket_id)
      const start = message.text?.indexOf(text) ?? -1
      const matches =
        ticket !== undefined &&
        start >= 0 &&
        [null, ticket.channel.key].includes(query.get('channel_key')) &&
        [null, ticket.customer_id].includes(query.get('customer_id')) &&
        message.event_time >= (query.get('since') ?? '') &&
        message.event_time < (query.get('until') ?? '9')
      return matches ? [foundOf(message, ticket, { start, end: start + text.length })] : []
    })
    .sort((a, b) => b.at.localeCompare(a.at) || b.seq - a.seq)
  const end = begin + MAX_FOUND_MESSAGES
  const hasMore = end < found.length
  return {
    items: found.slice(begin, end),
    cursor: hasMore ? `${end}.00000000-0000-0000-0000-000000000000` : null,
    searched_until: hasMore ? (found[end - 1]?.at ?? null) : null,
  }
}

function foundOf(message: Message, ticket: Ticket, match: { start: number; end: number }): FoundMessage {
  return {
    message_id: message.id,
    ticket_id: ticket.id,
    seq: message.seq,
    direction: message.direction,
    at: message.event_time,
    channel: ticket.channel,
    customer: {
      id: ticket.customer_id ?? '',
      display_name: ticket.profile.display_name,
      picture_url: ticket.profile.picture_url,
      is_vip: ticket.profile.is_vip,
    },
    sender_name: message.sender?.display_name ?? null,
    snippet: message.text ?? '',
    snippet_start: 0,
    matches: [match],
  }
}
