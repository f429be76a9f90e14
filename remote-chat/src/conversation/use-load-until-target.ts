import { useEffect, useEffectEvent, useState } from 'react'
import { showToast } from 'shared/ui'
import type { TargetMessage } from '../address/use-target-message.ts'
import { useChatCache } from '../cache/chat-cache.ts'
import { firstSeqOf, lastSeqOf } from '../cache/message-merge.ts'
import type { ThreadView } from './use-thread.ts'

/** Loads messages back to the target message. `lead` is null until the target is loaded or known to be missing. */
export function useLoadUntilTarget(
  ticketId: string,
  { thread, isRead }: ThreadView,
  target: TargetMessage | null,
): { isReached: boolean; lead: TargetMessage | null } {
  const seq = target?.seq ?? null
  const cache = useChatCache()
  const [failedAt, setFailedAt] = useState<number | null>(null)
  const isLoaded = thread !== undefined
  const isThere =
    seq === null || failedAt === seq || (isLoaded && (!thread.hasOlder || firstSeqOf(thread.messages) <= seq))
  const isBeyond = isLoaded && seq !== null && seq > lastSeqOf(thread.messages)

  const markFailed = useEffectEvent(() => setFailedAt(seq))
  useEffect(() => {
    if (!isLoaded || isThere || seq === null) return
    const controller = new AbortController()
    cache.messages.readBackTo(ticketId, seq, controller.signal).catch((failure: unknown) => {
      if (controller.signal.aborted) return
      console.warn('an older message could not be loaded', failure)
      markFailed()
      showToast({ tone: 'error', text: 'เปิดข้อความนี้ไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    })
    return () => controller.abort()
  }, [cache, ticketId, isLoaded, isThere, seq])
  const isNowhere = isBeyond && isRead
  useEffect(() => {
    if (isNowhere) showToast({ tone: 'info', text: 'ไม่พบข้อความนี้ในเคส' })
  }, [isNowhere])
  const isReached = isLoaded && isThere
  // The cached conversation may end before the target message, and may contain newer messages from socket events.
  const isFound = target?.note
    ? isRead
    : isRead || (isReached && thread.messages.some((each) => each.seq === seq))
  return { isReached, lead: isReached && isFound ? target : null }
}
