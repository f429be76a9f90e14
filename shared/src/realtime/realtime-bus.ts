import { CHAT_MODAL_POLL_MS, CHAT_POLL_MS, LIVE_POLL_MS, QUEUE_REFRESH_MS } from '../contract/constants.ts'
import { createListeners } from '../contract/listeners.ts'
import type { ReceivedEvent, TicketViewer } from '../contract/realtime.ts'
import { type ConnectionStatus, overdueAt, statusOf } from './connection-machine.ts'
import { type ConnectionParts, SocketConnection } from './socket-connection.ts'
import { Subscriptions, type SubscriptionWeight } from './subscriptions.ts'

/** Event after which listeners fetch their data again, because events may have been missed. */
interface ResyncEvent {
  type: 'resync'
  data: { reason: 'reconnected' | 'database_back' }
}
export type BusEvent = ReceivedEvent | ResyncEvent
type BusListener = (event: BusEvent) => void

export interface RealtimeState {
  /** Status of the connection. `no-database`: like `live`, but the server's database is down. */
  status: ConnectionStatus | 'no-database'
}

const POLL_MS = { queue: QUEUE_REFRESH_MS, chat: CHAT_POLL_MS, modal: CHAT_MODAL_POLL_MS } as const

/** Polling interval in ms. Shorter while the socket is not live, or after a failed fetch (`isFailing`). */
export function pollInterval(
  kind: keyof typeof POLL_MS,
  { status, isFailing = false }: RealtimeState & { isFailing?: boolean },
): number {
  return status === 'live' && !isFailing ? LIVE_POLL_MS : POLL_MS[kind]
}

export type RealtimeBus = ReturnType<typeof createBus>

const TYPING_MS = 8_000

const MAX_ASSIGNMENT_CHANGES = 50

const NO_VIEWERS: readonly TicketViewer[] = []

export function createBus(parts: ConnectionParts) {
  const listeners = new Set<BusListener>()
  const stateListeners = createListeners()
  const subscriptions = new Subscriptions()
  const connection = new SocketConnection(parts, { onReady, onChange: publishState, onEvent })
  const viewers = new Map<string, readonly TicketViewer[]>()
  /** Received assignment changes, kept for lazy code that subscribes later. */
  let assignmentChanges: BusEvent[] = []
  let isDatabaseAway = false
  let isNotifyingSoon = false
  let typing = { ticket_id: '', at: Number.NEGATIVE_INFINITY }
  let state: RealtimeState = { status: 'offline' }
  let overdueTimer: ReturnType<typeof setTimeout> | undefined

  const isOpen = () => connection.state.phase === 'open'

  function onReady(reconnected: boolean): void {
    assignmentChanges = []
    isDatabaseAway = false
    subscriptions.reset()
    notifySubscriptions()
    if (reconnected) emit({ type: 'resync', data: { reason: 'reconnected' } })
  }

  function onEvent(event: ReceivedEvent): void {
    const { type, data } = event
    const wasAway = isDatabaseAway
    if (type === 'database') isDatabaseAway = data.state === 'away'
    publishState()
    // Clears the viewers on a greeting, because the server then sends the presence of all tickets.
    if (type === 'hello') viewers.clear()
    if (type === 'presence') cacheViewers(data)
    if (type === 'error') subscriptions.refuse(data)
    if (type === 'assignment_changed')
      assignmentChanges = [event, ...assignmentChanges].slice(0, MAX_ASSIGNMENT_CHANGES)
    emit(event)
    const isBack = wasAway && !isDatabaseAway
    if (isBack || (type === 'pong' && !isDatabaseAway)) notifySubscriptions()
    if (isBack) emit({ type: 'resync', data: { reason: 'database_back' } })
  }

  function emit(event: BusEvent, to = [...listeners]): void {
    for (const listener of to) {
      try {
        listener(event)
      } catch (error) {
        console.error('realtime: a subscriber failed', error)
      }
    }
  }

  /** Sends subscriptions once per task, because a reordered list removes all of its rows and adds them again. */
  function notifySoon(): void {
    if (isNotifyingSoon) return
    isNotifyingSoon = true
    queueMicrotask(() => {
      isNotifyingSoon = false
      notifySubscriptions()
    })
  }

  function notifySubscriptions(): void {
    if (isOpen()) for (const frame of subscriptions.takeFrames()) connection.send(frame)
  }

  function cacheViewers(subscribed: { ticket_id: string; viewers: readonly TicketViewer[] }): void {
    if (subscribed.viewers.length > 0) viewers.set(subscribed.ticket_id, subscribed.viewers)
    else viewers.delete(subscribed.ticket_id)
  }

  function publishState(): void {
    clearTimeout(overdueTimer)
    const now = connection.now()
    const leftMs = (overdueAt(connection.state) ?? Number.NEGATIVE_INFINITY) - now
    if (leftMs >= 0) overdueTimer = setTimeout(publishState, leftMs + 1)
    const connectionStatus = statusOf(connection.state, now)
    const status = connectionStatus === 'live' && isDatabaseAway ? 'no-database' : connectionStatus
    if (status === state.status) return
    state = { status }
    stateListeners.notify()
  }

  return {
    /** Keeps the socket open until the returned function is called. The socket closes when no caller needs it. */
    start: () => connection.start(),
    wake: () => connection.wake(),
    /** Opens a new socket when the token has changed because another user signed in. */
    renew: () => connection.renew(),
    subscribeTicket(ticketId: string, weight: SubscriptionWeight = 'row') {
      subscriptions.add(ticketId, weight)
      notifySoon()
      let ended = false
      return () => {
        if (ended) return
        ended = true
        subscriptions.remove(ticketId, weight)
        notifySoon()
      }
    },
    viewersOf: (ticketId: string) => (isOpen() && viewers.get(ticketId)) || NO_VIEWERS,
    /** Reports that the user is typing. Called on every key; a frame is sent at most every 8 s. */
    notifyTyping(ticket_id: string) {
      const now = connection.now()
      if (typing.ticket_id === ticket_id && now - typing.at < TYPING_MS) return
      typing = { ticket_id, at: now }
      connection.send({ type: 'typing', ticket_id })
    },
    listen(listener: BusListener) {
      listeners.add(listener)
      if (isOpen()) for (const event of assignmentChanges) emit(event, [listener])
      return () => listeners.delete(listener)
    },
    getState: () => state,
    onState: stateListeners.subscribe,
  }
}
