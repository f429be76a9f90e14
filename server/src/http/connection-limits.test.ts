import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestDesk } from '../testing/test-desk.ts'
import { limitConnections } from './connection-limits.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function listen(firstByteWithinMs: number, perAddress: number) {
  const server = createServer((_request, response) => response.end('well'))
  const tooMany: string[] = []
  limitConnections(server, { perAddress, firstByteWithinMs, onTooMany: (address) => tooMany.push(address) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, tooMany }
}

function open(port: number, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  ends.push(() => socket.destroy())
  return socket
}

/** Whether the server answers over it, or has closed it. */
function isAnswered(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
    socket.write('GET /healthz HTTP/1.1\r\nHost: desk\r\n\r\n')
  })
}

test('an address has so many connections at once; another address and later ones are served', async () => {
  const { port, tooMany } = await listen(60_000, 3)
  const sockets = [open(port), open(port), open(port)]
  for (const socket of sockets) expect(await isAnswered(socket)).toBe(true)
  expect(await isAnswered(open(port))).toBe(false)
  expect(tooMany).toEqual(['127.0.0.1'])
  expect(await isAnswered(open(port, '127.0.0.2'))).toBe(true)
  sockets[0]?.destroy()
  await expect.poll(() => isAnswered(open(port))).toBe(true)
})

test('a connection without a byte is closed, one that has asked is kept', async () => {
  const { port } = await listen(300, 10)
  const used = open(port)
  const unused = open(port)
  expect(await isAnswered(used)).toBe(true)
  unused.resume()
  await once(unused, 'close')
  expect(await isAnswered(used)).toBe(true)
})

test.each([
  [0, 500],
  [1, 520],
])('the desk behind %i proxies serves %i of 520 connections of one address', async (trustProxy, served) => {
  const desk = await createTestDesk({ config: (config) => ({ ...config, trustProxy }) })
  ends.push(() => desk.close())
  await desk.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = desk.app.server.address() as AddressInfo
  const answers = await Promise.all(Array.from({ length: 520 }, () => isAnswered(open(port))))
  expect(answers.filter((answered) => answered)).toHaveLength(served)
})
