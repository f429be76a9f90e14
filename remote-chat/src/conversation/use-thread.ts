import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messagesKey } from 'shared/api'
import { useRealtimeStatus, useTicketSubscription } from 'shared/realtime'
import { chatCacheOf } from '../cache/chat-cache.ts'
import type { Thread } from '../cache/message-merge.ts'
import { pollEvery } from '../cache/poll-every.ts'

export interface ThreadView {
  thread: Thread | undefined
  error: unknown
  /** It was read since it was opened: what there is before may have been kept. A later failure takes nothing back. */
  isRead: boolean
  retry: () => void
  loadOlder: () => void
  loadingOlder: boolean
  /** The last reading of older messages failed. */
  olderFailed: boolean
}

/**
 * The messages of a conversation, kept fresh by the socket and, where that is not proven live, by polling: in a docked drawer
 * (`chat`) more often than in one that covers the list (`modal`). Whether a reading
 * is under way is not part of the result: it would render the conversation twice per poll.
 */
export function useThread(ticketId: string, place: 'chat' | 'modal'): ThreadView {
  const cache = chatCacheOf(useQueryClient())
  const status = useRealtimeStatus()
  const [loadingOlder, setLoadingOlder] = useState(false)
  const [olderFailed, setOlderFailed] = useState(false)
  useTicketSubscription(ticketId, 'open')
  const { data, error, refetch } = useQuery({
    queryKey: messagesKey(ticketId),
    queryFn: ({ signal }) => cache.messages.read(ticketId, signal),
    refetchInterval: pollEvery(place, status),
    // Refetched when shown again: events may have been missed while it was not subscribed.
    staleTime: 0,
  })

  function loadOlder(): void {
    if (loadingOlder || !data?.hasOlder) return
    setLoadingOlder(true)
    cache.messages
      .readOlder(ticketId)
      .then(() => setOlderFailed(false))
      .catch((failure: unknown) => {
        console.warn('older messages could not be read', failure)
        setOlderFailed(true)
      })
      .finally(() => setLoadingOlder(false))
  }

  const [isRead, setIsRead] = useState(false)
  const awaitsReading = !isRead && error === null
  useEffect(() => {
    if (!awaitsReading) return
    let left = false
    // Joins the reading that is under way, and the one that takes its place: what the socket writes meanwhile ends none.
    const join = async (): Promise<void> => {
      const { isFetching, error: failure } = await refetch({ cancelRefetch: false })
      if (left) return
      if (isFetching) return join()
      // After one that failed the next is awaited.
      if (failure === null) setIsRead(true)
    }
    void join()
    return () => {
      left = true
    }
  }, [awaitsReading, refetch])

  return {
    thread: data,
    error,
    isRead,
    retry: () => void refetch(),
    loadOlder,
    loadingOlder,
    olderFailed,
  }
}
