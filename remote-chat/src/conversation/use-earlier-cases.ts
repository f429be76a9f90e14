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
  /** Those that are loaded, the oldest first. */
  cases: readonly EarlierCase[]
  /** The one before them, of which the heading alone is known; null: there is none, or it is not known yet. */
  next: Ticket | null
  isLoading: boolean
  hasFailed: boolean
  /** Loads what stands above: older messages of the topmost case, else those of the case before it. */
  more: () => void
}

interface State extends Omit<EarlierCases, 'more' | 'next'> {
  /** Undefined: none is loaded yet, so it is the first. */
  next?: Ticket | null
}

const NOTHING: State = { cases: [], isLoading: false, hasFailed: false }

/** What the same customer wrote in their cases before this one, read back case by case once `isWanted`: its own beginning is loaded. */
export function useEarlierCases(ticket: Ticket | null, isWanted: boolean): EarlierCases {
  const client = useQueryClient()
  const cache = chatCacheOf(client)
  const [state, setState] = useState(NOTHING)
  /** Said at once: a wheel and the scroll that it causes both ask before anything is drawn. */
  const isReading = useRef(false)
  const customerId = ticket?.customer_id ?? null

  async function headingBefore(id: string): Promise<Ticket | null> {
    if (customerId === null) return null
    const calls = await customerCalls()
    return (await calls.fetchCustomerCases(customerId, { before: id, limit: 1 })).items[0] ?? null
  }

  // Nobody has asked for it: where it fails nothing is said, and nothing stands above until the connection is back.
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

  // What changes of them is heard, and read again after a break, as that of the present case: a message may be taken back.
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
    // Asked once more before the answer was drawn: the case stands there already.
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

/** The same reference when nothing is new. */
function withThread(cases: State['cases'], id: string, thread: Thread): State['cases'] {
  if (cases.every((each) => each.ticket.id !== id || each.thread === thread)) return cases
  return cases.map((each) => (each.ticket.id === id ? { ...each, thread } : each))
}

/** What stands above the case: earlier ones of the customer, each laid out by itself, for each counts its messages anew. */
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
