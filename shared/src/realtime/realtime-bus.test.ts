import type { AddressInfo } from 'node:net'
import { serverNow } from 'shared/session'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { type BusEvent, createBus, pollInterval, type RealtimeBus } from './realtime-bus.ts'
import type { ConnectionParts } from './socket-connection.ts'

/** A real WebSocket server that sends a greeting and responds to pings unless a test disables that. */
let server: WebSocketServer
let received: string[] = []
/** Values of the received `viewing` frames, in order. */
let viewed: (string | null)[] = []
let protocols: string[] = []
let greets = true
let repliesToPings = true
let serverTime: (() => string) | undefined
const sockets = new Set<ServerSocket>()
const stops: (() => void)[] = []

const id = (number: number) => `7f3a91c2-5c1e-4f0a-9b7d-${String(number).padStart(12, '0')}`

beforeEach(async () => {
  received = []
  viewed = []
  protocols = []
  greets = true
  repliesToPings = true
  serverTime = undefined
  server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    path: '/ws/chat/',
    handleProtocols: (protocolsOffered) => {
      protocols = [...protocolsOffered]
      return 'desk.v1'
    },
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (greets) say({ type: 'hello', data: { server_time: serverTime?.() ?? 'now', ping_ms: 5_000 } })
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { type: string; ticket_id?: string | null; at?: number }
      if (frame.type === 'ping') {
        if (greets && repliesToPings)
          say({ type: 'pong', data: { at: frame.at ?? null, server_time: serverTime?.() } })
      } else if (frame.type === 'viewing') viewed.push(frame.ticket_id ?? null)
      else received.push(`${frame.type} ${frame.ticket_id}`)
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  for (const socket of sockets) socket.terminate()
  await new Promise((resolve) => server.close(resolve))
})

function say(event: unknown): void {
  for (const socket of sockets) socket.send(JSON.stringify(event))
}

function start(parts: Partial<ConnectionParts> = {}): { bus: RealtimeBus; events: BusEvent[] } {
  // Reads the port once, so that a stopped bus that still reconnects does not reach the server of the next test.
  const { port } = server.address() as AddressInfo
  const bus = createBus({
    url: () => `ws://127.0.0.1:${port}/ws/chat/`,
    token: () => 'secret',
    onSessionEnded: () => {},
    ...parts,
  })
  const events: BusEvent[] = []
  stops.push(
    bus.listen((event) => events.push(event)),
    bus.start(),
  )
  return { bus, events }
}

const soon = { timeout: 15_000, interval: 5 }
const becomes = (bus: RealtimeBus, status: string) =>
  vi.waitFor(() => expect(bus.getState().status).toBe(status), soon)

test('the event bus sends the open conversation once per socket, and forgets the viewers when the socket closes', async () => {
  const { bus } = start()
  await becomes(bus, 'live')
  bus.subscribeTicket(id(1))
  const end = bus.subscribeTicket(id(2), 'open')
  bus.subscribeTicket(id(3))
  await vi.waitFor(() => expect(viewed).toEqual([id(2)]), soon)
  const viewer = { id: 'x', display_name: 'กิตติ', typing: true }
  say({ type: 'presence', data: { ticket_id: id(1), viewers: [viewer] } })
  await vi.waitFor(() => expect(bus.viewersOf(id(1))).toMatchObject([viewer]), soon)
  expect(bus.viewersOf(id(1))).toBe(bus.viewersOf(id(1)))
  for (const socket of sockets) socket.terminate()
  await vi.waitFor(() => expect(bus.viewersOf(id(1))).toEqual([]), soon)
  bus.wake()
  await vi.waitFor(() => expect(viewed).toEqual([id(2), id(2)]), soon)
  await becomes(bus, 'live')
  expect(bus.viewersOf(id(1))).toEqual([])
  say({ type: 'error', data: { code: 'internal', ticket_id: id(2) } })
  await vi.waitFor(() => expect(viewed).toEqual([id(2), id(2), id(2)]), soon)
  end()
  await vi.waitFor(() => expect(viewed.at(-1)).toBe(null), soon)
})

test('the bus sends a `typing` frame on the first key, again after 8 s, and immediately in another ticket', async () => {
  let time = Date.now()
  const { bus } = start({ now: () => time })
  await becomes(bus, 'live')
  const typed = (ticket: number, afterMs: number) => {
    time += afterMs
    bus.notifyTyping(id(ticket))
  }
  typed(1, 0)
  typed(1, 1)
  typed(1, 7_998)
  typed(1, 1)
  typed(2, 1)
  await vi.waitFor(() => expect(received).toEqual([1, 1, 2].map((ticket) => `typing ${id(ticket)}`)), soon)
})

test('the event bus is not live while the database is down, and publishes a resync when the database is back', async () => {
  const { bus, events } = start()
  await becomes(bus, 'live')
  say({ type: 'database', data: { state: 'away' } })
  await becomes(bus, 'no-database')
  expect(pollInterval('queue', bus.getState())).toBeLessThan(30_000)
  // The next pong shows that the socket is live, but not that the database is back.
  bus.wake()
  await vi.waitFor(() => expect(events.filter(({ type }) => type === 'pong').length).toBeGreaterThan(1), soon)
  expect(bus.getState().status).toBe('no-database')
  expect(events.map(({ type }) => type)).not.toContain('resync')
  say({ type: 'database', data: { state: 'ready' } })
  await becomes(bus, 'live')
  expect(events.at(-1)).toEqual({ type: 'resync', data: { reason: 'database_back' } })
})

test('a new socket is live although the earlier socket reported that the database is down', async () => {
  const { bus } = start({ random: () => 0.5 })
  await becomes(bus, 'live')
  say({ type: 'database', data: { state: 'away' } })
  await becomes(bus, 'no-database')
  for (const socket of sockets) socket.terminate()
  await becomes(bus, 'offline')
  await becomes(bus, 'live')
})

test("sets the page's clock from the server time in the greeting and in pongs", async () => {
  const then = Date.parse('2030-01-01T00:00:00Z')
  serverTime = () => new Date(then).toISOString()
  const { bus } = start()
  await becomes(bus, 'live')
  expect(serverNow() - then).toBeLessThan(15_000)
  serverTime = () => new Date(then + 3_600_000).toISOString()
  bus.wake()
  await vi.waitFor(() => expect(serverNow()).toBeGreaterThanOrEqual(then + 3_600_000), soon)
})

test('the socket sends the token as a subprotocol, and is live after a greeting and a pong', async () => {
  const { bus } = start()
  expect(bus.getState().status).toBe('connecting')
  await becomes(bus, 'live')
  expect(protocols).toEqual(['desk.v1', 'bearer.secret'])
})

test("the event bus is stale when the server sends no greeting, and still publishes the server's events", async () => {
  greets = false
  const { bus, events } = start()
  await becomes(bus, 'stale')
  say({ type: 'ticket_list_update', data: {} })
  await vi.waitFor(() => expect(events).toMatchObject([{ type: 'ticket_list_update' }]), soon)
})

test('the event bus publishes no new state when the status is unchanged', async () => {
  const { bus, events } = start()
  await becomes(bus, 'live')
  const [before, subscribed] = [bus.getState(), vi.fn()]
  bus.onState(subscribed)
  say({ type: 'ticket_list_update', data: {} })
  await vi.waitFor(() => expect(events.map(({ type }) => type)).toContain('ticket_list_update'), soon)
  expect(subscribed).not.toHaveBeenCalled()
  expect(bus.getState()).toBe(before)
})

test('the event bus is stale when pings are unanswered, and live again after the next pong', async () => {
  const { bus } = start()
  await becomes(bus, 'live')
  const socketsWhenStale = new Promise<number>((resolve) => {
    bus.onState(() => bus.getState().status === 'stale' && resolve(sockets.size))
  })
  repliesToPings = false
  expect(await socketsWhenStale).toBe(1)
  repliesToPings = true
  await vi.waitFor(() => expect(bus.getState().status).toBe('live'), { timeout: 15_000, interval: 20 })
})

describe('ticket subscriptions of the event bus', () => {
  test('ticket subscriptions are counted, sent when the socket opens, and sent again after a reconnect', async () => {
    const { bus, events } = start()
    const first = bus.subscribeTicket(id(1))
    const second = bus.subscribeTicket(id(1), 'open')
    await vi.waitFor(() => expect(received).toEqual([`subscribe_ticket ${id(1)}`]), soon)
    first()
    first()
    bus.subscribeTicket(id(2))
    await vi.waitFor(() => expect(received.at(-1)).toBe(`subscribe_ticket ${id(2)}`), soon)
    received = []
    for (const socket of sockets) socket.terminate()
    await becomes(bus, 'offline')
    bus.wake()
    await becomes(bus, 'live')
    expect([...received].sort()).toEqual([`subscribe_ticket ${id(1)}`, `subscribe_ticket ${id(2)}`])
    expect(events).toContainEqual({ type: 'resync', data: { reason: 'reconnected' } })
    second()
    await vi.waitFor(() => expect(received).toContain(`unsubscribe_ticket ${id(1)}`), soon)
  })

  test('a reordered list sends no subscription frame, and a replaced row sends two frames', async () => {
    const { bus, events } = start()
    await becomes(bus, 'live')
    const show = (...rows: number[]) => rows.map((row) => bus.subscribeTicket(id(row)))
    let ends = show(1, 2, 3)
    const showInstead = (...rows: number[]) => {
      for (const end of ends) end()
      ends = show(...rows)
    }
    await vi.waitFor(() => expect(received).toHaveLength(3), soon)
    received = []
    showInstead(3, 1, 2)
    await Promise.resolve()
    showInstead(4, 3, 1)
    await vi.waitFor(() => expect(received).toContain(`subscribe_ticket ${id(4)}`), soon)
    const pongs = events.filter(({ type }) => type === 'pong').length
    bus.wake()
    await vi.waitFor(
      () => expect(events.filter(({ type }) => type === 'pong').length).toBeGreaterThan(pongs),
      soon,
    )
    expect(received).toEqual([`unsubscribe_ticket ${id(2)}`, `subscribe_ticket ${id(4)}`])
  })

  test('all ticket subscriptions are sent again when the server reports a rate limit without a ticket id', async () => {
    const { bus } = start()
    bus.subscribeTicket(id(1), 'open')
    bus.subscribeTicket(id(2))
    await vi.waitFor(() => expect([...received, ...viewed]).toHaveLength(3), soon)
    say({ type: 'error', data: { code: 'rate_limited' } })
    received = []
    bus.wake()
    await vi.waitFor(
      () => expect(received.toSorted()).toEqual([1, 2].map((each) => `subscribe_ticket ${id(each)}`)),
      soon,
    )
    await vi.waitFor(() => expect(viewed).toEqual([id(1), id(1)]), soon)
  })

  test('a ticket subscription is sent again after a temporary refusal, but not after a permanent refusal', async () => {
    const { bus } = start()
    bus.subscribeTicket(id(1), 'open')
    bus.subscribeTicket(id(2))
    await vi.waitFor(() => expect(received).toHaveLength(2), soon)
    say({ type: 'error', data: { code: 'internal', ticket_id: id(1) } })
    say({ type: 'error', data: { code: 'forbidden_channel', ticket_id: id(2) } })
    received = []
    bus.wake()
    await vi.waitFor(() => expect(received).toEqual([`subscribe_ticket ${id(1)}`]), soon)
  })

  test('refused ticket subscriptions are sent again when the database is back', async () => {
    const { bus, events } = start()
    await becomes(bus, 'live')
    say({ type: 'database', data: { state: 'away' } })
    await becomes(bus, 'no-database')
    bus.subscribeTicket(id(1), 'open')
    await vi.waitFor(() => expect(received).toHaveLength(1), soon)
    say({ type: 'error', data: { code: 'internal', ticket_id: id(1) } })
    const pongs = () => events.filter(({ type }) => type === 'pong').length
    const before = pongs()
    bus.wake()
    await vi.waitFor(() => expect(pongs()).toBeGreaterThan(before), soon)
    // The server responds to this ping after all frames that the first pong caused.
    bus.wake()
    await vi.waitFor(() => expect(pongs()).toBeGreaterThan(before + 1), soon)
    expect(received).toHaveLength(1)
    say({ type: 'database', data: { state: 'ready' } })
    await vi.waitFor(() => expect(received).toEqual(Array(2).fill(`subscribe_ticket ${id(1)}`)), soon)
  })

  test('the socket has at most 15 ticket subscriptions, always including the open conversation', async () => {
    const { bus } = start()
    bus.subscribeTicket(id(0), 'open')
    for (let row = 1; row <= 20; row += 1) bus.subscribeTicket(id(row))
    await vi.waitFor(() => expect(received).toContain(`subscribe_ticket ${id(20)}`), soon)
    const subscribed = new Set<string>()
    for (const line of received) {
      const [word, ticket = ''] = line.split(' ')
      if (word === 'subscribe_ticket') subscribed.add(ticket)
      else subscribed.delete(ticket)
      expect(subscribed.size).toBeLessThanOrEqual(15)
    }
    expect(subscribed.has(id(0))).toBe(true)
  })
})

test('the event bus ends the session and does not reconnect after close code 4401', async () => {
  const ended = vi.fn()
  const { bus } = start({ onSessionEnded: ended })
  await becomes(bus, 'live')
  for (const socket of sockets) socket.close(4401)
  await becomes(bus, 'ended')
  expect(ended).toHaveBeenCalledOnce()
  bus.wake()
  expect(bus.getState().status).toBe('ended')
})

test('a new listener of the event bus receives earlier transfer events of the same socket', async () => {
  const { bus, events } = start()
  await becomes(bus, 'live')
  const timelineEvent = {
    id: '1',
    ticket_id: id(1),
    kind: 'returned',
    after_seq: 1,
    revision: 1,
    at: '2026-11-23T02:00:00Z',
  }
  const participants = { staff: null, from: null, to: null }
  const data = {
    channel_key: 'main',
    customer: 'ธีรภัทร',
    timeline_event: { ...timelineEvent, ...participants, text: null },
  }
  say({ type: 'assignment_changed', data })
  await vi.waitFor(() => expect(events.map(({ type }) => type)).toContain('assignment_changed'), soon)
  const late: BusEvent[] = []
  bus.listen((event) => late.push(event))
  expect(late).toEqual([{ type: 'assignment_changed', data }])
  for (const socket of sockets) socket.terminate()
  await becomes(bus, 'offline')
  bus.wake()
  await becomes(bus, 'live')
  const later: BusEvent[] = []
  bus.listen((event) => later.push(event))
  expect(later).toEqual([])
})

describe('another user signs in', () => {
  test('a sign-in of another user replaces the socket', async () => {
    let token: string | null = 'first'
    const { bus, events } = start({ token: () => token })
    bus.subscribeTicket(id(1))
    await becomes(bus, 'live')
    bus.renew()
    expect(bus.getState().status).toBe('live')
    token = 'second'
    received = []
    bus.renew()
    await becomes(bus, 'live')
    expect(protocols).toEqual(['desk.v1', 'bearer.second'])
    expect(events).toContainEqual({ type: 'resync', data: { reason: 'reconnected' } })
    await vi.waitFor(
      () => expect([...received, sockets.size]).toEqual([`subscribe_ticket ${id(1)}`, 1]),
      soon,
    )
    token = null
    bus.renew()
    await vi.waitFor(() => expect(sockets.size).toBe(0), soon)
  })

  test('the end of the earlier session does not sign out the new user', async () => {
    let token = 'first'
    const ended = vi.fn()
    const { bus } = start({ token: () => token, onSessionEnded: ended })
    await becomes(bus, 'live')
    token = 'second'
    for (const socket of sockets) socket.close(4401)
    await vi.waitFor(() => expect(protocols).toEqual(['desk.v1', 'bearer.second']), soon)
    await becomes(bus, 'live')
    expect(ended).not.toHaveBeenCalled()
  })
})

test('the event bus ignores invalid frames and errors of listeners', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { bus, events } = start()
  stops.push(
    bus.listen(() => {
      throw new Error('a listener’s own trouble')
    }),
  )
  await becomes(bus, 'live')
  for (const socket of sockets) {
    socket.send('{')
    socket.send(Buffer.from([1, 2, 3]))
  }
  say({ type: 'ticket_list_update', data: {} })
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe('ticket_list_update'), soon)
  expect(warn).toHaveBeenCalled()
  expect(error).toHaveBeenCalled()
  warn.mockRestore()
  error.mockRestore()
})

test('the event bus does not open a socket without a token', async () => {
  const { bus } = start({ token: () => null })
  await becomes(bus, 'offline')
  expect(sockets.size).toBe(0)
})

test('the queue, chat and dialogs poll at short intervals unless the socket is live', () => {
  for (const status of ['connecting', 'stale', 'offline', 'ended'] as const)
    expect((['queue', 'chat', 'modal'] as const).map((kind) => pollInterval(kind, { status }))).toEqual([
      5_000, 1_500, 2_000,
    ])
  for (const kind of ['chat', 'modal'] as const) expect(pollInterval(kind, { status: 'live' })).toBe(30_000)
})
