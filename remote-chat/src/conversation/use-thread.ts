import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messagesKey } from 'shared/api'
import { useRealtimeStatus, useTicketSubscription } from 'shared/realtime'
import { useChatCache } from '../cache/chat-cache.ts'
import { pollEvery } from '../cache/poll-every.ts'

export type ThreadView = ReturnType<typeof useThread>

/** Returns a conversation, but not the fetch status, which would cause two renders per poll. */
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
    // Refetches the conversation when it is shown again, because its events were not received in the meantime.
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
  const isFirstFetchPending = !isRead && error === null
  useEffect(() => {
    if (!isFirstFetchPending) return
    let left = false
    // Waits for the running fetch and for a fetch that replaces it. Cache writes from the socket do not end this wait.
    const awaitFetch = async (): Promise<void> => {
      const { isFetching, error: failure } = await refetch({ cancelRefetch: false })
      if (left) return
      if (isFetching) return awaitFetch()
      // After a failure, waits for the next successful fetch.
      if (failure === null) setIsRead(true)
    }
    void awaitFetch()
    return () => {
      left = true
    }
  }, [isFirstFetchPending, refetch])

  return {
    thread: data,
    error,
    /** True when a fetch has succeeded since opening the conversation; before, the data may come from the cache. */
    isRead,
    retry: () => void refetch(),
    loadOlder,
    loadingOlder,
    olderFailed,
  }
}
