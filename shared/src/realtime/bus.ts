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
import type { ClientFrame, Colleague, HeardEvent } from '../contract/realtime.ts'
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

/** Said to listeners when events may have been missed: read again what you show. */
interface ResyncEvent {
  type: 'resync'
  data: { reason: 'reconnected' | 'database_back' }
}
export type BusEvent = HeardEvent | ResyncEvent
type BusListener = (event: BusEvent) => void

/**
 * connecting: the first socket is on its way; live: greeted, and no ping overdue; no-database: as live, but the server has said that
 * its database is away; stale: open but not proven; offline: no socket, the next try is planned; ended: the server has ended the session.
 */
type RealtimeStatus = 'connecting' | 'live' | 'no-database' | 'stale' | 'offline' | 'ended'

export interface RealtimeState {
  status: RealtimeStatus
}

const POLL_MS = { queue: QUEUE_REFRESH_MS, chat: CHAT_POLL_MS, modal: CHAT_MODAL_POLL_MS } as const

/**
 * How often to ask the server, in ms: at the product's rates, and every 30 s while the socket is proven live. `isFailing`: the last
 * reading failed, so what the socket told before it may be missing.
 */
export function pollInterval(
  kind: keyof typeof POLL_MS,
  { status, isFailing = false }: RealtimeState & { isFailing?: boolean },
): number {
  return status === 'live' && !isFailing ? LIVE_POLL_MS : POLL_MS[kind]
}

export interface BusParts {
  /** Absolute ws:// or wss:// address. */
  url: () => string
  token: () => string | null
  onSessionEnded: () => void
  WebSocket?: typeof WebSocket
  /** Monotonic, in ms. Default: `performance.now`. */
  now?: () => number
  random?: () => number
}

export interface RealtimeBus {
  /** Opens the socket unless it is open. Each start is undone by one call of the function it returns. */
  start(): () => void
  /** The network, the focus or the page is back: try at once. */
  wake(): void
  /** Somebody else may be signed in: a socket that was opened with another token is closed, and opened anew if it is wanted. */
  renew(): void
  subscribeTicket(ticketId: string, weight?: SubscriptionWeight): () => void
  /** Who has this ticket's conversation open, as the open socket has told last; the same array until it tells otherwise. */
  peopleIn(ticketId: string): readonly Colleague[]
  /** Somebody types an answer in this ticket: called with each key, told at most every 8 s. */
  tellTyping(ticketId: string): void
  listen(listener: BusListener): () => void
  getState(): RealtimeState
  onState(listener: () => void): () => void
}

/** Why a server refuses a subscription that it may take later: its database is away, or there is too much at once. */
const PASSING_REFUSALS: readonly string[] = ['internal', 'unavailable', 'rate_limited']

/** After its last user has gone the socket stays this long, so that a change of page does not cost a reconnect. */
const LINGER_MS = 5_000

const TYPING_MS = 8_000

/** Cases that changed hands, kept for who listens later. */
const MAX_HANDED_OVER = 50

const NOBODY: readonly Colleague[] = []

/** One socket for all: ticket subscriptions counted, events decoded, its liveness proven by pings. */
export function createBus(parts: BusParts): RealtimeBus {
  const now = parts.now ?? (() => performance.now())
  const random = parts.random ?? Math.random
  const listeners = new Set<BusListener>()
  const stateListeners = new Set<() => void>()
  const subscriptions = new Subscriptions()
  let told = new Set<string>()
  /** The conversation that the server has been told is open; undefined: it may not have heard. */
  let viewing: string | null | undefined = null
  let isTellingSoon = false
  const people = new Map<string, readonly Colleague[]>()
  /** Told by the socket that is open: the newest. Who listens later, as code that comes once a page is idle, hears them then. */
  let handedOver: BusEvent[] = []
  let connection: Connection = IDLE_CONNECTION
  let socket: WebSocket | null = null
  /** Whose socket it is. */
  let socketToken: string | null = null
  /** The server's database, as the socket that is open has said. */
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
        told = new Set()
        viewing = null
        tellSubscriptions()
        if (effect.reconnected) emit({ type: 'resync', data: { reason: 'reconnected' } })
        break
      case 'sessionEnded':
        socket = null
        // The end of another person's session is not the end of this one.
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
      // There is nobody to speak for; the next wake or try asks again.
      queueMicrotask(fail)
      return
    }
    connectedAt = now()
    try {
      socket = new Socket(parts.url(), [SOCKET_PROTOCOL, `${SOCKET_TOKEN_PREFIX}${token}`])
    } catch (error) {
      console.warn('realtime: the socket could not be made', error)
      queueMicrotask(fail)
      return
    }
    socket.onopen = () => dispatch({ type: 'opened', generation })
    socket.onclose = (event) => dispatch({ type: 'closed', generation, code: event.code })
    socket.onmessage = (message) => {
      if (generation === connection.generation) hear(message.data, generation)
    }
  }

  function renew(): void {
    const token = parts.token()
    if (token === socketToken) return
    socketToken = token
    dispatch({ type: 'stop' })
    if (users > 0 && token !== null) dispatch({ type: 'start' })
  }

  function hear(frame: unknown, generation: number): void {
    const event = decodeServerEvent(frame)
    if (event === null) {
      console.warn('realtime: a frame was not understood')
      return
    }
    noteTime(event)
    const wasAway = isDatabaseAway
    if (event.type === 'database') isDatabaseAway = event.data.state === 'away'
    if (event.type === 'hello' || event.type === 'pong') dispatch({ type: event.type, generation })
    else publishState()
    // Those of all tickets follow the greeting.
    if (event.type === 'hello') people.clear()
    if (event.type === 'presence') keepPeople(event.data)
    if (event.type === 'error') forgetRefused(event.data)
    if (event.type === 'handed_over') handedOver = [event, ...handedOver].slice(0, MAX_HANDED_OVER)
    emit(event)
    const isBack = wasAway && !isDatabaseAway
    // What was refused is asked for again, not more often than pings are answered.
    if (isBack || (event.type === 'pong' && !isDatabaseAway)) tellSubscriptions()
    if (isBack) emit({ type: 'resync', data: { reason: 'database_back' } })
  }

  function noteTime({ type, data }: HeardEvent): void {
    const askedAt = type === 'hello' ? connectedAt : type === 'pong' ? data.at : null
    if (askedAt !== null && 'server_time' in data && data.server_time !== undefined)
      noteServerTime({ at: Date.parse(data.server_time), askedAt })
  }

  function emit(event: BusEvent, to = [...listeners]): void {
    for (const listener of to) {
      try {
        listener(event)
      } catch (error) {
        console.error('realtime: a listener failed', error)
      }
    }
  }

  function send(frame: ClientFrame): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(frame))
  }

  /** Once for all that is asked for in one go: a list that changes its order lets go of all its rows and asks for them again. */
  function tellSoon(): void {
    if (isTellingSoon) return
    isTellingSoon = true
    queueMicrotask(() => {
      isTellingSoon = false
      tellSubscriptions()
    })
  }

  function tellSubscriptions(): void {
    if (connection.phase !== 'open') return
    const wanted = subscriptions.active()
    const { end, begin } = subscriptionChanges(told, wanted)
    for (const ticket_id of end) send({ type: 'unsubscribe_ticket', ticket_id })
    for (const ticket_id of begin) send({ type: 'subscribe_ticket', ticket_id })
    told = wanted
    const open = subscriptions.open()
    if (open !== viewing) send({ type: 'viewing', ticket_id: open })
    viewing = open
  }

  function keepPeople(told: { ticket_id: string; people: readonly Colleague[] }): void {
    if (told.people.length > 0) people.set(told.ticket_id, told.people)
    else people.delete(told.ticket_id)
  }

  function forgetRefused({ code, ticket_id }: { code: string; ticket_id?: string | undefined }): void {
    if (!PASSING_REFUSALS.includes(code)) return
    // Of more than one word at once, and of a server that does not say of which, any may be lost.
    if (ticket_id === undefined) told = new Set()
    else told.delete(ticket_id)
    if (ticket_id === undefined || ticket_id === viewing) viewing = undefined
  }

  /** The status changes by events, and by time alone when proof runs out: then a timer looks again. */
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
      tellSoon()
      let ended = false
      return () => {
        if (ended) return
        ended = true
        subscriptions.remove(ticketId, weight)
        tellSoon()
      }
    },
    peopleIn: (ticketId) => (connection.phase === 'open' && people.get(ticketId)) || NOBODY,
    tellTyping(ticket_id) {
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
