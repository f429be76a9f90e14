import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { customerCalls, messagesKey } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
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

type State = Omit<EarlierCases, 'more'>

const NOTHING: State = { cases: [], next: null, isLoading: false, hasFailed: false }

/** What the same customer wrote in their cases before this one, read back case by case once `isWanted`: its own beginning is loaded. */
export function useEarlierCases(ticket: Ticket | null, isWanted: boolean): EarlierCases {
  const client = useQueryClient()
  const cache = chatCacheOf(client)
  const [state, setState] = useState(NOTHING)
  const customerId = ticket?.customer_id ?? null

  async function headingBefore(id: string): Promise<Ticket | null> {
    if (customerId === null) return null
    const calls = await customerCalls()
    return (await calls.fetchCustomerCases(customerId, { before: id, limit: 1 })).items[0] ?? null
  }

  const findFirst = useEffectEvent(() => {
    if (ticket === null) return
    // Nobody has asked for it: where it fails nothing is said, and nothing stands above.
    headingBefore(ticket.id).then(
      (next) => setState((now) => ({ ...now, next })),
      (error: unknown) => console.warn('earlier cases of the customer could not be read', error),
    )
  })
  useEffect(() => {
    if (isWanted && customerId !== null) findFirst()
  }, [isWanted, customerId])

  const readThread = (id: string) =>
    client.fetchQuery({
      queryKey: messagesKey(id),
      queryFn: ({ signal }) => cache.messages.read(id, signal),
      staleTime: 0,
    })

  async function read(): Promise<Pick<State, 'cases' | 'next'>> {
    const { cases, next } = state
    const [top, ...others] = cases
    if (top?.thread.hasOlder) {
      const { id } = top.ticket
      if (cache.messages.thread(id) === undefined) await readThread(id)
      await cache.messages.readOlder(id)
      return { next, cases: [{ ...top, thread: cache.messages.thread(id) ?? top.thread }, ...others] }
    }
    if (next === null) return { cases, next }
    const [thread, before] = await Promise.all([readThread(next.id), headingBefore(next.id)])
    return { cases: [{ ticket: next, thread }, ...cases], next: before }
  }

  function more(): void {
    if (state.isLoading || !(state.next !== null || state.cases[0]?.thread.hasOlder)) return
    setState((now) => ({ ...now, isLoading: true }))
    read().then(
      (found) => setState({ ...found, isLoading: false, hasFailed: false }),
      (error: unknown) => {
        console.warn('messages of an earlier case could not be read', error)
        setState((now) => ({ ...now, isLoading: false, hasFailed: true }))
      },
    )
  }

  return { ...state, more }
}

/** What stands above the case: earlier ones of the customer, each laid out by itself, for each counts its messages anew. */
export function usePast(ticket: Ticket | null, { cases, next }: EarlierCases): Past | null {
  return useMemo(() => {
    if (ticket === null || (next === null && cases.length === 0)) return null
    const laidOut = cases.map((each) => ({
      ticket: each.ticket,
      days: layOutThread(each.thread.messages, eventsOfThread(each.thread, each.ticket), dayKey),
    }))
    return { ticket, next, cases: laidOut }
  }, [ticket, cases, next])
}
