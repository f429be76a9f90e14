import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { TicketViewer } from '../contract/realtime.ts'
import type { BusEvent, RealtimeState } from './bus.ts'
import { deskBus } from './desk-bus.ts'
import { rowsToSubscribe, type SubscriptionWeight } from './subscriptions.ts'

/** Returns the socket's status and keeps the socket open while mounted. Re-renders only when the status changes. */
export function useRealtimeStatus(): RealtimeState['status'] {
  useEffect(() => deskBus.start(), [])
  return useSyncExternalStore(deskBus.onState, () => deskBus.getState().status)
}

/**
 * Subscribes code outside of components: keeps the socket open and passes on every event until the returned function is
 * called.
 */
export function followRealtime(listener: (event: BusEvent) => void): () => void {
  const stop = deskBus.start()
  const unlisten = deskBus.listen(listener)
  return () => {
    unlisten()
    stop()
  }
}

/** Calls the listener when the network returns or the socket reconnects. Returns a function that unsubscribes. */
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

/** Calls the handler with every event of the socket, and with `resync` when events may have been missed. */
export function useRealtimeEvents(handler: (event: BusEvent) => void): void {
  const onEvent = useEffectEvent(handler)
  useEffect(() => followRealtime((event) => onEvent(event)), [])
}

/** Subscribes to the messages of a ticket while mounted. Null means no ticket. */
export function useTicketSubscription(ticketId: string | null, weight: SubscriptionWeight = 'open'): void {
  useEffect(() => {
    if (ticketId === null) return
    return deskBus.subscribeTicket(ticketId, weight)
  }, [ticketId, weight])
}

/** Returns the viewers of a ticket's conversation, including the user. Re-renders when the viewers change. */
export function usePresence(ticketId: string): readonly TicketViewer[] {
  return useSyncExternalStore(onEventOrState, () => deskBus.viewersOf(ticketId))
}

function onEventOrState(listener: () => void): () => void {
  const ends = [deskBus.listen(listener), deskBus.onState(listener)]
  return () => {
    for (const end of ends) end()
  }
}

/** Shows the customer that the agent is typing in the ticket. */
export function notifyTyping(ticketId: string): void {
  deskBus.notifyTyping(ticketId)
}

/**
 * Subscribes to the tickets of the rows on screen, given from top to bottom. The open conversation has priority
 * when the server's limit is reached.
 */
export function useTicketSubscriptions(ticketIds: readonly string[]): void {
  const joined = rowsToSubscribe(ticketIds).join(' ')
  useEffect(() => {
    const ends = joined === '' ? [] : joined.split(' ').map((id) => deskBus.subscribeTicket(id, 'row'))
    return () => {
      for (const end of ends) end()
    }
  }, [joined])
}
