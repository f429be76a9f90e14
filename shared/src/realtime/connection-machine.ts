import {
  SOCKET_PING_MS,
  SOCKET_PROOF_MS,
  SOCKET_RECONNECT_MAX_MS,
  SOCKET_RECONNECT_MS,
  SOCKET_RECONNECT_TRIES,
  SOCKET_SESSION_ENDED,
} from '../contract/constants.ts'

/**
 * State of the connection. A pure state machine without socket, clock or random source: each step returns the next
 * state and the effects to run. `generation` counts the sockets; events of an old socket are ignored.
 */
export interface Connection {
  phase: 'idle' | 'opening' | 'open' | 'waiting' | 'ended'
  generation: number
  /** Reconnect attempts since the last socket that received a greeting and a pong. */
  tries: number
  /** True after a socket has been open: the next opening is a reconnect, and listeners must fetch their data again. */
  wasOpen: boolean
  /** Times in ms at which this socket opened, received `hello` and last received a `pong`. Null before that. */
  openedAt: number | null
  helloAt: number | null
  pongAt: number | null
  /** Time in ms of the oldest unanswered ping. Null when all pings are answered. */
  unansweredAt: number | null
}

export type ConnectionInput =
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'opened'; generation: number }
  | { type: 'closed'; generation: number; code: number }
  | { type: 'hello'; generation: number }
  | { type: 'pong'; generation: number }
  /** The timer of a `timer` effect has fired. */
  | { type: 'timer'; generation: number }
  /** The network is back, the window has the focus, or the page is visible again. */
  | { type: 'wake' }

export type ConnectionEffect =
  | { type: 'connect'; generation: number }
  | { type: 'disconnect' }
  | { type: 'ping' }
  /** Sends a `timer` input after this time. Replaces an earlier timer. */
  | { type: 'timer'; afterMs: number }
  | { type: 'clearTimer' }
  /** The socket is open: subscribe again. After a reconnect, listeners have missed events. */
  | { type: 'ready'; reconnected: boolean }
  | { type: 'sessionEnded' }

export const IDLE_CONNECTION: Connection = {
  phase: 'idle',
  generation: 0,
  tries: 0,
  wasOpen: false,
  openedAt: null,
  helloAt: null,
  pongAt: null,
  unansweredAt: null,
}

const OPENING_TIMEOUT_MS = 10_000
/**
 * A greeted socket with a ping that is unanswered for this time is dead, even if TCP reports no error. Silence alone is
 * not enough: a browser wakes the timers of a hidden page only once a minute, and sends no ping between.
 */
const DEAD_AFTER_MS = 8_000

/**
 * Returns the delay before the next reconnect: 3 s for the first ten attempts, then growing by half up to 30 s. Later
 * delays have a jitter of 10 % in both directions, which spreads the reconnects of many browsers.
 */
export function reconnectDelay(tries: number, random: number): number {
  if (tries < SOCKET_RECONNECT_TRIES) return SOCKET_RECONNECT_MS
  const growth = 1.5 ** (tries - SOCKET_RECONNECT_TRIES + 1)
  const pause = Math.min(SOCKET_RECONNECT_MAX_MS, SOCKET_RECONNECT_MS * growth)
  return Math.min(SOCKET_RECONNECT_MAX_MS, Math.round(pause * (0.9 + 0.2 * random)))
}

/** Returns true when the socket has received a greeting and a pong, and no ping is overdue. */
export function isLive(connection: Connection, now: number): boolean {
  return isProven(connection) && now <= (proofEndsAt(connection) ?? now)
}

/** Returns the time at which a live socket becomes stale without another pong. Null when all pings are answered. */
export function proofEndsAt({ unansweredAt }: Connection): number | null {
  return unansweredAt === null ? null : unansweredAt + SOCKET_PROOF_MS
}

function isProven({ phase, helloAt, pongAt }: Connection): boolean {
  return phase === 'open' && helloAt !== null && pongAt !== null
}

export interface Step {
  connection: Connection
  effects: ConnectionEffect[]
}

/** Returns the next state and the effects to run. `now` is in ms, `random` is between 0 and 1. */
export function stepConnection(from: Connection, input: ConnectionInput, now: number, random: number): Step {
  if ('generation' in input && input.generation !== from.generation) return stay(from)
  switch (input.type) {
    case 'start':
      return from.phase === 'idle' || from.phase === 'ended' ? open({ ...from, tries: 0 }) : stay(from)
    case 'stop':
      if (from.phase === 'idle') return stay(from)
      return {
        // `wasOpen` stays true because listeners may still have data from before the stop and must fetch it again.
        connection: { ...IDLE_CONNECTION, generation: from.generation + 1, wasOpen: from.wasOpen },
        effects: [{ type: 'clearTimer' }, { type: 'disconnect' }],
      }
    case 'opened':
      return from.phase === 'opening' ? opened(from, now) : stay(from)
    case 'closed':
      return closed(from, input.code, random)
    case 'hello':
      return from.phase === 'open' ? { connection: { ...from, helloAt: now }, effects: [] } : stay(from)
    case 'pong':
      if (from.phase !== 'open') return stay(from)
      return {
        connection: {
          ...from,
          pongAt: now,
          unansweredAt: null,
          tries: from.helloAt === null ? from.tries : 0,
        },
        effects: [],
      }
    case 'timer':
      return timer(from, now, random)
    case 'wake':
      if (from.phase === 'waiting') return open(from)
      return from.phase === 'open'
        ? { connection: pinged(from, now), effects: [{ type: 'ping' }] }
        : stay(from)
  }
}

function stay(connection: Connection): Step {
  return { connection, effects: [] }
}

const NO_SOCKET = { openedAt: null, helloAt: null, pongAt: null, unansweredAt: null } as const

function pinged(from: Connection, now: number): Connection {
  return { ...from, unansweredAt: from.unansweredAt ?? now }
}

function open(from: Connection): Step {
  const generation = from.generation + 1
  return {
    connection: { ...from, ...NO_SOCKET, phase: 'opening', generation },
    effects: [
      { type: 'connect', generation },
      { type: 'timer', afterMs: OPENING_TIMEOUT_MS },
    ],
  }
}

function opened(from: Connection, now: number): Step {
  return {
    connection: { ...pinged(from, now), phase: 'open', openedAt: now, wasOpen: true },
    effects: [
      { type: 'ready', reconnected: from.wasOpen },
      { type: 'ping' },
      { type: 'timer', afterMs: SOCKET_PING_MS },
    ],
  }
}

function closed(from: Connection, code: number, random: number): Step {
  if (from.phase === 'idle' || from.phase === 'ended' || from.phase === 'waiting') return stay(from)
  if (code === SOCKET_SESSION_ENDED)
    return {
      connection: { ...from, ...NO_SOCKET, phase: 'ended', generation: from.generation + 1 },
      effects: [{ type: 'clearTimer' }, { type: 'sessionEnded' }],
    }
  return wait(from, random)
}

function wait(from: Connection, random: number): Step {
  return {
    connection: {
      ...from,
      ...NO_SOCKET,
      phase: 'waiting',
      generation: from.generation + 1,
      tries: from.tries + 1,
    },
    effects: [{ type: 'timer', afterMs: reconnectDelay(from.tries, random) }],
  }
}

function timer(from: Connection, now: number, random: number): Step {
  if (from.phase === 'waiting') return open(from)
  if (from.phase === 'opening') return drop(from, random)
  if (from.phase !== 'open') return stay(from)
  const silent = from.unansweredAt !== null && now - from.unansweredAt >= DEAD_AFTER_MS
  // Only a socket that received a greeting must answer pings. Other servers may never greet: their socket stays open
  // and polling continues.
  if (silent && from.helloAt !== null) return drop(from, random)
  const settled = from.openedAt !== null && now - from.openedAt > SOCKET_RECONNECT_MAX_MS
  return {
    connection: pinged(settled && from.tries > 0 ? { ...from, tries: 0 } : from, now),
    effects: [{ type: 'ping' }, { type: 'timer', afterMs: SOCKET_PING_MS }],
  }
}

function drop(from: Connection, random: number): Step {
  const step = wait(from, random)
  return { connection: step.connection, effects: [{ type: 'disconnect' }, ...step.effects] }
}
