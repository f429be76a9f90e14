import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { customerCalls, customerFamilyKey, messagesKey } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { followReconnect, useTicketSubscriptions } from 'shared/realtime'
import { dayKey } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import type { Thread } from '../cache/message-merge.ts'
import { layOutThread } from './thread-layout.ts'
import type { EarlierContent } from './thread-rows.ts'
import { eventsOfThread } from './timeline-event-texts.ts'

interface EarlierTicket {
  ticket: Ticket
  thread: Thread
}

export interface EarlierTickets {
  /** Earlier tickets of the customer, oldest first. */
  tickets: readonly EarlierTicket[]
  /** Next earlier ticket; null when there is none or when it is not known yet. */
  next: Ticket | null
  isLoading: boolean
  hasFailed: boolean
  /** Loads older messages of the topmost ticket or, when all of these are loaded, the next earlier ticket. */
  more: () => void
}

interface State extends Omit<EarlierTickets, 'more' | 'next'> {
  /** Next earlier ticket. Undefined until an earlier ticket is loaded; before that, the query's result is used. */
  next?: Ticket | null
}

const NOTHING: State = { tickets: [], isLoading: false, hasFailed: false }

export function useEarlierTickets(ticket: Ticket | null, isRequested: boolean): EarlierTickets {
  const client = useQueryClient()
  const cache = chatCacheOf(client)
  const [state, setState] = useState(NOTHING)
  /** A ref, because a wheel event and the resulting scroll event both request a load before the next render. */
  const isReading = useRef(false)
  const customerId = ticket?.customer_id ?? null

  async function fetchEarlierTicket(id: string): Promise<Ticket | null> {
    if (customerId === null) return null
    const calls = await customerCalls()
    return (await calls.fetchCustomerTickets(customerId, { before: id, limit: 1 })).items[0] ?? null
  }

  // The user did not request this fetch, so a failure shows no error; the fetch is repeated on reconnect.
  const {
    data: first = null,
    isError,
    refetch,
  } = useQuery({
    queryKey: [...customerFamilyKey, 'ticket-before', ticket?.id],
    queryFn: () => fetchEarlierTicket(ticket?.id ?? ''),
    enabled: isRequested && customerId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => (isError ? followReconnect(() => void refetch()) : undefined), [isError, refetch])
  const next = state.next === undefined ? first : state.next

  const queryOf = (id: string) => ({
    queryKey: messagesKey(id),
    queryFn: ({ signal }: { signal: AbortSignal }) => cache.messages.read(id, signal),
  })

  // A message of an earlier ticket may be unsent, so these tickets receive events and refetches too.
  const ids = useMemo(() => state.tickets.map((each) => each.ticket.id), [state.tickets])
  const shown = ids.join()
  useTicketSubscriptions(ids)
  const watch = useEffectEvent((id: string) =>
    new QueryObserver(client, { ...queryOf(id), staleTime: Number.POSITIVE_INFINITY }).subscribe(
      ({ data: thread }) => {
        if (thread !== undefined)
          setState((now) => ({ ...now, tickets: withThread(now.tickets, id, thread) }))
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
    const [top] = state.tickets
    if (top?.thread.hasOlder) {
      await cache.messages.readOlder(top.ticket.id)
      return () => ({})
    }
    if (next === null) return () => ({})
    const [thread, before] = await Promise.all([
      client.fetchQuery({ ...queryOf(next.id), staleTime: 0 }),
      fetchEarlierTicket(next.id),
    ])
    // An earlier request may already have added the ticket, which must not appear twice.
    return ({ tickets }) =>
      tickets.some((each) => each.ticket.id === next.id)
        ? {}
        : { tickets: [{ ticket: next, thread }, ...tickets], next: before }
  }

  function more(): void {
    if (isReading.current || !(next !== null || state.tickets[0]?.thread.hasOlder)) return
    isReading.current = true
    setState((now) => ({ ...now, isLoading: true }))
    void read()
      .then(
        (found) => setState((now) => ({ ...now, ...found(now), isLoading: false, hasFailed: false })),
        (error: unknown) => {
          console.warn('messages of an earlier ticket could not be read', error)
          setState((now) => ({ ...now, isLoading: false, hasFailed: true }))
        },
      )
      .finally(() => {
        isReading.current = false
      })
  }

  return { ...state, next, more }
}

/** Stores a ticket's messages. Returns the same reference when nothing changed. */
function withThread(tickets: State['tickets'], id: string, thread: Thread): State['tickets'] {
  if (tickets.every((each) => each.ticket.id !== id || each.thread === thread)) return tickets
  return tickets.map((each) => (each.ticket.id === id ? { ...each, thread } : each))
}

/** Computes a separate layout for each earlier ticket, because message numbers start at 1 in each ticket. */
export function useEarlierContent(
  ticket: Ticket | null,
  { tickets, next }: EarlierTickets,
): EarlierContent | null {
  return useMemo(() => {
    if (ticket === null || (next === null && tickets.length === 0)) return null
    const ticketLayouts = tickets.map((each) => ({
      ticket: each.ticket,
      hasOlder: each.thread.hasOlder,
      days: layOutThread(each.thread.messages, eventsOfThread(each.thread, each.ticket), dayKey),
    }))
    return { ticket, next, tickets: ticketLayouts }
  }, [ticket, tickets, next])
}
