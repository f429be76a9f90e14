import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { postRead } from 'shared/api'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { keepLastSeen } from '../ticket/last-seen.ts'

const subscribeVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** While a conversation is before somebody's eyes, what comes in it counts as read: here, on the server, in the browser's own list. */
export function useReadMark(ticketId: string, lastSeq: number, isLoaded: boolean): void {
  const client = useQueryClient()
  const visible = useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible')
  const told = useRef(-1)
  useEffect(() => {
    const cache = chatCacheOf(client)
    cache.openTicketId = ticketId
    return () => {
      if (cache.openTicketId === ticketId) cache.openTicketId = null
    }
  }, [client, ticketId])
  useEffect(() => {
    if (!visible || !isLoaded) return
    const cache = chatCacheOf(client)
    cache.tickets.markSeen(ticketId, lastSeq)
    keepLastSeen(ticketId, Date.now())
    if (lastSeq <= told.current || lastSeq === 0) return
    told.current = lastSeq
    postRead(ticketId, lastSeq).catch((error: unknown) => {
      // A server of the first days has no such call; the browser's own list serves then.
      console.warn('the server was not told what has been read', error)
    })
  }, [client, ticketId, lastSeq, isLoaded, visible])
}
