import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Colleague } from '../contract/realtime.ts'
import type { BusEvent, RealtimeState } from './bus.ts'
import { deskBus } from './desk-bus.ts'
import { rowsToAsk, type SubscriptionWeight } from './subscriptions.ts'

/** The socket's status; while mounted, the socket is kept. Renders again when the status changes, not with every event. */
export function useRealtimeStatus(): RealtimeState['status'] {
  useEffect(() => deskBus.start(), [])
  return useSyncExternalStore(deskBus.onState, () => deskBus.getState().status)
}

/** For what is no component: the socket is kept, and every event received, until the returned function is called. */
export function followRealtime(listener: (event: BusEvent) => void): () => void {
  const stop = deskBus.start()
  const unlisten = deskBus.listen(listener)
  return () => {
    unlisten()
    stop()
  }
}

/** Calls when what could not be reached may be there again: the browser's network, or the socket after a break. Returns the end of it. */
export function followReturn(listener: () => void): () => void {
  const unfollow = followRealtime(({ type }) => {
    if (type === 'resync') listener()
  })
  window.addEventListener('online', listener)
  return () => {
    unfollow()
    window.removeEventListener('online', listener)
  }
}

/** Receives every event of the socket, and `resync` when some may have been missed. */
export function useRealtimeEvents(handler: (event: BusEvent) => void): void {
  const onEvent = useEffectEvent(handler)
  useEffect(() => followRealtime((event) => onEvent(event)), [])
}

/** Messages of this ticket come over the socket while mounted. Null subscribes to nothing. */
export function useTicketSubscription(ticketId: string | null, weight: SubscriptionWeight = 'open'): void {
  useEffect(() => {
    if (ticketId === null) return
    return deskBus.subscribeTicket(ticketId, weight)
  }, [ticketId, weight])
}

/** Who has this ticket's conversation open, the person who looks among them; renders again when that changes. */
export function usePresence(ticketId: string): readonly Colleague[] {
  return useSyncExternalStore(onEventOrState, () => deskBus.peopleIn(ticketId))
}

function onEventOrState(listener: () => void): () => void {
  const ends = [deskBus.listen(listener), deskBus.onState(listener)]
  return () => {
    for (const end of ends) end()
  }
}

/** The customer of this ticket sees that somebody types. */
export function tellTyping(ticketId: string): void {
  deskBus.tellTyping(ticketId)
}

/** The same for the rows on screen, the first first; the open conversation goes before them when the server's bound is reached. */
export function useTicketSubscriptions(ticketIds: readonly string[]): void {
  const joined = rowsToAsk(ticketIds).join(' ')
  useEffect(() => {
    const ends = joined === '' ? [] : joined.split(' ').map((id) => deskBus.subscribeTicket(id, 'row'))
    return () => {
      for (const end of ends) end()
    }
  }, [joined])
}
