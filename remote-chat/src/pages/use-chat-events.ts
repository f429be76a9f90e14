import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRealtimeEvents } from 'shared/realtime'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { resumeOutbox } from '../outbox/send-outbox.ts'

/** Leads the socket's events to the cache while a page of this room is on the screen, and sends what waits for a connection once that is back. */
export function useChatEvents(): void {
  const cache = chatCacheOf(useQueryClient())
  useRealtimeEvents((event) => {
    cache.hear(event)
    if (event.type === 'resync') resumeOutbox(cache)
  })
  useEffect(() => {
    const resume = () => resumeOutbox(cache)
    window.addEventListener('online', resume)
    return () => window.removeEventListener('online', resume)
  }, [cache])
}
