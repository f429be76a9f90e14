import { useQuery } from '@tanstack/react-query'
import { fetchMessages } from 'shared/api'
import { MESSAGES_LIMIT, UNREAD_TICKETS } from 'shared/contract/constants.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { useRealtimeStatus } from 'shared/realtime'
import { type ChatCache, useChatCache } from '../cache/chat-cache.ts'
import { pollEvery } from '../cache/poll-every.ts'
import { isNumbered } from '../cache/ticket-merge.ts'
import { readLastSeen } from '../ticket/last-seen-times.ts'

/** Counts unread messages for a server that does not: messages that are newer than the last visit in this browser. */
export function useUnreadFallback(tickets: readonly Ticket[]): void {
  const cache = useChatCache()
  const status = useRealtimeStatus()
  const ticketIdsWithoutCount = tickets
    .filter((ticket) => !isNumbered(ticket))
    .slice(0, UNREAD_TICKETS)
    .map(({ id }) => id)
  useQuery({
    queryKey: ['unread', ...ticketIdsWithoutCount],
    queryFn: ({ signal }) => Promise.all(ticketIdsWithoutCount.map((id) => recount(cache, id, signal))),
    enabled: ticketIdsWithoutCount.length > 0,
    refetchInterval: pollEvery('queue', status),
  })
}

async function recount(cache: ChatCache, id: string, signal: AbortSignal): Promise<number> {
  const { items: messages } = await fetchMessages(id, { limit: MESSAGES_LIMIT }, signal)
  const unread = id === cache.openTicketId ? 0 : countUnread(messages, readLastSeen()[id] ?? 0)
  cache.tickets.countUnread(id, unread)
  return unread
}

/** Counts unread messages. `lastSeen` is in ms since 1970, 0 for never. */
function countUnread(messages: readonly Message[], lastSeen: number): number {
  const unread = messages.filter(
    (message) => message.direction === 'IN' && Date.parse(message.event_time) > lastSeen,
  )
  return unread.length
}
