import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messagesKey } from 'shared/api'
import { pollInterval, useRealtimeStatus, useTicketSubscription } from 'shared/realtime'
import { chatCacheOf } from '../cache/chat-cache.ts'
import type { Thread } from '../cache/message-merge.ts'

export interface ThreadView {
  thread: Thread | undefined
  error: unknown
  retry: () => void
  retrying: boolean
  loadOlder: () => void
  loadingOlder: boolean
}

/** The messages of a conversation, kept fresh by the socket and, where that is not proven live, by polling. */
export function useThread(ticketId: string): ThreadView {
  const cache = chatCacheOf(useQueryClient())
  const status = useRealtimeStatus()
  const [loadingOlder, setLoadingOlder] = useState(false)
  useTicketSubscription(ticketId, 'open')
  const result = useQuery({
    queryKey: messagesKey(ticketId),
    queryFn: ({ signal }) => cache.messages.read(ticketId, signal),
    refetchInterval: pollInterval('chat', { status }),
    // What is shown again is read again: events may have passed while nobody listened.
    staleTime: 0,
  })

  function loadOlder(): void {
    if (loadingOlder || !result.data?.hasOlder) return
    setLoadingOlder(true)
    cache.messages
      .readOlder(ticketId)
      .catch((error: unknown) => console.warn('older messages could not be read', error))
      .finally(() => setLoadingOlder(false))
  }

  return {
    thread: result.data,
    error: result.error,
    retry: () => void result.refetch(),
    retrying: result.isFetching,
    loadOlder,
    loadingOlder,
  }
}
