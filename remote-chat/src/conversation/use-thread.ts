import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messagesKey } from 'shared/api'
import { useRealtimeStatus, useTicketSubscription } from 'shared/realtime'
import { useChatCache } from '../cache/chat-cache.ts'
import { pollEvery } from '../cache/poll-every.ts'

export type ThreadView = ReturnType<typeof useThread>

/**
 * Returns the messages of a conversation, kept current by the socket, and by polling while the socket is not confirmed
 * live. Polls more often in a docked drawer (`chat`) than in one that covers the list (`modal`). The result does not
 * contain the fetch status, which would cause two renders per poll.
 */
export function useThread(ticketId: string, surface: 'chat' | 'modal') {
  const cache = useChatCache()
  const status = useRealtimeStatus()
  const [loadingOlder, setLoadingOlder] = useState(false)
  const [olderFailed, setOlderFailed] = useState(false)
  useTicketSubscription(ticketId, 'open')
  const { data, error, refetch } = useQuery({
    queryKey: messagesKey(ticketId),
    queryFn: ({ signal }) => cache.messages.read(ticketId, signal),
    refetchInterval: pollEvery(surface, status),
    // Refetched when shown again: events may have been missed while the conversation was not subscribed.
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
    // Joins the running fetch and any fetch that replaces it, because cache writes of the socket do not complete a
    // fetch.
    const join = async (): Promise<void> => {
      const { isFetching, error: failure } = await refetch({ cancelRefetch: false })
      if (left) return
      if (isFetching) return join()
      // After a failure, waits for the next successful fetch.
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
    /**
     * True once a fetch has succeeded since the conversation was opened; before that, the data may come from the cache.
     * Later failures do not change it.
     */
    isRead,
    retry: () => void refetch(),
    loadOlder,
    loadingOlder,
    /** True when the last fetch of older messages failed. */
    olderFailed,
  }
}
