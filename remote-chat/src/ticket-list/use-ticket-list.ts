import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fetchTicketPage, type TicketListQuery, ticketListQuery } from 'shared/api'
import { MAX_PAGE, QUEUE_PAGE_SIZE } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { useRealtimeStatus } from 'shared/realtime'
import { serverTimeOf } from 'shared/session'
import { type ChatCache, chatCacheOf } from '../cache/chat-cache.ts'
import { pollEvery } from '../cache/poll-every.ts'
import { learnTickets, NOTHING_KNOWN, newTickets } from './new-tickets.ts'
import { type RowOrder, settleRows } from './stable-rows.ts'
import { useRowsInSteps } from './use-rows-in-steps.ts'

export interface TicketList {
  /** In display order; null before the first answer. */
  rows: readonly Ticket[] | null
  /** How many of the rows are drawn; 0 before the first step. */
  drawnCount: number
  /** All rows, or the failure, are on the screen: what else the page wants to know is asked after that. */
  isDrawn: boolean
  total: number
  /** The answer held all rows that there are: none comes in the place of one that has left. */
  isWhole: boolean
  pageCount: number
  /** New cases that are not on the screen yet: on another page, or held back while the list is in use. */
  arrived: readonly string[]
  /** Only the newest page was checked and all of it is new, so there may be more. */
  hasMoreArrived: boolean
  /** All of them are in the newest answer for this page. */
  arrivedHere: boolean
  /** Shows the newest answer although the list is in use. */
  letIn: () => void
  /** Removes rows at once, although the list is in use and the newest answer has them still. */
  drop: (ids: readonly string[]) => void
  error: unknown
  retry: () => void
  /** The rows are those of the previous query, until the answer to this one comes. */
  isPlaceholder: boolean
  isFetching: boolean
  /** The last fetch failed; stays true during retries. */
  isFailing: boolean
  /** When the rows were last fetched, by the server's clock, ms since 1970; 0 before. */
  updatedAt: number
}

export interface TicketListOptions {
  /** The rows may move: see `useListIdle`. */
  idle: boolean
  /** Looks for new cases on other pages too. */
  seeksNew: boolean
}

const NO_ROWS: RowOrder = []

/** A page of tickets: refetched regularly, its rows kept in place while the list is in use. */
export function useTicketList(query: TicketListQuery, { idle, seeksNew }: TicketListOptions): TicketList {
  const cache = chatCacheOf(useQueryClient())
  const status = useRealtimeStatus()
  const refetchInterval = pollEvery('queue', status)
  const options = pageOptions(cache, query)
  const result = useQuery({ ...options, refetchInterval })
  const page = result.isPlaceholderData ? undefined : result.data
  const drawnCount = useRowsInSteps(result.data !== undefined || result.isError)
  const isDrawn = drawnCount === Number.POSITIVE_INFINITY
  // The first page of the same filters in the order newest first, to find new cases.
  const newest: TicketListQuery = { ...query, status: 'OPEN', order: '-opened_at', page: 1 }
  // A list of one page has all cases on it.
  const isSought = seeksNew && (page?.total ?? 0) > QUEUE_PAGE_SIZE
  const sought = useQuery({
    ...pageOptions(cache, newest),
    refetchInterval,
    enabled: isSought && isDrawn,
  })
  const candidates = !isSought ? page?.items : sought.isPlaceholderData ? undefined : sought.data?.items
  const question = JSON.stringify(options.queryKey)
  const family = JSON.stringify({ ...newest, page: seeksNew ? 1 : query.page })

  const [shown, setShown] = useState({ question: '', ids: NO_ROWS })
  const [known, setKnown] = useState(NOTHING_KNOWN)
  const [dropped, setDropped] = useState(NO_ROWS)
  let ids = shown.ids
  // Of these rows alone: another list has what has left this one.
  const gone = shown.question === question ? dropped : NO_ROWS
  if (page) {
    // Socket events may have changed tickets since the answer: one that has been closed no longer fits.
    const fitting = page.items.filter(
      ({ id, status }) => (query.status === undefined || status === query.status) && !gone.includes(id),
    )
    // An answer that lacks them is newer than their removal.
    const late = gone.filter((id) => page.items.some((each) => each.id === id))
    if (late.length < dropped.length) setDropped(late)
    const answer = fitting.map((ticket) => ticket.id)
    const unseen = new Set(candidates ? newTickets(known, candidates) : [])
    ids = settleRows(shown.ids, answer, {
      idle: idle || shown.question !== question,
      room: QUEUE_PAGE_SIZE,
      isNew: (id) => unseen.has(id),
    })
    if (ids !== shown.ids || shown.question !== question) setShown({ question, ids })
  }
  if (candidates) {
    const learned = learnTickets(known, family, candidates, ids)
    if (learned !== known) setKnown(learned)
  }

  // Rows that are held though the answer has them no more: what happened to them may not have been heard.
  const left = page ? ids.filter((id) => !page.items.some((each) => each.id === id)).join(' ') : ''
  const asked = useRef<string[]>([])
  useEffect(() => {
    const before = asked.current
    asked.current = left.split(' ')
    // No answer holds it, so none draws it anew.
    for (const id of asked.current)
      if (id !== '' && !before.includes(id))
        void cache.reloadTicket(id).then(() => setShown((now) => ({ ...now })))
  }, [cache, left])

  const byId = new Map(result.data?.items.map((ticket) => [ticket.id, ticket]))
  const rows = ids.flatMap((id) => byId.get(id) ?? cache.tickets.get(id) ?? [])
  // What a colleague has accepted meanwhile waits for nobody; in one's own list all are one's own.
  const open = candidates?.filter((ticket) => !seeksNew || ticket.assigned_to === null)
  const arrived = open && known.question === family ? newTickets(known, open) : []
  const total = result.data?.total ?? 0
  const updatedAt = useMemo(() => serverTimeOf(result.dataUpdatedAt), [result.dataUpdatedAt])
  return {
    rows: result.data ? rows : null,
    drawnCount,
    isDrawn,
    total,
    isWhole: total <= (result.data?.items.length ?? 0),
    pageCount: Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / QUEUE_PAGE_SIZE))),
    arrived,
    hasMoreArrived: (candidates ? newTickets(known, candidates).length : 0) >= QUEUE_PAGE_SIZE,
    arrivedHere: arrived.every((id) => page?.items.some((ticket) => ticket.id === id)),
    letIn: () => {
      if (page) setShown({ question, ids: NO_ROWS })
    },
    drop: (gone) => {
      setShown((now) => ({ ...now, ids: now.ids.filter((id) => !gone.includes(id)) }))
      setDropped((now) => [...now, ...gone])
    },
    error: result.error,
    retry: () => void result.refetch(),
    isPlaceholder: result.isPlaceholderData,
    isFetching: result.isFetching,
    isFailing: result.failureCount > 0,
    updatedAt,
  }
}

function pageOptions(cache: ChatCache, query: TicketListQuery) {
  const paged = { page_size: QUEUE_PAGE_SIZE, ...query }
  return {
    ...ticketListQuery(paged),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      cache.tickets.absorbPage(await fetchTicketPage(paged, signal)),
  }
}
