import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { answerFrames } from './answer-frames.ts'
import { Client } from './sockets.ts'

test('what comes over a socket that is closing counts no more', () => {
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: vi.fn(),
  })
  const client = new Client(socket as unknown as WebSocket, { scope: {} } as never)
  const [type, show] = [vi.fn(), vi.fn()]
  const parts = { context: {}, sockets: {}, presence: { type }, typing: { show } }
  answerFrames(parts as never, client)
  const say = () => {
    socket.emit(
      'message',
      Buffer.from(JSON.stringify({ type: 'typing', ticket_id: crypto.randomUUID() })),
      false,
    )
    socket.emit('message', Buffer.from(JSON.stringify({ type: 'ping' })), false)
  }
  say()
  expect([type, show, socket.send].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  socket.readyState = 2
  say()
  expect([type, show, socket.send].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
})
