import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type TicketListQuery, ticketListQuery } from 'shared/api'
import { useRealtimeStatus } from 'shared/realtime'
import { pollEvery } from '../cache/poll-every.ts'

/** The list on the screen. */
export interface ShownList {
  readonly query: TicketListQuery
  /** How many tickets its query has; null before the answer. */
  readonly total: number | null
  readonly isDrawn: boolean
}

/**
 * How many tickets a query has in all; undefined until known. Where the list on the screen has the same filters, its total
 * is taken and nothing is asked: two answers of different moments would not agree. Nothing is asked before the list is drawn.
 */
export function useTicketCount(query: TicketListQuery, shown: ShownList): number | undefined {
  const client = useQueryClient()
  const status = useRealtimeStatus()
  const options = ticketListQuery({ ...query, page_size: 1 })
  const shownTotal = shown.total !== null && hasSameFilters(shown.query, query) ? shown.total : undefined
  const { data } = useQuery({
    ...options,
    enabled: shown.isDrawn && shownTotal === undefined,
    refetchInterval: pollEvery('queue', status),
  })
  // What was on the screen stays there until the count is asked for, when another list is shown.
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
