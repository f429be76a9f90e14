import {
  SOCKET_PING_MS,
  SOCKET_PROOF_MS,
  SOCKET_RECONNECT_MAX_MS,
  SOCKET_RECONNECT_MS,
  SOCKET_RECONNECT_TRIES,
  SOCKET_SESSION_ENDED,
} from '../contract/constants.ts'

/** A pure state machine without socket, clock or random source: each step returns the next state and effects. */
export type Connection = OpenConnection | ClosedConnection

interface OpenConnection extends Memory {
  phase: 'open'
  /** All times of a connection are in ms. */
  openedAt: number
  /** True when the greeting `hello` has arrived. */
  isGreeted: boolean
  hasPong: boolean
  /** Time of the first unanswered ping. Null when all pings are answered. */
  unansweredAt: number | null
}

interface ClosedConnection extends Memory {
  /** `idle`: not started, or stopped. `waiting`: no socket until a timer reconnects. `ended`: closed by the server. */
  phase: 'idle' | 'opening' | 'waiting' | 'ended'
}

interface Memory {
  /** Number of the socket. Events of an earlier socket are ignored. */
  generation: number
  /** Number of attempts since the last socket that received a greeting and a pong. */
  tries: number
  /** A socket was open: the next one is a reconnect, after which listeners must fetch their data again. */
  wasOpen: boolean
}

export type ConnectionInput =
  | { type: 'start' }
  | { type: 'stop' }
  /** The network has returned, the window has the focus, or the page is visible again. */
  | { type: 'wake' }
  | { type: 'timer'; generation: number }
  | { type: 'opened'; generation: number }
  | { type: 'closed'; generation: number; code: number }
  | { type: 'hello'; generation: number }
  | { type: 'pong'; generation: number }

export type ConnectionEffect =
  | { type: 'connect' }
  | { type: 'disconnect' }
  | { type: 'ping' }
  /** Starts a timer, which replaces an earlier timer. */
  | { type: 'timer'; afterMs: number }
  | { type: 'clearTimer' }
  /** The socket is open: send all subscriptions again. After a reconnect, listeners have missed events. */
  | { type: 'ready'; reconnected: boolean }
  | { type: 'sessionEnded' }

export interface Step {
  connection: Connection
  effects: ConnectionEffect[]
}

/** Current time in ms, and a random number between 0 and 1. */
interface Moment {
  now: number
  random: number
}

type Transition<From, Type> = (
  from: From,
  input: Extract<ConnectionInput, { type: Type }>,
  moment: Moment,
) => Step

type Transitions<From> = { [Type in ConnectionInput['type']]?: Transition<From, Type> }

/** Transitions of each phase. Inputs without a transition are ignored. */
const TRANSITIONS: Record<ClosedConnection['phase'], Transitions<ClosedConnection>> & {
  open: Transitions<OpenConnection>
} = {
  idle: { start: connect },
  opening: { opened, closed, timer: drop, stop },
  open: { hello, pong, timer: checkAndPing, wake: ping, closed, stop },
  waiting: { timer: connect, wake: connect, stop },
  ended: { start: connect, stop },
}

export const IDLE_CONNECTION: Connection = { phase: 'idle', generation: 0, tries: 0, wasOpen: false }

export function stepConnection(from: Connection, input: ConnectionInput, now: number, random: number): Step {
  const isOld = 'generation' in input && input.generation !== from.generation
  const transitions: Transitions<never> = TRANSITIONS[from.phase]
  const transition = transitions[input.type] as Transition<Connection, ConnectionInput['type']> | undefined
  if (isOld || transition === undefined) return { connection: from, effects: [] }
  return transition(from, input, { now, random })
}

const OPENING_TIMEOUT_MS = 10_000
/**
 * Time in ms without an answer to a ping after which the socket is closed, even if TCP reports no error. Time without
 * any event is not sufficient: in a hidden page, timers run only once a minute and no ping is sent in between.
 */
const DEAD_AFTER_MS = 8_000

function connect(from: Connection): Step {
  return leave(from, 'opening', [{ type: 'connect' }, { type: 'timer', afterMs: OPENING_TIMEOUT_MS }])
}

/** Keeps `wasOpen`, because listeners may still have data from before the stop and must fetch it again. */
function stop(from: Connection): Step {
  return leave({ ...from, tries: 0 }, 'idle', [{ type: 'clearTimer' }, { type: 'disconnect' }])
}

function closed(from: Connection, input: { code: number }, moment: Moment): Step {
  return input.code === SOCKET_SESSION_ENDED
    ? leave({ ...from, tries: 0 }, 'ended', [{ type: 'clearTimer' }, { type: 'sessionEnded' }])
    : drop(from, input, moment)
}

function drop(from: Connection, _: unknown, { random }: Moment): Step {
  const afterMs = reconnectDelay(from.tries, random)
  return leave({ ...from, tries: from.tries + 1 }, 'waiting', [
    { type: 'disconnect' },
    { type: 'timer', afterMs },
  ])
}

/** Leaves the current socket, whose later events are then ignored. */
function leave(from: Connection, phase: ClosedConnection['phase'], effects: ConnectionEffect[]): Step {
  const { generation, tries, wasOpen } = from
  return { connection: { phase, generation: generation + 1, tries, wasOpen }, effects }
}

function opened({ generation, tries, wasOpen }: Connection, _: unknown, { now }: Moment): Step {
  const connection: OpenConnection = {
    ...{ phase: 'open', generation, tries, wasOpen: true },
    ...{ openedAt: now, isGreeted: false, hasPong: false, unansweredAt: now },
  }
  return {
    connection,
    effects: [
      { type: 'ready', reconnected: wasOpen },
      { type: 'ping' },
      { type: 'timer', afterMs: SOCKET_PING_MS },
    ],
  }
}

function hello(from: OpenConnection): Step {
  return { connection: { ...from, isGreeted: true }, effects: [] }
}

function pong(from: OpenConnection): Step {
  const tries = from.isGreeted ? 0 : from.tries
  return { connection: { ...from, hasPong: true, unansweredAt: null, tries }, effects: [] }
}

function checkAndPing(from: OpenConnection, input: unknown, moment: Moment): Step {
  const { now } = moment
  const isSilent = from.unansweredAt !== null && now - from.unansweredAt >= DEAD_AFTER_MS
  // Other implementations of the API may never send a greeting: the socket then stays open and polling continues.
  if (isSilent && from.isGreeted) return drop(from, input, moment)
  const isSettled = now - from.openedAt > SOCKET_RECONNECT_MAX_MS
  const { connection, effects } = ping(isSettled ? { ...from, tries: 0 } : from, input, moment)
  return { connection, effects: [...effects, { type: 'timer', afterMs: SOCKET_PING_MS }] }
}

function ping(from: OpenConnection, _: unknown, { now }: Moment): Step {
  return { connection: { ...from, unansweredAt: from.unansweredAt ?? now }, effects: [{ type: 'ping' }] }
}

/** Delay in ms: 3 s for the first ten attempts, then longer by half each time up to 30 s, with a jitter of 10 %. */
export function reconnectDelay(tries: number, random: number): number {
  if (tries < SOCKET_RECONNECT_TRIES) return SOCKET_RECONNECT_MS
  const backoffFactor = 1.5 ** (tries - SOCKET_RECONNECT_TRIES + 1)
  const pause = Math.min(SOCKET_RECONNECT_MAX_MS, SOCKET_RECONNECT_MS * backoffFactor)
  return Math.min(SOCKET_RECONNECT_MAX_MS, Math.round(pause * (0.9 + 0.2 * random)))
}

/** `live`: greeted, and no ping is overdue. `stale`: open, but not live. `offline`: a reconnect is scheduled. */
export type ConnectionStatus = 'connecting' | 'live' | 'stale' | 'offline' | 'ended'

export function statusOf(connection: Connection, now: number): ConnectionStatus {
  const { phase, tries, wasOpen } = connection
  if (phase === 'ended') return 'ended'
  if (phase === 'opening' && !wasOpen && tries === 0) return 'connecting'
  if (phase !== 'open') return 'offline'
  const isProven = connection.isGreeted && connection.hasPong
  return isProven && now <= (overdueAt(connection) ?? now) ? 'live' : 'stale'
}

/** Time at which the connection becomes stale unless a pong arrives. Null when no ping is unanswered. */
export function overdueAt(connection: Connection): number | null {
  if (connection.phase !== 'open' || connection.unansweredAt === null) return null
  return connection.unansweredAt + SOCKET_PROOF_MS
}
