import { useQuery, useQueryClient } from '@tanstack/react-query'
import { customerCalls, customerFamilyKey } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { pollInterval, useRealtimeEvents, useRealtimeStatus } from 'shared/realtime'
import { useThrottled } from '../customer/use-throttled.ts'

export function useNextTicket({ id, customer_id, channel_key }: Ticket): string | null {
  const client = useQueryClient()
  const status = useRealtimeStatus()
  const queryKey = [...customerFamilyKey, customer_id, 'newest'] as const
  const readAgain = useThrottled(() => client.invalidateQueries({ queryKey }))
  useRealtimeEvents((event) => {
    const mayBeNewMessage =
      event.type === 'ticket_list_update' && (event.data.channel_key ?? channel_key) === channel_key
    if (mayBeNewMessage || event.type === 'resync') readAgain()
  })
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await customerCalls()).fetchCustomerTickets(customer_id ?? '', { limit: 1 }, signal),
    enabled: customer_id !== null,
    staleTime: 0,
    refetchInterval: pollInterval('queue', { status }),
    select: ({ items: [newest] }) => (newest?.status === 'OPEN' && newest.id !== id ? newest.id : null),
  })
  return data ?? null
}
