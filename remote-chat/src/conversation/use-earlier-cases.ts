import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { customerCalls, customerFamilyKey, messagesKey } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { followReturn, useTicketSubscriptions } from 'shared/realtime'
import { dayKey } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import type { Thread } from '../cache/message-merge.ts'
import { eventsOfThread } from './line-words.ts'
import { layOutThread } from './thread-layout.ts'
import type { Past } from './thread-rows.ts'

interface EarlierCase {
  ticket: Ticket
  thread: Thread
}

export interface EarlierCases {
  /** Loaded tickets, oldest first. */
  cases: readonly EarlierCase[]
  /** Next earlier ticket, without messages; null when there is none or it is not known yet. */
  next: Ticket | null
  isLoading: boolean
  hasFailed: boolean
  /** Loads older messages of the topmost ticket or, when it is complete, the next earlier ticket. */
  more: () => void
}

interface State extends Omit<EarlierCases, 'more' | 'next'> {
  /** Undefined until an earlier ticket is loaded; then the query's result is used. */
  next?: Ticket | null
}

const NOTHING: State = { cases: [], isLoading: false, hasFailed: false }

/**
 * Loads the customer's earlier tickets, one after the other. Starts when `isWanted`, that is, when the current ticket
 * is loaded up to its first message.
 */
export function useEarlierCases(ticket: Ticket | null, isWanted: boolean): EarlierCases {
  const client = useQueryClient()
  const cache = chatCacheOf(client)
  const [state, setState] = useState(NOTHING)
  /** A ref, because a wheel event and the scroll it causes both request a load before the next render. */
  const isReading = useRef(false)
  const customerId = ticket?.customer_id ?? null

  async function headingBefore(id: string): Promise<Ticket | null> {
    if (customerId === null) return null
    const calls = await customerCalls()
    return (await calls.fetchCustomerCases(customerId, { before: id, limit: 1 })).items[0] ?? null
  }

  // Not requested by the user, so a failure shows no error; it is fetched again on reconnect.
  const {
    data: first = null,
    isError,
    refetch,
  } = useQuery({
    queryKey: [...customerFamilyKey, 'case-before', ticket?.id],
    queryFn: () => headingBefore(ticket?.id ?? ''),
    enabled: isWanted && customerId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => (isError ? followReturn(() => void refetch()) : undefined), [isError, refetch])
  const next = state.next === undefined ? first : state.next

  const queryOf = (id: string) => ({
    queryKey: messagesKey(id),
    queryFn: ({ signal }: { signal: AbortSignal }) => cache.messages.read(id, signal),
  })

  // Earlier tickets receive events and are refetched after a reconnect like the current one, because a message may be
  // unsent.
  const ids = useMemo(() => state.cases.map((each) => each.ticket.id), [state.cases])
  const shown = ids.join()
  useTicketSubscriptions(ids)
  const watch = useEffectEvent((id: string) =>
    new QueryObserver(client, { ...queryOf(id), staleTime: Number.POSITIVE_INFINITY }).subscribe(
      ({ data: thread }) => {
        if (thread !== undefined) setState((now) => ({ ...now, cases: withThread(now.cases, id, thread) }))
      },
    ),
  )
  useEffect(() => {
    const ends = shown === '' ? [] : shown.split(',').map((id) => watch(id))
    return () => {
      for (const end of ends) end()
    }
  }, [shown])

  async function read(): Promise<(now: State) => Partial<State>> {
    const [top] = state.cases
    if (top?.thread.hasOlder) {
      await cache.messages.readOlder(top.ticket.id)
      return () => ({})
    }
    if (next === null) return () => ({})
    const [thread, before] = await Promise.all([
      client.fetchQuery({ ...queryOf(next.id), staleTime: 0 }),
      headingBefore(next.id),
    ])
    // A second request before the render may already have added the ticket.
    return ({ cases }) =>
      cases.some((each) => each.ticket.id === next.id)
        ? {}
        : { cases: [{ ticket: next, thread }, ...cases], next: before }
  }

  function more(): void {
    if (isReading.current || !(next !== null || state.cases[0]?.thread.hasOlder)) return
    isReading.current = true
    setState((now) => ({ ...now, isLoading: true }))
    void read()
      .then(
        (found) => setState((now) => ({ ...now, ...found(now), isLoading: false, hasFailed: false })),
        (error: unknown) => {
          console.warn('messages of an earlier case could not be read', error)
          setState((now) => ({ ...now, isLoading: false, hasFailed: true }))
        },
      )
      .finally(() => {
        isReading.current = false
      })
  }

  return { ...state, next, more }
}

/** Returns the same reference when nothing changed. */
function withThread(cases: State['cases'], id: string, thread: Thread): State['cases'] {
  if (cases.every((each) => each.ticket.id !== id || each.thread === thread)) return cases
  return cases.map((each) => (each.ticket.id === id ? { ...each, thread } : each))
}

/**
 * Returns the content above the current ticket. Each earlier ticket has its own layout, because message numbers start
 * at 1 in each ticket.
 */
export function usePast(ticket: Ticket | null, { cases, next }: EarlierCases): Past | null {
  return useMemo(() => {
    if (ticket === null || (next === null && cases.length === 0)) return null
    const laidOut = cases.map((each) => ({
      ticket: each.ticket,
      hasOlder: each.thread.hasOlder,
      days: layOutThread(each.thread.messages, eventsOfThread(each.thread, each.ticket), dayKey),
    }))
    return { ticket, next, cases: laidOut }
  }, [ticket, cases, next])
}
