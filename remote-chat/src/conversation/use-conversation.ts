import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { fetchTicket, messagesKey, ticketListQuery, ticketQuery } from 'shared/api'
import { MAX_SEARCH_LENGTH } from 'shared/contract/constants.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { pollInterval, useRealtimeStatus, useTicketSubscription } from 'shared/realtime'
import { chatCacheOf } from '../cache/chat-cache.ts'
import type { Thread } from '../cache/message-merge.ts'
import { firstUnread } from './thread-layout.ts'

/** So many older pages are read to find where the unread messages begin; who has more begins at the oldest of them. */
const UNREAD_PAGES = 4
/** A customer's cases are looked for by name; so many of the same name are looked through. */
const SAME_NAME_LIMIT = 50

/** One ticket: from the lists' cache at once, then as the server answers. */
export function useTicket(ticketId: string): { ticket: Ticket | null; error: unknown; retry: () => void } {
  const cache = chatCacheOf(useQueryClient())
  const status = useRealtimeStatus()
  const result = useQuery({
    ...ticketQuery(ticketId),
    queryFn: async ({ signal }) => cache.tickets.absorb(await fetchTicket(ticketId, signal)),
    placeholderData: () => cache.tickets.get(ticketId) ?? undefined,
    refetchInterval: pollInterval('queue', { status }),
  })
  // A server with SPEC 7 alone has no call for one ticket: then the lists' copy is used.
  const ticket = result.data ?? cache.tickets.get(ticketId)
  return { ticket, error: ticket === null ? result.error : null, retry: () => void result.refetch() }
}

export interface ThreadView {
  thread: Thread | undefined
  error: unknown
  retry: () => void
  loadOlder: () => void
  loadingOlder: boolean
}

/**
 * The messages of a conversation, kept fresh by the socket and, where that is not proven live, by polling. Whether a reading
 * is under way is not part of the result: it would render the conversation twice per poll.
 */
export function useThread(ticketId: string): ThreadView {
  const cache = chatCacheOf(useQueryClient())
  const status = useRealtimeStatus()
  const [loadingOlder, setLoadingOlder] = useState(false)
  useTicketSubscription(ticketId, 'open')
  const { data, error, refetch } = useQuery({
    queryKey: messagesKey(ticketId),
    queryFn: ({ signal }) => cache.messages.read(ticketId, signal),
    refetchInterval: pollInterval('chat', { status }),
    // Refetched when shown again: events may have been missed while it was not subscribed.
    staleTime: 0,
  })

  function loadOlder(): void {
    if (loadingOlder || !data?.hasOlder) return
    setLoadingOlder(true)
    cache.messages
      .readOlder(ticketId)
      .catch((failure: unknown) => console.warn('older messages could not be read', failure))
      .finally(() => setLoadingOlder(false))
  }

  return { thread: data, error, retry: () => void refetch(), loadOlder, loadingOlder }
}

/**
 * The message at which the unread ones began when the conversation was opened; null for none, undefined while that is being
 * found out. What comes later does not move it.
 */
export function useUnreadFrom(ticket: Ticket | null, view: ThreadView): string | null | undefined {
  const [unread, setUnread] = useState<number | null>(null)
  const [from, setFrom] = useState<string | null | undefined>(undefined)
  const [pages, setPages] = useState(0)
  const { thread, loadingOlder, loadOlder } = view
  if (unread === null && ticket !== null) setUnread(ticket.unread_count)
  const found = unread === null || thread === undefined ? undefined : firstUnread(thread.messages, unread)
  const isEnough = thread !== undefined && unread !== null && (!thread.hasOlder || pages >= UNREAD_PAGES)
  if (from === undefined && (found !== undefined || isEnough))
    setFrom(found === undefined ? firstIn(thread?.messages ?? []) : found)

  const looksFurther = from === undefined && unread !== null && thread !== undefined && !loadingOlder
  const lookFurther = useEffectEvent(() => {
    setPages((now) => now + 1)
    loadOlder()
  })
  useEffect(() => {
    if (looksFurther) lookFurther()
  }, [looksFurther])
  return from
}

const firstIn = (messages: readonly Message[]) =>
  messages.find((message) => message.direction === 'IN')?.id ?? null

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
