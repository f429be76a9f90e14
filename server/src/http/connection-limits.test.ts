import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isLoopback, limitConnections } from './connection-limits.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function listen(firstByteWithinMs: number, perAddress: number, isExempt = (_address: string) => false) {
  const server = createServer((_request, response) => response.end('well'))
  const tooMany: string[] = []
  limitConnections(server, {
    perAddress,
    isExempt,
    firstByteWithinMs,
    onTooMany: (address) => tooMany.push(address),
  })
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

/** Resolves to true when the server sends a response, to false when the server closes the connection. */
function isResponding(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
    socket.write('GET /healthz HTTP/1.1\r\nHost: desk\r\n\r\n')
  })
}

test('limits concurrent connections per IP address, without affecting other addresses or later connections', async () => {
  const { port, tooMany } = await listen(60_000, 3)
  const sockets = [open(port), open(port), open(port)]
  for (const socket of sockets) expect(await isResponding(socket)).toBe(true)
  expect(await isResponding(open(port))).toBe(false)
  expect(tooMany).toEqual(['127.0.0.1'])
  expect(await isResponding(open(port, '127.0.0.2'))).toBe(true)
  sockets[0]?.destroy()
  await expect.poll(() => isResponding(open(port))).toBe(true)
})

test('closes a connection that sends nothing and keeps a connection with a request', async () => {
  const { port } = await listen(300, 10)
  const used = open(port)
  const unused = open(port)
  expect(await isResponding(used)).toBe(true)
  unused.resume()
  await once(unused, 'close')
  expect(await isResponding(used)).toBe(true)
})

test('does not limit connections of programs on the server machine', async () => {
  expect(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '1::1'].map(isLoopback)).toEqual([
    false,
    false,
    false,
    false,
  ])
  const { port } = await listen(60_000, 1, isLoopback)
  const sockets = [open(port), open(port), open(port)]
  for (const socket of sockets) expect(await isResponding(socket)).toBe(true)
})
