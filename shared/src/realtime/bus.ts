import { decodeServerEvent } from 'shared/api'
import { noteServerTime } from 'shared/session'
import {
  CHAT_MODAL_POLL_MS,
  CHAT_POLL_MS,
  LIVE_POLL_MS,
  QUEUE_REFRESH_MS,
  SOCKET_PROTOCOL,
  SOCKET_TOKEN_PREFIX,
} from '../contract/constants.ts'
import type { ClientFrame, Colleague, ReceivedEvent } from '../contract/realtime.ts'
import {
  type Connection,
  type ConnectionEffect,
  type ConnectionInput,
  IDLE_CONNECTION,
  isLive,
  proofEndsAt,
  stepConnection,
} from './connection-machine.ts'
import { Subscriptions, type SubscriptionWeight, subscriptionChanges } from './subscriptions.ts'

/** Published when events may have been missed: listeners fetch their data again. */
interface ResyncEvent {
  type: 'resync'
  data: { reason: 'reconnected' | 'database_back' }
}
export type BusEvent = ReceivedEvent | ResyncEvent
type BusListener = (event: BusEvent) => void

/**
 * `connecting`: the first socket is opening. `live`: greeted, and no ping is overdue. `no-database`: like `live`, but
 * the server has reported that its database is down. `stale`: open, but without a greeting or with an overdue ping.
 * `offline`: no socket, a reconnect is scheduled. `ended`: the server has ended the session.
 */
type RealtimeStatus = 'connecting' | 'live' | 'no-database' | 'stale' | 'offline' | 'ended'

export interface RealtimeState {
  status: RealtimeStatus
}

const POLL_MS = { queue: QUEUE_REFRESH_MS, chat: CHAT_POLL_MS, modal: CHAT_MODAL_POLL_MS } as const

/**
 * Returns the polling interval in ms: the product's rate, or 30 s while the socket is live. `isFailing` means that the
 * last fetch failed, so earlier events may not be applied; the product's rate is then used.
 */
export function pollInterval(
  kind: keyof typeof POLL_MS,
  { status, isFailing = false }: RealtimeState & { isFailing?: boolean },
): number {
  return status === 'live' && !isFailing ? LIVE_POLL_MS : POLL_MS[kind]
}

export interface BusParts {
  /** Returns the absolute ws:// or wss:// address. */
  url: () => string
  token: () => string | null
  onSessionEnded: () => void
  WebSocket?: typeof WebSocket
  /** Monotonic clock in ms. Default: `performance.now`. */
  now?: () => number
  random?: () => number
}

export interface RealtimeBus {
  /**
   * Opens the socket unless it is open. Returns a function that releases it; the socket closes after the last release.
   */
  start(): () => void
  /** Reconnects immediately, for example when the network, the focus or the page is back. */
  wake(): void
  /** Replaces the socket when the token has changed because another user signed in. */
  renew(): void
  subscribeTicket(ticketId: string, weight?: SubscriptionWeight): () => void
  /**
   * Returns the viewers of a ticket's conversation as last reported by the open socket. Returns the same array until
   * the viewers change.
   */
  peopleIn(ticketId: string): readonly Colleague[]
  /** Reports that the agent is typing. Called on every key, sent at most every 8 s. */
  notifyTyping(ticketId: string): void
  listen(listener: BusListener): () => void
  getState(): RealtimeState
  onState(listener: () => void): () => void
}

/** Error codes of temporary refusals: the database is down, or the rate limit is reached. */
const PASSING_REFUSALS: readonly string[] = ['internal', 'unavailable', 'rate_limited']

/** Delay before the socket closes after its last user, so that a change of page does not cause a reconnect. */
const LINGER_MS = 5_000

const TYPING_MS = 8_000

/** Maximum number of transfers that are retained for later listeners. */
const MAX_HANDED_OVER = 50

const NOBODY: readonly Colleague[] = []

/**
 * Creates the one socket of the page: counts ticket subscriptions, decodes events and checks the connection with pings.
 */
export function createBus(parts: BusParts): RealtimeBus {
  const now = parts.now ?? (() => performance.now())
  const random = parts.random ?? Math.random
  const listeners = new Set<BusListener>()
  const stateListeners = new Set<() => void>()
  const subscriptions = new Subscriptions()
  let subscribed = new Set<string>()
  /** The open conversation as last sent to the server. Undefined when the server may not have received it. */
  let viewing: string | null | undefined = null
  let isNotifyingSoon = false
  const people = new Map<string, readonly Colleague[]>()
  /** Newest transfers that the open socket has reported, for listeners of lazy code that subscribe later. */
  let handedOver: BusEvent[] = []
  let connection: Connection = IDLE_CONNECTION
  let socket: WebSocket | null = null
  let socketToken: string | null = null
  /** True while the open socket reports that the server's database is down. */
  let isDatabaseAway = false
  let connectedAt = 0
  let users = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let linger: ReturnType<typeof setTimeout> | undefined
  let proofTimer: ReturnType<typeof setTimeout> | undefined
  let state: RealtimeState = { status: 'offline' }

  function dispatch(input: ConnectionInput): void {
    const step = stepConnection(connection, input, now(), random())
    connection = step.connection
    for (const effect of step.effects) run(effect)
    publishState()
  }

  function run(effect: ConnectionEffect): void {
    switch (effect.type) {
      case 'connect':
        isDatabaseAway = false
        handedOver = []
        connect(effect.generation)
        break
      case 'disconnect':
        socket?.close(1000)
        socket = null
        break
      case 'ping':
        send({ type: 'ping', at: now() })
        break
      case 'timer': {
        const { generation } = connection
        clearTimeout(timer)
        timer = setTimeout(() => dispatch({ type: 'timer', generation }), effect.afterMs)
        break
      }
      case 'clearTimer':
        clearTimeout(timer)
        break
      case 'ready':
        subscribed = new Set()
        viewing = null
        notifySubscriptions()
        if (effect.reconnected) emit({ type: 'resync', data: { reason: 'reconnected' } })
        break
      case 'sessionEnded':
        socket = null
        // The socket may belong to an earlier user: its end must not sign out the current user.
        if (parts.token() === socketToken) parts.onSessionEnded()
        else renew()
        break
    }
  }

  function connect(generation: number): void {
    const token = parts.token()
    socketToken = token
    const Socket = parts.WebSocket ?? globalThis.WebSocket
    const fail = () => dispatch({ type: 'closed', generation, code: 1006 })
    if (token === null) {
      // No user is signed in. The next wake or retry checks again.
      queueMicrotask(fail)
      return
    }
    connectedAt = now()
    try {
      socket = new Socket(parts.url(), [SOCKET_PROTOCOL, `${SOCKET_TOKEN_PREFIX}${token}`])
    } catch (error) {
      console.warn('realtime: the socket could not be created', error)
      queueMicrotask(fail)
      return
    }
    socket.onopen = () => dispatch({ type: 'opened', generation })
    socket.onclose = (event) => dispatch({ type: 'closed', generation, code: event.code })
    socket.onmessage = (message) => {
      if (generation === connection.generation) handleFrame(message.data, generation)
    }
  }

  function renew(): void {
    const token = parts.token()
    if (token === socketToken) return
    socketToken = token
    dispatch({ type: 'stop' })
    if (users > 0 && token !== null) dispatch({ type: 'start' })
  }

  function handleFrame(frame: unknown, generation: number): void {
    const event = decodeServerEvent(frame)
    if (event === null) {
      console.warn('realtime: a frame could not be parsed')
      return
    }
    noteTime(event)
    const wasAway = isDatabaseAway
    if (event.type === 'database') isDatabaseAway = event.data.state === 'away'
    if (event.type === 'hello' || event.type === 'pong') dispatch({ type: event.type, generation })
    else publishState()
    // The server sends the presence of all tickets after the greeting.
    if (event.type === 'hello') people.clear()
    if (event.type === 'presence') cachePeople(event.data)
    if (event.type === 'error') forgetRefused(event.data)
    if (event.type === 'handed_over') handedOver = [event, ...handedOver].slice(0, MAX_HANDED_OVER)
    emit(event)
    const isBack = wasAway && !isDatabaseAway
    // Sends refused subscriptions again, at most once per pong.
    if (isBack || (event.type === 'pong' && !isDatabaseAway)) notifySubscriptions()
    if (isBack) emit({ type: 'resync', data: { reason: 'database_back' } })
  }

  function noteTime({ type, data }: ReceivedEvent): void {
    const askedAt = type === 'hello' ? connectedAt : type === 'pong' ? data.at : null
    if (askedAt !== null && 'server_time' in data && data.server_time !== undefined)
      noteServerTime({ at: Date.parse(data.server_time), askedAt })
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

  function send(frame: ClientFrame): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(frame))
  }

  /** Batches changes of one task: a reordered list removes all of its rows and adds them again. */
  function notifySoon(): void {
    if (isNotifyingSoon) return
    isNotifyingSoon = true
    queueMicrotask(() => {
      isNotifyingSoon = false
      notifySubscriptions()
    })
  }

  function notifySubscriptions(): void {
    if (connection.phase !== 'open') return
    const wanted = subscriptions.active()
    const { end, begin } = subscriptionChanges(subscribed, wanted)
    for (const ticket_id of end) send({ type: 'unsubscribe_ticket', ticket_id })
    for (const ticket_id of begin) send({ type: 'subscribe_ticket', ticket_id })
    subscribed = wanted
    const open = subscriptions.open()
    if (open !== viewing) send({ type: 'viewing', ticket_id: open })
    viewing = open
  }

  function cachePeople(subscribed: { ticket_id: string; people: readonly Colleague[] }): void {
    if (subscribed.people.length > 0) people.set(subscribed.ticket_id, subscribed.people)
    else people.delete(subscribed.ticket_id)
  }

  function forgetRefused({ code, ticket_id }: { code: string; ticket_id?: string | undefined }): void {
    if (!PASSING_REFUSALS.includes(code)) return
    // An error without a ticket id can refer to any subscription: a rate limit affects several frames, and other
    // servers send no id.
    if (ticket_id === undefined) subscribed = new Set()
    else subscribed.delete(ticket_id)
    if (ticket_id === undefined || ticket_id === viewing) viewing = undefined
  }

  /** The status also changes without an event when a ping becomes overdue, so a timer checks again. */
  function publishState(): void {
    clearTimeout(proofTimer)
    const proven = statusOf(connection, now())
    const status = proven === 'live' && isDatabaseAway ? 'no-database' : proven
    const proofEnd = proven === 'live' ? proofEndsAt(connection) : null
    if (proofEnd !== null) proofTimer = setTimeout(publishState, Math.max(0, proofEnd - now()) + 1)
    if (status === state.status) return
    state = { status }
    for (const listener of [...stateListeners]) listener()
  }
  let typing = { ticket_id: '', at: Number.NEGATIVE_INFINITY }

  return {
    start() {
      users += 1
      clearTimeout(linger)
      dispatch({ type: 'start' })
      let ended = false
      return () => {
        if (ended) return
        ended = true
        users -= 1
        if (users === 0) linger = setTimeout(() => dispatch({ type: 'stop' }), LINGER_MS)
      }
    },
    wake: () => dispatch({ type: 'wake' }),
    renew,
    subscribeTicket(ticketId, weight = 'row') {
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
    peopleIn: (ticketId) => (connection.phase === 'open' && people.get(ticketId)) || NOBODY,
    notifyTyping(ticket_id) {
      if (typing.ticket_id === ticket_id && now() - typing.at < TYPING_MS) return
      typing = { ticket_id, at: now() }
      send({ type: 'typing', ticket_id })
    },
    listen(listener) {
      listeners.add(listener)
      if (connection.phase === 'open') for (const event of handedOver) emit(event, [listener])
      return () => listeners.delete(listener)
    },
    getState: () => state,
    onState(listener) {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
  }
}

function statusOf(connection: Connection, now: number): RealtimeStatus {
  if (connection.phase === 'ended') return 'ended'
  if (connection.phase === 'open') return isLive(connection, now) ? 'live' : 'stale'
  if (connection.phase === 'opening' && !connection.wasOpen && connection.tries === 0) return 'connecting'
  return 'offline'
}
