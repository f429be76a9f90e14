import {
  SOCKET_PING_MS,
  SOCKET_PROOF_MS,
  SOCKET_RECONNECT_MAX_MS,
  SOCKET_RECONNECT_MS,
  SOCKET_RECONNECT_TRIES,
  SOCKET_SESSION_ENDED,
} from '../contract/constants.ts'

/**
 * What the socket is doing, as one value, and what should be done next: a pure machine without socket, clock or chance.
 * `generation` counts the sockets; events of an old one are ignored.
 */
export interface Connection {
  phase: 'idle' | 'opening' | 'open' | 'waiting' | 'ended'
  generation: number
  /** Reconnects tried since the last one that proved itself. */
  tries: number
  /** True once a socket had been open: the next opening is a reconnect, and listeners must reconcile. */
  wasOpen: boolean
  /** Moment in ms of this socket's opening, and of its `hello` and last `pong`; null before. */
  openedAt: number | null
  helloAt: number | null
  pongAt: number | null
  /** When the oldest ping was sent that no pong has followed; null when none is open. */
  unansweredAt: number | null
}

export type ConnectionInput =
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'opened'; generation: number }
  | { type: 'closed'; generation: number; code: number }
  | { type: 'hello'; generation: number }
  | { type: 'pong'; generation: number }
  /** The timer that `wait` or `ping` asked for. */
  | { type: 'timer'; generation: number }
  /** The network is back, the window has the focus, the page is visible again. */
  | { type: 'wake' }

export type ConnectionEffect =
  | { type: 'connect'; generation: number }
  | { type: 'disconnect' }
  | { type: 'ping' }
  /** Come back with `timer` after this time; replaces an earlier one. */
  | { type: 'timer'; afterMs: number }
  | { type: 'clearTimer' }
  /** The socket is open: subscribe again. On a reconnect listeners have missed events. */
  | { type: 'ready'; reconnected: boolean }
  | { type: 'sessionEnded' }

/** Where a page stands that has said nothing about realtime yet. */
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

/** An opening that takes longer is given up. */
const OPENING_TIMEOUT_MS = 10_000
/**
 * A socket that has greeted but leaves a ping unanswered for so long is dead, whatever TCP says. The silence alone proves
 * nothing: a browser wakes a hidden page's timers once a minute, and then no ping was sent in between.
 */
const DEAD_AFTER_MS = 8_000

/**
 * The pause before the next try: exactly 3 s for the first ten, then growing by half to 30 s.
 * From then on one tenth of chance either way keeps many desks from coming back in the same instant.
 */
export function reconnectDelay(tries: number, random: number): number {
  if (tries < SOCKET_RECONNECT_TRIES) return SOCKET_RECONNECT_MS
  const growth = 1.5 ** (tries - SOCKET_RECONNECT_TRIES + 1)
  const pause = Math.min(SOCKET_RECONNECT_MAX_MS, SOCKET_RECONNECT_MS * growth)
  return Math.min(SOCKET_RECONNECT_MAX_MS, Math.round(pause * (0.9 + 0.2 * random)))
}

/** Proven live: greeted, answered, and no ping is overdue. */
export function isLive(connection: Connection, now: number): boolean {
  return isProven(connection) && now <= (proofEndsAt(connection) ?? now)
}

/** When the proof of a live socket runs out unless a pong comes first; null while no ping is under way. */
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

/** One step. `now` in ms, `random` from 0 to 1. */
export function stepConnection(from: Connection, input: ConnectionInput, now: number, random: number): Step {
  if ('generation' in input && input.generation !== from.generation) return stay(from)
  switch (input.type) {
    case 'start':
      return from.phase === 'idle' || from.phase === 'ended' ? open({ ...from, tries: 0 }) : stay(from)
    case 'stop':
      if (from.phase === 'idle') return stay(from)
      return {
        // The next socket is a fresh start, but its listeners may hold what they had before: they reconcile.
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
  // Only a server that greets is held to its pongs; one that never does is left as it is, and polling carries on.
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
