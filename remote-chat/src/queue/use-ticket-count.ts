import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type TicketListQuery, ticketListQuery } from 'shared/api'
import { useRealtimeStatus } from 'shared/realtime'
import { pollEvery } from '../cache/poll-every.ts'

export interface ShownList {
  readonly query: TicketListQuery
  /** Total number of tickets; null before the first response. */
  readonly total: number | null
  readonly isRendered: boolean
}

/** Returns a total; uses the visible list's total if the filters are the same, since separate responses may differ. */
export function useTicketCount(query: TicketListQuery, shown: ShownList): number | undefined {
  const client = useQueryClient()
  const status = useRealtimeStatus()
  const options = ticketListQuery({ ...query, page_size: 1 })
  const shownTotal = shown.total !== null && hasSameFilters(shown.query, query) ? shown.total : undefined
  const { data } = useQuery({
    ...options,
    enabled: shown.isRendered && shownTotal === undefined,
    refetchInterval: pollEvery('queue', status),
  })
  // Stores the total of the visible list. When another list is shown, this total remains until the count is fetched.
  const key = JSON.stringify(options.queryKey)
  useEffect(() => {
    if (shownTotal !== undefined) client.setQueryData(JSON.parse(key), { items: [], total: shownTotal })
  }, [client, key, shownTotal])
  return shownTotal ?? data?.total
}

const FILTERS = ['assignee', 'status', 'search', 'channel_key', 'unread_only', 'unassigned'] as const

function hasSameFilters(a: TicketListQuery, b: TicketListQuery): boolean {
  return FILTERS.every((name) => a[name] === b[name])
}
