import { useEffect, useEffectEvent, useState } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { firstUnread } from './first-unread.ts'
import type { ThreadView } from './use-thread.ts'

/** Maximum older pages fetched to find the first unread message; if it is not found, the oldest loaded one is used. */
const UNREAD_PAGES = 4

/** Returns the first message that was unread on opening; undefined while it is being determined. */
export function useFirstUnreadId(ticket: Ticket | null, view: ThreadView): string | null | undefined {
  const [unread, setUnread] = useState<number | null>(null)
  const [from, setFrom] = useState<string | null | undefined>(undefined)
  const [pages, setPages] = useState(0)
  const { thread, loadingOlder, loadOlder } = view
  if (unread === null && ticket !== null) setUnread(ticket.unread_count)
  const found = unread === null || thread === undefined ? undefined : firstUnread(thread.messages, unread)
  const isEnough = thread !== undefined && unread !== null && (!thread.hasOlder || pages >= UNREAD_PAGES)
  if (from === undefined && (found !== undefined || isEnough))
    setFrom(found === undefined ? firstIn(thread?.messages ?? []) : found)

  const shouldLoadMore = from === undefined && unread !== null && thread !== undefined && !loadingOlder
  const loadMore = useEffectEvent(() => {
    setPages((now) => now + 1)
    loadOlder()
  })
  useEffect(() => {
    if (shouldLoadMore) loadMore()
  }, [shouldLoadMore])
  return from
}

const firstIn = (messages: readonly Message[]) =>
  messages.find((message) => message.direction === 'IN')?.id ?? null
