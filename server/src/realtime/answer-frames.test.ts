import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { answerFrames } from './answer-frames.ts'
import { Client } from './sockets.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A socket of nobody's, and what was said to it. */
function openSocket() {
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: vi.fn(),
    close: vi.fn(),
  })
  const hears = (frame: object) => socket.emit('message', Buffer.from(JSON.stringify(frame)), false)
  const said = () => socket.send.mock.calls.splice(0).map(([frame]) => JSON.parse(frame) as unknown)
  return { socket, client: new Client(socket as unknown as WebSocket, { scope: {} } as never), hears, said }
}

test('who asks for too much at once is told of each ticket, still proves that the socket is live, and may end what was let through', async () => {
  const { client, hears, said } = openSocket()
  const warn = vi.fn()
  const [unsubscribe, view] = [vi.fn(), vi.fn()]
  // Without a database.
  const context = { availability: { warn } }
  answerFrames({ context, sockets: { unsubscribe }, presence: { view }, typing: {} } as never, client)
  const ticket = (number: number) => `7f3a91c2-5c1e-4f0a-9b7d-${String(number).padStart(12, '0')}`
  for (let number = 0; number < 60; number += 1)
    hears({ type: 'subscribe_ticket', ticket_id: ticket(number) })
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(60))
  said()
  // As many as may be let through while the sixty were sent.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  for (let number = 60; number < 120; number += 1)
    hears({ type: 'subscribe_ticket', ticket_id: ticket(number) })
  said()
  for (const number of [200, 201]) hears({ type: 'subscribe_ticket', ticket_id: ticket(number) })
  hears({ type: 'viewing', ticket_id: ticket(200) })
  hears({ type: 'viewing', ticket_id: null })
  hears({ type: 'ping', at: 1 })
  hears({ type: 'unsubscribe_ticket', ticket_id: ticket(3) })
  const refused = { type: 'error', data: { code: 'rate_limited' } }
  const refusedOf = (number: number) => ({ ...refused, data: { ...refused.data, ticket_id: ticket(number) } })
  expect(said()).toEqual([...[200, 201, 200].map(refusedOf), refused, { type: 'pong', data: { at: 1 } }])
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledWith(client, ticket(3)))
})

test('what comes over a socket that is closing counts no more', () => {
  const { socket, client, hears } = openSocket()
  const [type, show] = [vi.fn(), vi.fn()]
  const parts = { context: {}, sockets: {}, presence: { type }, typing: { show } }
  answerFrames(parts as never, client)
  const say = () => {
    hears({ type: 'typing', ticket_id: crypto.randomUUID() })
    hears({ type: 'ping' })
  }
  say()
  expect([type, show, socket.send].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  socket.readyState = 2
  say()
  expect([type, show, socket.send].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
})
