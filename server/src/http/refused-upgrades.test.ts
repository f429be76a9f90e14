import { METHODS } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { SOCKET_PATH } from 'shared/contract/constants.ts'
import { afterEach, expect, test } from 'vitest'
import { createTestDesk, type TestDesk, type TestDeskOptions } from '../testing/test-desk.ts'

let desk: TestDesk
afterEach(() => desk?.close())

async function listen(options: TestDeskOptions): Promise<void> {
  desk = await createTestDesk(options)
  await desk.app.listen({ port: 0, host: '127.0.0.1' })
}

/** Sends an upgrade request and half-closes the connection. Returns the status after the server closes its side. */
function statusOf(method: string, path: string, headers = ''): Promise<number> {
  const { port } = desk.app.server.address() as AddressInfo
  const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
  return new Promise((resolve) => {
    let response = ''
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      response += chunk.toString('latin1')
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1])))
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: desk\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`,
    )
  })
}

const openConnections = () =>
  new Promise<number>((resolve) => desk.app.server.getConnections((_, count) => resolve(count)))

test('a refused upgrade with any method closes the connection', async () => {
  await listen({})
  for (const method of METHODS.filter((each) => each !== 'CONNECT'))
    for (const path of [SOCKET_PATH, SOCKET_PATH.slice(0, -1)])
      for (const headers of ['', 'Content-Length: 9\r\n', 'Transfer-Encoding: chunked\r\n'])
        expect([method, await statusOf(method, path, headers)]).toEqual([
          method,
          expect.toBeOneOf([400, 401, 404]),
        ])
  await expect.poll(openConnections).toBe(0)
})

test('refuses an upgrade above the rate limit of the IP address and closes the connection', async () => {
  await listen({ config: (config) => ({ ...config, callsPerMinute: 1 }) })
  const statuses: number[] = []
  for (let count = 0; count < 12; count += 1) statuses.push(await statusOf('GET', SOCKET_PATH))
  expect(statuses.slice(-2)).toEqual([429, 429])
  await expect.poll(openConnections).toBe(0)
})

test('refuses an upgrade under overload and closes the connection', async () => {
  await listen({ maxEventLoopDelayMs: 50 })
  do {
    const until = performance.now() + 200
    while (performance.now() < until);
    await new Promise(setImmediate)
  } while (!desk.app.isUnderPressure())
  expect(await statusOf('GET', SOCKET_PATH)).toBe(503)
  await expect.poll(openConnections).toBe(0)
})
