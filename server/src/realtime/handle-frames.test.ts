import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { handleFrames } from './handle-frames.ts'
import { Client } from './sockets.ts'
import { StaffRateLimits } from './staff-rate-limits.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns a fake socket of this staff member, and the frames sent to it. */
function openSocket(staffId = 'somchai') {
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: vi.fn(),
    close: vi.fn(() => {
      socket.readyState = 2
    }),
    terminate: vi.fn(),
  })
  const receives = (frame: object) => socket.emit('message', Buffer.from(JSON.stringify(frame)), false)
  const texts = () => socket.send.mock.calls.splice(0).map(([frame]) => JSON.parse(frame) as unknown)
  const signedIn = { scope: {}, staff: { id: staffId } }
  return { socket, client: new Client(socket as unknown as WebSocket, signedIn as never), receives, texts }
}

test('during a flood of frames each refused subscription is reported, and pings and unsubscribes still work', async () => {
  const { client, receives, texts } = openSocket()
  const warn = vi.fn()
  const [unsubscribe, view] = [vi.fn(), vi.fn()]
  // Context without a database, so that every lookup fails.
  const context = { availability: { warn }, now: () => new Date('2026-11-26T10:00:00Z') }
  const rateLimits = new StaffRateLimits()
  const parts = { context, sockets: { unsubscribe }, presence: { view }, typing: {}, rateLimits }
  handleFrames(parts as never, client)
  const ticket = (number: number) => `7f3a91c2-5c1e-4f0a-9b7d-${String(number).padStart(12, '0')}`
  for (let number = 0; number < 120; number += 1)
    receives({ type: 'subscribe_ticket', ticket_id: ticket(number) })
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(120))
  texts()
  // Stops the clock, so that the number of allowed frames does not depend on how long sending takes.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  for (let number = 120; number < 240; number += 1)
    receives({ type: 'subscribe_ticket', ticket_id: ticket(number) })
  texts()
  for (const number of [300, 301]) receives({ type: 'subscribe_ticket', ticket_id: ticket(number) })
  receives({ type: 'viewing', ticket_id: ticket(300) })
  receives({ type: 'viewing', ticket_id: null })
  receives({ type: 'ping', at: 1 })
  receives({ type: 'unsubscribe_ticket', ticket_id: ticket(3) })
  const refused = { type: 'error', data: { code: 'rate_limited' } }
  const refusedOf = (number: number) => ({ ...refused, data: { ...refused.data, ticket_id: ticket(number) } })
  const pong = { type: 'pong', data: { at: 1, server_time: '2026-11-26T10:00:00.000Z' } }
  expect(texts()).toEqual([...[300, 301, 300].map(refusedOf), refused, pong])
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledWith(client, ticket(3)))
})

test('frames of a closing socket are ignored', () => {
  const { socket, client, receives } = openSocket()
  const [type, show] = [vi.fn(), vi.fn()]
  const rateLimits = new StaffRateLimits()
  const parts = {
    context: { now: () => new Date() },
    sockets: {},
    presence: { type },
    typing: { show },
    rateLimits,
  }
  handleFrames(parts as never, client)
  const say = () => {
    receives({ type: 'typing', ticket_id: crypto.randomUUID() })
    receives({ type: 'ping' })
  }
  say()
  expect([type, show, socket.send].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  socket.readyState = 2
  say()
  expect([type, show, socket.send].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
})

test('frames are counted per staff member, over all sockets of that person', () => {
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const show = vi.fn()
  const parts = {
    ...{ context: {}, sockets: {}, presence: { type: vi.fn() }, typing: { show } },
    rateLimits: new StaffRateLimits(),
  }
  const open = (staffId?: string) => {
    const opened = openSocket(staffId)
    handleFrames(parts as never, opened.client)
    return opened
  }
  const say = ({ receives }: ReturnType<typeof openSocket>) =>
    receives({ type: 'typing', ticket_id: crypto.randomUUID() })
  for (const socket of Array.from({ length: 30 }, () => open())) for (let n = 0; n < 20; n += 1) say(socket)
  expect(show).toHaveBeenCalledTimes(120)
  say(open())
  expect(show).toHaveBeenCalledTimes(120)
  say(open('malee'))
  expect(show).toHaveBeenCalledTimes(121)
})

test('only the last of several pending frames of type viewing is handled', async () => {
  const { client, receives } = openSocket()
  const [view, channelViewedBy] = [vi.fn(), vi.fn(() => 'main')]
  const rateLimits = new StaffRateLimits()
  handleFrames({ context: {}, sockets: {}, presence: { view, channelViewedBy }, rateLimits } as never, client)
  const last = crypto.randomUUID()
  for (let count = 0; count < 50; count += 1) receives({ type: 'viewing', ticket_id: crypto.randomUUID() })
  receives({ type: 'viewing', ticket_id: last })
  await vi.waitFor(() => expect(view).toHaveBeenCalled())
  expect(view.mock.calls).toEqual([[client, { ticketId: last, channelKey: 'main' }]])
})

/** One frame of each kind that a client can repeat without limit. */
const FLOODS: Record<string, (opened: ReturnType<typeof openSocket>) => void> = {
  pings: ({ receives }) => receives({ type: 'ping' }),
  subscriptions: ({ receives }) => receives({ type: 'subscribe_ticket', ticket_id: crypto.randomUUID() }),
  'texts that are not frames': ({ socket }) => socket.emit('message', Buffer.from('{'), false),
  'binary messages': ({ socket }) => socket.emit('message', Buffer.alloc(9), true),
  'pings of the protocol': ({ socket }) => socket.emit('ping', Buffer.alloc(0)),
  'pongs of the protocol': ({ socket }) => socket.emit('pong', Buffer.alloc(0)),
}

describe('a client that floods its socket with frames', () => {
  const open = () => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const opened = openSocket()
    const sockets = { unsubscribe: vi.fn() }
    const context = { now: () => new Date(), availability: { warn: vi.fn() } }
    const rateLimits = new StaffRateLimits()
    handleFrames({ context, sockets, presence: {}, typing: {}, rateLimits } as never, opened.client)
    return opened
  }

  test.each(Object.entries(FLOODS))(
    'too many %s close the socket, and terminate it if they continue',
    (_what, send) => {
      const opened = open()
      for (let count = 0; count < 330; count += 1) send(opened)
      expect(opened.socket.close.mock.calls).toEqual([[1008, 'too many frames']])
      expect(opened.socket.terminate).not.toHaveBeenCalled()
      for (let count = 0; count < 200; count += 1) send(opened)
      expect(opened.socket.terminate).toHaveBeenCalled()
    },
  )

  test.each(Object.entries(FLOODS))(
    'terminates a socket whose session has ended after too many %s',
    (_what, send) => {
      const opened = open()
      opened.socket.readyState = 2
      for (let count = 0; count < 201; count += 1) send(opened)
      expect(opened.socket.terminate).toHaveBeenCalled()
    },
  )

  test('a flood of frames closes the socket even when refused frames alternate with allowed ones', () => {
    const opened = open()
    for (let second = 0; second < 30; second += 1) {
      vi.mocked(performance.now).mockReturnValue(second * 1_000)
      for (let count = 0; count < 20; count += 1) opened.receives({ type: 'ping' })
    }
    expect(opened.socket.close).toHaveBeenCalled()
  })

  test('pongs that answer our pings do not close the socket', () => {
    const opened = open()
    for (let count = 0; count < 1_000; count += 1) {
      vi.mocked(performance.now).mockReturnValue(count * 4_000)
      opened.socket.emit('pong', Buffer.alloc(0))
    }
    expect(opened.socket.close).not.toHaveBeenCalled()
  })
})
