import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { followReconnect } from 'shared/realtime'
import { closeToastsAbout } from 'shared/ui'
import { isPageFocused, onPageFocusChange } from '../alerts/page-focus.ts'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { lastSeqOf } from '../cache/message-merge.ts'
import { storeLastSeen } from '../ticket/last-seen-times.ts'
import { sendReadMark } from './send-read-mark.ts'

/** Marks messages as read while the page has the focus. `messages` is null while they are not on the screen. */
export function useReadMark(ticketId: string, messages: readonly Message[] | null): void {
  const client = useQueryClient()
  const isAttended = useSyncExternalStore(onPageFocusChange, isPageFocused)
  const notified = useRef(0)
  const isLoaded = messages !== null
  const lastSeq = lastSeqOf(messages ?? [])
  const newestAt = messages?.at(-1)?.event_time
  useEffect(() => {
    const cache = chatCacheOf(client)
    cache.openTicketId = ticketId
    closeToastsAbout(ticketId)
    return () => {
      if (cache.openTicketId === ticketId) cache.openTicketId = null
    }
  }, [client, ticketId])

  useEffect(() => {
    if (!isAttended || !isLoaded) return
    chatCacheOf(client).tickets.markSeen(ticketId, lastSeq)
    storeLastSeen(ticketId, newestAt)
    let controller = new AbortController()
    const sendMark = () => {
      if (lastSeq <= notified.current) return
      controller.abort()
      controller = new AbortController()
      void sendReadMark(ticketId, lastSeq, controller.signal).then((done) => {
        if (done) notified.current = Math.max(notified.current, lastSeq)
      })
    }
    // Deferred to a new task: sending a request takes milliseconds and would delay the paint of the new message.
    const start = setTimeout(sendMark)
    const unfollow = followReconnect(sendMark)
    return () => {
      clearTimeout(start)
      controller.abort()
      unfollow()
    }
  }, [client, ticketId, lastSeq, newestAt, isLoaded, isAttended])
}
