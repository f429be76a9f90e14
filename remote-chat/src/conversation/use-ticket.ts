import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchTicket, ticketQuery } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { pollInterval, useRealtimeStatus } from 'shared/realtime'
import { chatCacheOf } from '../cache/chat-cache.ts'

/** One ticket: what the lists know of it at once, and the server's word as soon as it comes. */
export function useTicket(ticketId: string): { ticket: Ticket | null; error: unknown; retry: () => void } {
  const cache = chatCacheOf(useQueryClient())
  const status = useRealtimeStatus()
  const result = useQuery({
    ...ticketQuery(ticketId),
    queryFn: async ({ signal }) => cache.tickets.absorb(await fetchTicket(ticketId, signal)),
    placeholderData: () => cache.tickets.get(ticketId) ?? undefined,
    refetchInterval: pollInterval('queue', { status }),
  })
  // A server of the first days has no call for one ticket: then the list's word stands.
  const ticket = result.data ?? cache.tickets.get(ticketId)
  return { ticket, error: ticket === null ? result.error : null, retry: () => void result.refetch() }
}
