import { decodeServerEvent } from 'shared/api'
import { recordServerTime } from 'shared/session'
import { SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '../contract/constants.ts'
import type { ClientFrame, ReceivedEvent } from '../contract/realtime.ts'
import {
  type Connection,
  type ConnectionEffect,
  type ConnectionInput,
  IDLE_CONNECTION,
  stepConnection,
} from './connection-machine.ts'

export interface ConnectionParts {
  url: () => string
  token: () => string | null
  onSessionEnded: () => void
  WebSocket?: typeof WebSocket
  /** Monotonic clock in ms. Default: `performance.now`. */
  now?: () => number
  random?: () => number
}

interface ConnectionHandlers {
  /** Called when a socket is open. `reconnected`: events may have been missed. */
  onReady: (reconnected: boolean) => void
  onChange: () => void
  onEvent: (event: ReceivedEvent) => void
}

/** Time in ms for which an unused socket stays open. A change of page then causes no reconnect. */
const LINGER_MS = 5_000

export class SocketConnection {
  state: Connection = IDLE_CONNECTION
  readonly #parts: ConnectionParts
  readonly #handlers: ConnectionHandlers
  #socket: WebSocket | null = null
  #token: string | null = null
  #connectedAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #users = 0
  #linger: ReturnType<typeof setTimeout> | undefined

  constructor(parts: ConnectionParts, handlers: ConnectionHandlers) {
    this.#parts = parts
    this.#handlers = handlers
  }

  now(): number {
    return this.#parts.now?.() ?? performance.now()
  }

  start(): () => void {
    this.#users += 1
    clearTimeout(this.#linger)
    this.#dispatch({ type: 'start' })
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#users -= 1
      if (this.#users === 0) this.#linger = setTimeout(() => this.#dispatch({ type: 'stop' }), LINGER_MS)
    }
  }

  wake(): void {
    this.#dispatch({ type: 'wake' })
  }

  renew(): void {
    const token = this.#parts.token()
    if (token === this.#token) return
    this.#token = token
    this.#dispatch({ type: 'stop' })
    if (this.#users > 0 && token !== null) this.#dispatch({ type: 'start' })
  }

  send(frame: ClientFrame): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(frame))
  }

  #dispatch(input: ConnectionInput): void {
    const random = this.#parts.random ?? Math.random
    const { connection, effects } = stepConnection(this.state, input, this.now(), random())
    this.state = connection
    for (const effect of effects) this.#run(effect)
    this.#handlers.onChange()
  }

  #run(effect: ConnectionEffect): void {
    switch (effect.type) {
      case 'connect':
        this.#connect()
        break
      case 'disconnect':
        this.#socket?.close(1000)
        this.#socket = null
        break
      case 'ping':
        this.send({ type: 'ping', at: this.now() })
        break
      case 'timer': {
        const { generation } = this.state
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#dispatch({ type: 'timer', generation }), effect.afterMs)
        break
      }
      case 'clearTimer':
        clearTimeout(this.#timer)
        break
      case 'ready':
        this.#handlers.onReady(effect.reconnected)
        break
      case 'sessionEnded':
        this.#socket = null
        // The socket may belong to an earlier user: in that case its end must not sign out the current user.
        if (this.#parts.token() === this.#token) this.#parts.onSessionEnded()
        else this.renew()
        break
    }
  }

  #connect(): void {
    const { generation } = this.state
    const fail = () => this.#dispatch({ type: 'closed', generation, code: 1006 })
    const token = this.#parts.token()
    this.#token = token
    if (token === null) {
      // Opens no socket without a signed-in user. The reported failure leads to another attempt later.
      queueMicrotask(fail)
      return
    }
    this.#connectedAt = this.now()
    const Socket = this.#parts.WebSocket ?? globalThis.WebSocket
    try {
      const socket = new Socket(this.#parts.url(), [SOCKET_PROTOCOL, `${SOCKET_TOKEN_PREFIX}${token}`])
      this.#socket = socket
      socket.onopen = () => this.#dispatch({ type: 'opened', generation })
      socket.onclose = ({ code }) => this.#dispatch({ type: 'closed', generation, code })
      socket.onmessage = ({ data }) => {
        if (generation === this.state.generation) this.#receive(data, generation)
      }
    } catch (error) {
      console.warn('realtime: the socket could not be created', error)
      queueMicrotask(fail)
    }
  }

  #receive(frame: unknown, generation: number): void {
    const event = decodeServerEvent(frame)
    if (event === null) {
      console.warn('realtime: a frame could not be parsed')
      return
    }
    this.#noteTime(event)
    const { type } = event
    if (type === 'hello' || type === 'pong') this.#dispatch({ type, generation })
    this.#handlers.onEvent(event)
  }

  #noteTime({ type, data }: ReceivedEvent): void {
    const requestedAt = type === 'hello' ? this.#connectedAt : type === 'pong' ? data.at : null
    if (requestedAt !== null && 'server_time' in data && data.server_time !== undefined)
      recordServerTime({ at: Date.parse(data.server_time), requestedAt })
  }
}
