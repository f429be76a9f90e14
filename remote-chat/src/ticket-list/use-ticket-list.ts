import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fetchTicketPage, type TicketListQuery, ticketListQuery } from 'shared/api'
import { MAX_PAGE, QUEUE_PAGE_SIZE } from 'shared/contract/constants.ts'
import { useRealtimeStatus } from 'shared/realtime'
import { serverTimeOf } from 'shared/session'
import { type ChatCache, useChatCache } from '../cache/chat-cache.ts'
import { pollEvery } from '../cache/poll-every.ts'
import { addSeenTickets, NO_SEEN_TICKETS, newTickets } from './new-tickets.ts'
import { type RowOrder, settleRows } from './stable-rows.ts'
import { useIncrementalRows } from './use-incremental-rows.ts'

export type TicketList = ReturnType<typeof useTicketList>

export interface TicketListOptions {
  idle: boolean
  seeksNew: boolean
}

const NO_ROWS: RowOrder = []

export function useTicketList(query: TicketListQuery, { idle, seeksNew }: TicketListOptions) {
  const cache = useChatCache()
  const status = useRealtimeStatus()
  const refetchInterval = pollEvery('queue', status)
  const options = pageOptions(cache, query)
  const result = useQuery({ ...options, refetchInterval })
  const page = result.isPlaceholderData ? undefined : result.data
  const renderedCount = useIncrementalRows(result.data !== undefined || result.isError)
  const isRendered = renderedCount === Number.POSITIVE_INFINITY
  // To find new tickets: the first page of a list with the same filters, sorted newest first.
  const newest: TicketListQuery = { ...query, status: 'OPEN', order: '-opened_at', page: 1 }
  // A list of one page already contains all tickets, so no other page is searched for new ones.
  const isNewestFetched = seeksNew && (page?.total ?? 0) > QUEUE_PAGE_SIZE
  const newestResult = useQuery({
    ...pageOptions(cache, newest),
    refetchInterval,
    enabled: isNewestFetched && isRendered,
  })
  const candidates = !isNewestFetched
    ? page?.items
    : newestResult.isPlaceholderData
      ? undefined
      : newestResult.data?.items
  const listKey = JSON.stringify(options.queryKey)
  const familyKey = JSON.stringify({ ...newest, page: seeksNew ? 1 : query.page })

  const [shown, setShown] = useState({ listKey: '', ids: NO_ROWS })
  const [known, setKnown] = useState(NO_SEEN_TICKETS)
  const [storedRemovedIds, setStoredRemovedIds] = useState(NO_ROWS)
  let ids = shown.ids
  // The removed rows apply only to this list, because another list may contain the same tickets.
  const removedIds = shown.listKey === listKey ? storedRemovedIds : NO_ROWS
  if (page) {
    // Socket events may have changed tickets since the response; those with another status are left out.
    const matchingTickets = page.items.filter(
      ({ id, status }) => (query.status === undefined || status === query.status) && !removedIds.includes(id),
    )
    // Forgets removed tickets that the response no longer contains.
    const stillListedIds = removedIds.filter((id) => page.items.some((each) => each.id === id))
    if (stillListedIds.length < storedRemovedIds.length) setStoredRemovedIds(stillListedIds)
    const fetched = matchingTickets.map((ticket) => ticket.id)
    const newIds = new Set(candidates ? newTickets(known, candidates) : [])
    ids = settleRows(shown.ids, fetched, {
      idle: idle || shown.listKey !== listKey,
      space: QUEUE_PAGE_SIZE,
      isNew: (id) => newIds.has(id),
    })
    if (ids !== shown.ids || shown.listKey !== listKey) setShown({ listKey, ids })
  }
  if (candidates) {
    const nextKnown = addSeenTickets(known, familyKey, candidates, ids)
    if (nextKnown !== known) setKnown(nextKnown)
  }

  // Rows that are no longer in the response. Their tickets are fetched, because an event may have been missed.
  const unlistedIds = page ? ids.filter((id) => !page.items.some((each) => each.id === id)).join(' ') : ''
  const requestedIds = useRef<string[]>([])
  useEffect(() => {
    const before = requestedIds.current
    requestedIds.current = unlistedIds.split(' ')
    // Forces a re-render, because the fetched ticket is not in any query result.
    for (const id of requestedIds.current)
      if (id !== '' && !before.includes(id))
        void cache.reloadTicket(id).then(() => setShown((now) => ({ ...now })))
  }, [cache, unlistedIds])

  const byId = new Map(result.data?.items.map((ticket) => [ticket.id, ticket]))
  const rows = ids.flatMap((id) => byId.get(id) ?? cache.tickets.get(id) ?? [])
  // In the queue, tickets that a colleague has accepted are not counted as new. In the user's own list, all tickets are
  // assigned to the user.
  const open = candidates?.filter((ticket) => !seeksNew || ticket.assigned_to === null)
  const arrived = open && known.listKey === familyKey ? newTickets(known, open) : []
  const total = result.data?.total ?? 0
  const updatedAt = useMemo(() => serverTimeOf(result.dataUpdatedAt), [result.dataUpdatedAt])
  return {
    rows: result.data ? rows : null,
    renderedCount,
    /** True when all rows, or the failure, are rendered. The page starts its other fetches only then. */
    isRendered,
    total,
    /** True when the response contains all rows, so that no other row can replace a removed one. */
    isWhole: total <= (result.data?.items.length ?? 0),
    pageCount: Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / QUEUE_PAGE_SIZE))),
    /** New tickets that are not on the screen: on another page, or held back while the list is in use. */
    arrived,
    /** True when all tickets on the newest page are new, so that there may be more new ones. */
    hasMoreArrived: (candidates ? newTickets(known, candidates).length : 0) >= QUEUE_PAGE_SIZE,
    /** True when all new tickets are in the newest response for this page. */
    hasAllArrived: arrived.every((id) => page?.items.some((ticket) => ticket.id === id)),
    resetRows: () => {
      if (page) setShown({ listKey, ids: NO_ROWS })
    },
    /** Removes rows immediately, although the list is in use and the newest response still contains them. */
    drop: (removedIds: readonly string[]) => {
      setShown((now) => ({ ...now, ids: now.ids.filter((id) => !removedIds.includes(id)) }))
      setStoredRemovedIds((now) => [...now, ...removedIds])
    },
    error: result.error,
    retry: () => void result.refetch(),
    isPlaceholder: result.isPlaceholderData,
    isFetching: result.isFetching,
    /** True when the last fetch failed, also during retries. */
    isFailing: result.failureCount > 0,
    /** Time when the rows were fetched, by the server's clock, in ms since 1970; 0 before the first fetch. */
    updatedAt,
  }
}

function pageOptions(cache: ChatCache, query: TicketListQuery) {
  const pageQuery = { page_size: QUEUE_PAGE_SIZE, ...query }
  return {
    ...ticketListQuery(pageQuery),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      cache.tickets.absorbPage(await fetchTicketPage(pageQuery, signal)),
  }
}
