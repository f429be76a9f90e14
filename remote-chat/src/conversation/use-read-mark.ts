import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isApiError, postRead } from 'shared/api'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { keepLastSeen } from '../ticket/last-seen.ts'

/** A read mark that failed is tried again after this long, then twice as long … up to the last. */
const FIRST_PAUSE_MS = 2_000
const LAST_PAUSE_MS = 60_000

const subscribeVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** While a conversation is visible, new messages in it count as read: in the cache, on the server and in the browser's `ticket_last_seen`. */
export function useReadMark(ticketId: string, lastSeq: number, isLoaded: boolean): void {
  const client = useQueryClient()
  const visible = useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible')
  const told = useRef(0)

  useEffect(() => {
    const cache = chatCacheOf(client)
    cache.openTicketId = ticketId
    return () => {
      if (cache.openTicketId === ticketId) cache.openTicketId = null
    }
  }, [client, ticketId])

  useEffect(() => {
    if (!visible || !isLoaded) return
    chatCacheOf(client).tickets.markSeen(ticketId, lastSeq)
    keepLastSeen(ticketId, Date.now())
    if (lastSeq <= told.current) return
    const left = new AbortController()
    void tellServer(ticketId, lastSeq, left.signal).then((done) => {
      if (done) told.current = Math.max(told.current, lastSeq)
    })
    return () => left.abort()
  }, [client, ticketId, lastSeq, isLoaded, visible])
}

/** Until the server has it, a newer mark takes its place, or the conversation is left. True when nothing is left to tell. */
async function tellServer(ticketId: string, seq: number, left: AbortSignal): Promise<boolean> {
  for (let pause = FIRST_PAUSE_MS; !left.aborted; pause = Math.min(2 * pause, LAST_PAUSE_MS)) {
    try {
      await postRead(ticketId, seq)
      return true
    } catch (error) {
      console.warn('the server was not told what has been read', error)
      // A server with an older API has no such call, and `ticket_last_seen` serves; a refusal is not retried.
      if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) return true
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause)
      left.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
  return false
}
