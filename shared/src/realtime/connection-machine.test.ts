import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SOCKET_PING_MS } from '../contract/constants.ts'
import {
  type Connection,
  type ConnectionEffect,
  type ConnectionInput,
  IDLE_CONNECTION,
  reconnectDelay,
  statusOf,
  stepConnection,
} from './connection-machine.ts'

/** Simulates a connection over time: applies inputs at given times and collects all effects. */
class Run {
  connection: Connection = IDLE_CONNECTION
  now = 1_000_000
  effects: ConnectionEffect[] = []

  does(input: Bare, random = 0.5): ConnectionEffect[] {
    const whole = { generation: this.connection.generation, ...input } as ConnectionInput
    const step = stepConnection(this.connection, whole, this.now, random)
    this.connection = step.connection
    this.effects.push(...step.effects)
    return step.effects
  }
  after(ms: number): this {
    this.now += ms
    return this
  }
  live(): boolean {
    return statusOf(this.connection, this.now) === 'live'
  }
}
type Bare =
  | { type: 'start' | 'stop' | 'opened' | 'hello' | 'pong' | 'timer' | 'wake' }
  | { type: 'closed'; code: number }
const types = (effects: ConnectionEffect[]) => effects.map((effect) => effect.type)

function opened(): Run {
  const run = new Run()
  run.does({ type: 'start' })
  run.does({ type: 'opened' })
  return run
}

type Phase = Connection['phase']

/** Inputs that lead from `idle` to each phase. */
const STORIES: Record<Phase, Bare[]> = {
  idle: [],
  opening: [{ type: 'start' }],
  open: [{ type: 'start' }, { type: 'opened' }],
  waiting: [{ type: 'start' }, { type: 'closed', code: 1006 }],
  ended: [{ type: 'start' }, { type: 'closed', code: 4401 }],
}
const INPUTS: Record<string, Bare> = {
  start: { type: 'start' },
  stop: { type: 'stop' },
  wake: { type: 'wake' },
  timer: { type: 'timer' },
  opened: { type: 'opened' },
  hello: { type: 'hello' },
  pong: { type: 'pong' },
  'closed 1006': { type: 'closed', code: 1006 },
  'closed 4401': { type: 'closed', code: 4401 },
}
const CONNECT = 'opening: connect timer'
const STOP = 'idle: clearTimer disconnect'
const DROP = 'waiting: disconnect timer'
const END = 'ended: clearTimer sessionEnded'
/** Next phase and effects of each input. An input that is not listed leaves the connection unchanged. */
const TABLE: Record<Phase, Record<string, string>> = {
  idle: { start: CONNECT },
  opening: {
    ...{ stop: STOP, timer: DROP, opened: 'open: ready ping timer' },
    ...{ 'closed 1006': DROP, 'closed 4401': END },
  },
  open: {
    ...{ stop: STOP, wake: 'open: ping', timer: 'open: ping timer', hello: 'open:', pong: 'open:' },
    ...{ 'closed 1006': DROP, 'closed 4401': END },
  },
  waiting: { stop: STOP, wake: CONNECT, timer: CONNECT },
  ended: { start: CONNECT, stop: STOP },
}
const cells = (Object.keys(TABLE) as Phase[]).flatMap((phase) =>
  Object.keys(INPUTS).map((input) => ({ phase, input, expected: TABLE[phase][input] ?? 'unchanged' })),
)

test.each(cells)(
  'a connection in phase $phase responds to the input $input with $expected',
  ({ phase, input, expected }) => {
    const run = new Run()
    for (const each of STORIES[phase]) run.does(each)
    const before = run.connection
    expect(before.phase).toBe(phase)
    const effects = run.does(INPUTS[input] as Bare)
    if (expected === 'unchanged') expect([run.connection === before, effects]).toEqual([true, []])
    else expect([`${run.connection.phase}:`, ...types(effects)].join(' ')).toBe(expected)
  },
)

describe('live connection', () => {
  test('a live connection requires a greeting, a pong and no overdue ping', () => {
    const run = opened()
    expect(run.live()).toBe(false)
    run.does({ type: 'hello' })
    expect(run.live()).toBe(false)
    run.does({ type: 'pong' })
    expect(run.live()).toBe(true)
    run.after(1_000).does({ type: 'timer' })
    expect(run.after(1_900).live()).toBe(true)
    expect(run.after(1).live()).toBe(false)
    run.does({ type: 'pong' })
    expect(run.live()).toBe(true)
  })
  test('a lost connection stops being live within 3 s', () => {
    const run = opened()
    run.does({ type: 'hello' })
    run.does({ type: 'pong' })
    const lostAt = run.now
    while (run.live() && run.now - lostAt < 60_000) {
      run.after(1)
      if ((run.now - lostAt) % SOCKET_PING_MS === 0) run.does({ type: 'timer' })
    }
    expect(run.now - lostAt).toBeLessThanOrEqual(3_000)
  })
  test('a pong without a greeting does not make a connection live', () => {
    const run = opened()
    run.does({ type: 'pong' })
    expect(run.live()).toBe(false)
  })
})

describe('pings of a connection', () => {
  test('pings are sent immediately and then every second', () => {
    const run = opened()
    expect(types(run.effects)).toEqual(['connect', 'timer', 'ready', 'ping', 'timer'])
    expect(run.after(1_000).does({ type: 'timer' })).toEqual([
      { type: 'ping' },
      { type: 'timer', afterMs: 1_000 },
    ])
  })
  test('unanswered pings close a socket that received a greeting, but not a socket without a greeting', () => {
    const dead = opened()
    dead.does({ type: 'hello' })
    for (const at of [3_000, 7_999]) {
      dead.now = 1_000_000 + at
      expect(types(dead.does({ type: 'timer' }))).toEqual(['ping', 'timer'])
    }
    expect(types(dead.after(1).does({ type: 'timer' }))).toEqual(['disconnect', 'timer'])
    expect(dead.connection.phase).toBe('waiting')
    const plain = opened()
    expect(types(plain.after(60_000).does({ type: 'timer' }))).toEqual(['ping', 'timer'])
  })
})

describe('connection with throttled timers', () => {
  test('a hidden page that wakes once a minute keeps a socket that answers', () => {
    const run = opened()
    run.does({ type: 'hello' })
    run.does({ type: 'pong' })
    for (let minute = 0; minute < 10; minute += 1) {
      expect(types(run.after(60_000).does({ type: 'timer' }))).toEqual(['ping', 'timer'])
      run.after(40).does({ type: 'pong' })
    }
    expect(run.live()).toBe(true)
  })
  test('a dead socket is closed after sleep or when the page becomes active', () => {
    const asleep = opened()
    asleep.does({ type: 'hello' })
    expect(types(asleep.after(3_600_000).does({ type: 'timer' }))).toEqual(['disconnect', 'timer'])
    const woken = opened()
    woken.does({ type: 'hello' })
    woken.does({ type: 'pong' })
    woken.after(3_600_000).does({ type: 'wake' })
    expect(woken.after(2_000).live()).toBe(false)
    expect(types(woken.after(6_000).does({ type: 'timer' }))).toEqual(['disconnect', 'timer'])
  })
})

describe('reconnects of a connection', () => {
  test('the first ten reconnects wait 3 s each, later ones increasingly longer up to 30 s', () => {
    for (const random of [0, 1]) expect(reconnectDelay(9, random)).toBe(3_000)
    const pauses = Array.from({ length: 20 }, (_, tries) => reconnectDelay(tries, 0.5))
    expect(pauses.slice(0, 10)).toEqual(Array(10).fill(3_000))
    for (let tries = 10; tries < 19; tries += 1) {
      const [pause = 0, next = 0] = [pauses[tries], pauses[tries + 1]]
      expect(pause).toBeGreaterThan(3_000)
      expect(next).toBeGreaterThanOrEqual(pause)
    }
    expect(pauses.at(-1)).toBe(30_000)
  })
  test('a reconnect never waits longer than 30 s or shorter than 2.7 s', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
        const pause = reconnectDelay(tries, random)
        expect(pause).toBeGreaterThanOrEqual(2_700)
        expect(pause).toBeLessThanOrEqual(30_000)
      }),
    )
  })
  test('a connection reports after a reconnect that events may have been missed', () => {
    const run = opened()
    expect(run.effects).toContainEqual({ type: 'ready', reconnected: false })
    run.does({ type: 'closed', code: 1006 })
    run.does({ type: 'timer' })
    expect(run.does({ type: 'opened' })).toContainEqual({ type: 'ready', reconnected: true })
  })
  test('a connection that starts again after a stop also reports that events may have been missed', () => {
    const run = opened()
    run.does({ type: 'stop' })
    run.does({ type: 'start' })
    expect(run.does({ type: 'opened' })).toContainEqual({ type: 'ready', reconnected: true })
  })
  test('a connection reconnects immediately when the network or the focus returns', () => {
    const run = opened()
    run.does({ type: 'closed', code: 1006 })
    expect(types(run.does({ type: 'wake' }))).toEqual(['connect', 'timer'])
  })
  test('the number of retries is reset only after a greeting and a pong', () => {
    const run = new Run()
    run.does({ type: 'start' })
    for (let round = 0; round < 12; round += 1) {
      run.does({ type: 'opened' })
      run.does({ type: 'closed', code: 1006 })
      run.does({ type: 'timer' })
    }
    expect(run.connection.tries).toBe(12)
    run.does({ type: 'opened' })
    run.does({ type: 'hello' })
    run.does({ type: 'pong' })
    expect(run.connection.tries).toBe(0)
  })
  test('a socket that does not open in time is abandoned', () => {
    const run = new Run()
    run.does({ type: 'start' })
    expect(types(run.after(10_000).does({ type: 'timer' }))).toEqual(['disconnect', 'timer'])
  })
})

test('close code 4401 ends the session without a reconnect', () => {
  const run = opened()
  expect(types(run.does({ type: 'closed', code: 4401 }))).toEqual(['clearTimer', 'sessionEnded'])
  for (const type of ['timer', 'wake', 'opened'] as const) expect(run.does({ type })).toEqual([])
  expect(types(run.does({ type: 'start' }))).toEqual(['connect', 'timer'])
})

test('a connection ignores inputs of an old socket', () => {
  const run = opened()
  const old = run.connection.generation
  run.does({ type: 'closed', code: 1006 })
  run.does({ type: 'timer' })
  const before = run.connection
  for (const input of [
    { type: 'opened', generation: old },
    { type: 'pong', generation: old },
    { type: 'closed', code: 1006, generation: old },
    { type: 'timer', generation: old },
  ] as ConnectionInput[])
    expect(stepConnection(before, input, run.now, 0.5)).toEqual({ connection: before, effects: [] })
})

test('a connection never gets stuck and never has two sockets, for any order of inputs', () => {
  const input: fc.Arbitrary<Bare> = fc.oneof(
    fc.constantFrom<Bare>(
      { type: 'start' },
      { type: 'stop' },
      { type: 'opened' },
      { type: 'hello' },
      { type: 'pong' },
      { type: 'timer' },
      { type: 'wake' },
    ),
    fc.constantFrom(1000, 1001, 1006, 4401).map((code): Bare => ({ type: 'closed', code })),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(input, fc.nat(30_000)), { maxLength: 60 }), (story) => {
      const run = new Run()
      let sockets = 0
      let timer = false
      for (const [each, ms] of story) {
        if (each.type === 'closed' && ['opening', 'open'].includes(run.connection.phase)) sockets = 0
        if (each.type === 'timer') timer = false
        const before = run.connection.generation
        for (const effect of run.after(ms).does(each)) {
          // Later events of a disconnected socket are ignored, because they have an old generation number.
          if (effect.type === 'disconnect' || effect.type === 'sessionEnded')
            expect(run.connection.generation).toBeGreaterThan(before)
          if (effect.type === 'connect') sockets += 1
          if (effect.type === 'disconnect') sockets = 0
          if (effect.type === 'timer') timer = true
          if (effect.type === 'clearTimer') timer = false
        }
        expect(sockets).toBeLessThanOrEqual(1)
        const { phase } = run.connection
        if (phase === 'idle' || phase === 'ended') expect(run.live()).toBe(false)
        // Every phase other than `idle` and `ended` has a timer, so the connection cannot get stuck.
        else if (each.type !== 'timer') expect(timer).toBe(true)
      }
    }),
  )
})
