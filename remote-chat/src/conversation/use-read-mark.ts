import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isApiError, postRead } from 'shared/api'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { keepLastSeen } from '../ticket/last-seen.ts'

/** A read mark that failed is tried again after this long and up to half as long again, then after twice as long … up to the last. */
const FIRST_PAUSE_MS = 2_000
const LAST_PAUSE_MS = 60_000
/** For about ten minutes; after that the next message or the next look at the conversation tells it. */
const MAX_TRIES = 14

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

/** Until the server has it, a newer mark takes its place, the conversation is left, or it was tried often. True when nothing is left to tell. */
async function tellServer(ticketId: string, seq: number, left: AbortSignal): Promise<boolean> {
  for (let tried = 0; tried < MAX_TRIES && !left.aborted; tried += 1) {
    try {
      await postRead(ticketId, seq)
      return true
    } catch (error) {
      console.warn('the server was not told what has been read', error)
      // A server with an older API has no such call, and `ticket_last_seen` serves; a refusal is not retried.
      if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) return true
    }
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** tried, LAST_PAUSE_MS)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause * (1 + Math.random() / 2))
      left.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
  return false
}
