import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { mentionsQuery, seeMentions } from './mentions.ts'

const subscribeVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** While a conversation is visible, the notes in it that name the person count as seen. */
export function MentionsSeen({ ticketId }: { ticketId: string }) {
  const client = useQueryClient()
  const visible = useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible')
  // The service reads them.
  const { data } = useQuery({ ...mentionsQuery, enabled: false })
  const isNamed = data?.items.some((each) => each.ticket_id === ticketId) ?? false
  useEffect(() => {
    if (visible && isNamed) void seeMentions(client, { ticket_id: ticketId })
  }, [client, ticketId, visible, isNamed])
  return null
}
