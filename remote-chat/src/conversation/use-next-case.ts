import { useQuery } from '@tanstack/react-query'
import { ticketListQuery } from 'shared/api'
import { MAX_SEARCH_LENGTH } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { pollInterval, useRealtimeStatus } from 'shared/realtime'

/** A customer's cases are looked for by name; so many of the same name are looked through. */
const SAME_NAME_LIMIT = 50

/** The open case of the customer whose case this was; null while they have not written again. */
export function useNextCase(closed: Ticket): string | null {
  const status = useRealtimeStatus()
  const { data } = useQuery({
    ...ticketListQuery({
      status: 'OPEN',
      channel_key: closed.channel_key,
      search: closed.profile.display_name.slice(0, MAX_SEARCH_LENGTH),
      page_size: SAME_NAME_LIMIT,
    }),
    enabled: closed.customer_id !== null,
    refetchInterval: pollInterval('queue', { status }),
    select: ({ items }) => items.find((ticket) => ticket.customer_id === closed.customer_id)?.id ?? null,
  })
  return data ?? null
}
