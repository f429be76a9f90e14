import { useQueryClient } from '@tanstack/react-query'
import { useRealtimeEvents } from 'shared/realtime'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { acknowledge } from '../conversation/draft.store.ts'

/** Leads the socket's events to the cache while a page of this room is on the screen. */
export function useChatEvents(): void {
  const cache = chatCacheOf(useQueryClient())
  useRealtimeEvents((event) => {
    cache.hear(event)
    if (event.type === 'message' && event.data.client_message_id !== null)
      acknowledge(event.data.ticket_id, event.data.client_message_id)
  })
}
