import { useQuery } from '@tanstack/react-query'
import { fetchTicket, ticketQuery } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { useRealtimeStatus } from 'shared/realtime'
import { useChatCache } from '../cache/chat-cache.ts'
import { pollEvery } from '../cache/poll-every.ts'

export function useTicket(ticketId: string): { ticket: Ticket | null; error: unknown; retry: () => void } {
  const cache = useChatCache()
  const status = useRealtimeStatus()
  const result = useQuery({
    ...ticketQuery(ticketId),
    queryFn: async ({ signal }) => cache.tickets.absorb(await fetchTicket(ticketId, signal)),
    placeholderData: () => cache.tickets.get(ticketId) ?? undefined,
    refetchInterval: pollEvery('queue', status),
  })
  // A server with an older API cannot return a single ticket; then the ticket from the lists is used.
  const ticket = result.data ?? cache.tickets.get(ticketId)
  return { ticket, error: ticket === null ? result.error : null, retry: () => void result.refetch() }
}
