import { useEffect, useEffectEvent, useState } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { firstUnread } from './first-unread.ts'
import type { ThreadView } from './use-thread.ts'

/** So many older pages are read to find where the unread messages begin; who has more begins at the oldest of them. */
const UNREAD_PAGES = 4

/**
 * The message at which the unread ones began when the conversation was opened; null for none, undefined while that is being
 * found out. What comes later does not move it.
 */
export function useUnreadFrom(ticket: Ticket | null, view: ThreadView): string | null | undefined {
  const [unread, setUnread] = useState<number | null>(null)
  const [from, setFrom] = useState<string | null | undefined>(undefined)
  const [pages, setPages] = useState(0)
  const { thread, loadingOlder, loadOlder } = view
  if (unread === null && ticket !== null) setUnread(ticket.unread_count)
  const found = unread === null || thread === undefined ? undefined : firstUnread(thread.messages, unread)
  const isEnough = thread !== undefined && unread !== null && (!thread.hasOlder || pages >= UNREAD_PAGES)
  if (from === undefined && (found !== undefined || isEnough))
    setFrom(found === undefined ? firstIn(thread?.messages ?? []) : found)

  const looksFurther = from === undefined && unread !== null && thread !== undefined && !loadingOlder
  const lookFurther = useEffectEvent(() => {
    setPages((now) => now + 1)
    loadOlder()
  })
  useEffect(() => {
    if (looksFurther) lookFurther()
  }, [looksFurther])
  return from
}

const firstIn = (messages: readonly Message[]) =>
  messages.find((message) => message.direction === 'IN')?.id ?? null
