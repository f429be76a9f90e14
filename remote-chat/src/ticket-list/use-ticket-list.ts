import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchTicketPage, type TicketListQuery, ticketListQuery } from 'shared/api'
import { QUEUE_PAGE_SIZE } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { pollInterval, useRealtimeStatus } from 'shared/realtime'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { dropRow, type HeldRows, holdRows, NO_ROWS } from './held-rows.ts'

export interface TicketList {
  /** In the order on the screen; null before the first answer. */
  rows: readonly Ticket[] | null
  total: number
  pageCount: number
  /** Tickets that have come since and wait to be let in. */
  arrived: number
  letIn: () => void
  /** Takes a row out at once. */
  drop: (id: string) => void
  error: unknown
  retry: () => void
  /** Rows of another question are shown until the answer comes. */
  isOld: boolean
  isFetching: boolean
  /** When the rows were last heard of, ms since 1970. */
  updatedAt: number
}

/** A page of tickets that keeps itself fresh and holds its rows still while they are in use. */
export function useTicketList(query: TicketListQuery, calm: boolean): TicketList {
  const cache = chatCacheOf(useQueryClient())
  const status = useRealtimeStatus()
  const options = ticketListQuery({ page_size: QUEUE_PAGE_SIZE, ...query })
  const result = useQuery({
    ...options,
    queryFn: async ({ signal }) =>
      cache.tickets.absorbPage(await fetchTicketPage({ page_size: QUEUE_PAGE_SIZE, ...query }, signal)),
    refetchInterval: pollInterval('queue', { status }),
  })
  const question = JSON.stringify(options.queryKey)
  const [held, setHeld] = useState<HeldRows & { question: string }>({ ...NO_ROWS, question: '' })

  const page = result.data
  let shown: HeldRows = held
  if (page && !result.isPlaceholderData) {
    const incoming = page.items.map((ticket) => ticket.id)
    shown = holdRows(held, incoming, calm || held.question !== question)
    if (shown !== held || held.question !== question) setHeld({ ...shown, question })
  }

  const byId = new Map(page?.items.map((ticket) => [ticket.id, ticket]))
  const rows = shown.ids.flatMap((id) => byId.get(id) ?? cache.tickets.get(id) ?? [])
  const total = page?.total ?? 0
  return {
    rows: page ? rows : null,
    total,
    pageCount: Math.max(1, Math.ceil(total / QUEUE_PAGE_SIZE)),
    arrived: shown.arrived.length,
    letIn: () => {
      if (page) setHeld({ ids: page.items.map((ticket) => ticket.id), arrived: [], question })
    },
    drop: (id) => setHeld((now) => ({ ...dropRow(now, id), question: now.question })),
    error: result.error,
    retry: () => void result.refetch(),
    isOld: result.isPlaceholderData,
    isFetching: result.isFetching,
    updatedAt: result.dataUpdatedAt,
  }
}

/** How many tickets a question has, for the numbers on tabs; undefined until known. */
export function useTicketCount(query: TicketListQuery): number | undefined {
  const status = useRealtimeStatus()
  const { data } = useQuery({
    ...ticketListQuery({ ...query, page_size: 1 }),
    refetchInterval: pollInterval('queue', { status }),
  })
  return data?.total
}
