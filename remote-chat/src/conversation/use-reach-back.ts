import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { showToast } from 'shared/ui'
import type { SoughtMessage } from '../address/use-sought-message.ts'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { firstSeqOf, lastSeqOf } from '../cache/message-merge.ts'
import type { ThreadView } from './use-thread.ts'

/**
 * Reads a conversation back to the message that is sought. `isReached`: all that there is of it is loaded; `lead`: the same message once
 * it is there to be led to, or will not be.
 */
export function useReachBack(
  ticketId: string,
  { thread, isRead }: ThreadView,
  sought: SoughtMessage | null,
): { isReached: boolean; lead: SoughtMessage | null } {
  const seq = sought?.seq ?? null
  const cache = chatCacheOf(useQueryClient())
  const [failedAt, setFailedAt] = useState<number | null>(null)
  const isLoaded = thread !== undefined
  const isThere =
    seq === null || failedAt === seq || (isLoaded && (!thread.hasOlder || firstSeqOf(thread.messages) <= seq))
  const isBeyond = isLoaded && seq !== null && seq > lastSeqOf(thread.messages)

  const giveUp = useEffectEvent(() => setFailedAt(seq))
  useEffect(() => {
    if (!isLoaded || isThere || seq === null) return
    const left = new AbortController()
    cache.messages.readBackTo(ticketId, seq, left.signal).catch((failure: unknown) => {
      if (left.signal.aborted) return
      console.warn('an older message could not be reached', failure)
      giveUp()
      showToast({ tone: 'error', text: 'เปิดข้อความนี้ไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    })
    return () => left.abort()
  }, [cache, ticketId, isLoaded, isThere, seq])
  const isNowhere = isBeyond && isRead
  useEffect(() => {
    if (isNowhere) showToast({ tone: 'info', text: 'ไม่พบข้อความนี้ในเคส' })
  }, [isNowhere])
  const isReached = isLoaded && isThere
  // What was kept of the conversation may end before it, and what the socket brings may stand behind it.
  const isFound = sought?.note
    ? isRead
    : isRead || (isReached && thread.messages.some((each) => each.seq === seq))
  return { isReached, lead: isReached && isFound ? sought : null }
}
