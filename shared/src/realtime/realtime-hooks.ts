import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { TicketViewer } from '../contract/realtime.ts'
import { deskBus } from './desk-bus.ts'
import type { BusEvent, RealtimeState } from './realtime-bus.ts'
import { rowsToSubscribe, type SubscriptionWeight } from './subscriptions.ts'

/** Keeps the socket open while mounted. Re-renders only when the status changes. */
export function useRealtimeStatus(): RealtimeState['status'] {
  useEffect(() => deskBus.start(), [])
  return useSyncExternalStore(deskBus.onState, () => deskBus.getState().status)
}

/** Subscribes to events outside of components. Keeps the socket open until the returned function is called. */
export function followRealtime(listener: (event: BusEvent) => void): () => void {
  const stop = deskBus.start()
  const unsubscribe = deskBus.listen(listener)
  return () => {
    unsubscribe()
    stop()
  }
}

/** Calls `listener` when the network returns or the socket reconnects. */
export function followReconnect(listener: () => void): () => void {
  const unfollow = followRealtime(({ type }) => {
    if (type === 'resync') listener()
  })
  window.addEventListener('online', listener)
  return () => {
    unfollow()
    window.removeEventListener('online', listener)
  }
}

/** Calls `handler` for every event of the socket, and with `resync` when events may have been missed. */
export function useRealtimeEvents(handler: (event: BusEvent) => void): void {
  const onEvent = useEffectEvent(handler)
  useEffect(() => followRealtime((event) => onEvent(event)), [])
}

/** Subscribes to the events of a ticket. Null means no ticket. */
export function useTicketSubscription(ticketId: string | null, weight: SubscriptionWeight = 'open'): void {
  useEffect(() => {
    if (ticketId === null) return
    return deskBus.subscribeTicket(ticketId, weight)
  }, [ticketId, weight])
}

/** Staff members who have the ticket open, including the user. */
export function usePresence(ticketId: string): readonly TicketViewer[] {
  return useSyncExternalStore(onEventOrState, () => deskBus.viewersOf(ticketId))
}

function onEventOrState(listener: () => void): () => void {
  const ends = [deskBus.listen(listener), deskBus.onState(listener)]
  return () => {
    for (const end of ends) end()
  }
}

export function notifyTyping(ticketId: string): void {
  deskBus.notifyTyping(ticketId)
}

/** Subscribes to the tickets of visible rows. The open conversation has priority when the server's limit is reached. */
export function useTicketSubscriptions(ticketIds: readonly string[]): void {
  const joined = rowsToSubscribe(ticketIds).join(' ')
  useEffect(() => {
    const ends = joined === '' ? [] : joined.split(' ').map((id) => deskBus.subscribeTicket(id, 'row'))
    return () => {
      for (const end of ends) end()
    }
  }, [joined])
}
