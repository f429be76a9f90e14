import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { addBodyBudget } from './body-budget.ts'
import { addBodyDeadline } from './body-deadline.ts'
import { addErrorHandler } from './error-handler.ts'

let desk: TestDesk
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  // Creates a desk that identifies clients by X-Forwarded-For.
  desk = await createTestDesk({
    requestTimeoutMs: 60_000,
    config: (config) => ({ ...config, trustProxy: 1 }),
  })
  await desk.app.listen({ port: 0, host: '127.0.0.1' })
  port = (desk.app.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => desk?.close())

const MIB = 1024 * 1024
const SIGNATURE = `x-line-signature: ${'a'.repeat(43)}=`

/** Opens a connection and sends the headers of a request but no body. */
function begin(path: string, bytes: number, headers: string[] = [], at = port): Socket {
  const socket = createConnection(at, '127.0.0.1')
  sockets.push(socket)
  const lines = [`POST ${path} HTTP/1.1`, 'Host: desk', 'Content-Type: application/json', ...headers]
  socket.write(`${[...lines, `Content-Length: ${bytes}`].join('\r\n')}\r\n\r\n`)
  return socket
}

async function responseOf(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString('utf8')
}

test.each([[], ['x-line-signature: '], ['x-line-signature: not-a-signature']])(
  'refuses a webhook with a malformed signature header before its body arrives (%s)',
  async (...headers) => {
    expect(await responseOf(begin('/line/webhook/main', 2 * MIB, headers))).toMatch(
      /^HTTP\/1\.1 401 .*invalid_signature/s,
    )
  },
)

test('serves other clients while many connections announce bodies and send none', async () => {
  for (let count = 0; count < 1_200; count += 1) begin('/line/webhook/main', 64 * 1024, [SIGNATURE])
  const received = begin('/line/webhook/main', 2, [SIGNATURE])
  received.write('{}')
  expect(await responseOf(received)).toMatch(/^HTTP\/1\.1 401 .*invalid_signature/s)
})

describe('a full body budget', () => {
  let full: TestDesk
  beforeAll(async () => {
    full = await createTestDesk({
      requestTimeoutMs: 60_000,
      bodyLimits: { addressBytes: MIB, totalBytes: 8 * MIB },
      config: (config) => ({ ...config, trustProxy: 1 }),
    })
    await full.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => full?.close())

  /**
   * Sends an incomplete body from each IP address, nearly as large as allowed. Returns the response status of each,
   * undefined while the request is open.
   */
  function hold(path: string, addresses: string[], headers: string[]): (string | undefined)[] {
    const { port } = full.app.server.address() as AddressInfo
    const ended = addresses.map((): string | undefined => undefined)
    for (const [at, address] of addresses.entries()) {
      const socket = begin(path, MIB, [...headers, `X-Forwarded-For: ${address}`], port)
      socket.on('error', () => {})
      socket.on('data', (chunk: Buffer) => {
        ended[at] ??= chunk.toString('latin1', 9, 12)
      })
      socket.on('close', () => {
        ended[at] ??= 'closed'
      })
      socket.write(Buffer.alloc(MIB - 1, ' '))
    }
    return ended
  }
  const count = (ended: (string | undefined)[]) => ended.filter((status) => status !== undefined).length
  const networks = (count: number) => Array.from({ length: count }, (_, at) => `2001:db8:0:${at}::1`)

  test('a full body budget refuses the oldest incomplete webhook and accepts a signed webhook from LINE', async () => {
    const ended = hold('/line/webhook/main', networks(11), [SIGNATURE])
    await expect.poll(() => count(ended)).toBeGreaterThanOrEqual(2)
    const text = 'ก'.repeat(4_000)
    const events = Array.from({ length: 20 }, () => textEvent(randomLineUserId(), text))
    expect((await postWebhook(full, events)).statusCode).toBe(200)
  })

  test("a full body budget refuses the oldest incomplete call and accepts another staff member's call", async () => {
    const [{ token }, otherAgent] = [await full.signInAs(), await full.signInAs()]
    const held = hold('/auth/logout', networks(11), [`Authorization: Bearer ${token}`])
    await expect.poll(() => count(held)).toBeGreaterThanOrEqual(2)
    const response = await full.app.inject({
      method: 'POST',
      url: '/auth/logout',
      headers: { ...otherAgent.headers, 'content-type': 'application/json' },
      payload: '{}'.padEnd(MIB / 2),
    })
    expect(response.statusCode).toBe(200)
  })

  test('refuses the oldest body of an IP address above its limit, and no body of other addresses', async () => {
    const other = hold('/line/webhook/main', ['192.0.2.1'], [SIGNATURE])
    const own = hold('/line/webhook/main', Array(4).fill('192.0.2.2'), [SIGNATURE])
    await expect.poll(() => count(own)).toBe(3)
    expect(count(other)).toBe(0)
  })
})

test('the body budget counts complete bodies until their response, and has a reserve for small bodies', async () => {
  const app = Fastify({ bodyLimit: 2 * MIB })
  addErrorHandler(app)
  addBodyBudget(app, { addressBytes: 4 * MIB, totalBytes: 4 * MIB })
  const releases: (() => void)[] = []
  app.post('/', async () => {
    await new Promise<void>((resolve) => releases.push(resolve))
    return 'done'
  })
  const post = (bytes: number) =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'text/plain' },
      payload: ' '.repeat(bytes),
    })
  const held = [post(MIB), post(MIB), post(MIB), post(MIB)]
  await expect.poll(() => releases.length).toBe(4)
  expect((await post(MIB)).statusCode).toBe(503)
  const small = Array.from({ length: 8 }, () => post(64 * 1024))
  await expect.poll(() => releases.length).toBe(12)
  expect((await post(64 * 1024)).statusCode).toBe(503)
  for (const release of releases.splice(0)) release()
  for (const each of await Promise.all([...held, ...small])) expect(each.statusCode).toBe(200)
  const last = post(MIB)
  await expect.poll(() => releases.length).toBe(1)
  releases[0]?.()
  expect((await last).statusCode).toBe(200)
  await app.close()
})

describe('deadline of request bodies', () => {
  let app: FastifyInstance
  const late: string[] = []
  beforeAll(async () => {
    app = Fastify()
    addBodyDeadline(app, {
      withinMs: 30_000,
      onLate: (_error, socket) => {
        late.push('ended')
        socket.destroy()
      },
    })
    app.post('/', async () => 'done')
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => {
    vi.useRealTimers()
    late.length = 0
  })
  afterAll(() => app?.close())

  /** Opens a request and waits until the app has read `bytes` bytes of the body. */
  async function beginAndSend(bytes: number): Promise<void> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const began = once(app.server, 'request')
    const socket = begin('/', 1_000_000, [], (app.server.address() as AddressInfo).port)
    socket.on('error', () => {})
    const [request] = (await began) as [IncomingMessage]
    await new Promise(setImmediate)
    const before = request.socket.bytesRead
    socket.write(Buffer.alloc(bytes, ' '))
    while (request.socket.bytesRead < before + bytes) await new Promise(setImmediate)
  }

  test('ends a request whose body is slower than the minimum rate after the grace period', async () => {
    await beginAndSend(0)
    vi.advanceTimersByTime(9_000)
    expect(late).toEqual([])
    vi.advanceTimersByTime(2_000)
    expect(late).toEqual(['ended'])
  })

  test('received bytes extend the body deadline, up to the maximum total time', async () => {
    await beginAndSend(20_000)
    vi.advanceTimersByTime(19_000)
    expect(late).toEqual([])
    vi.advanceTimersByTime(3_000)
    expect(late).toEqual(['ended'])
    late.length = 0
    await beginAndSend(200_000)
    vi.advanceTimersByTime(29_000)
    expect(late).toEqual([])
    vi.advanceTimersByTime(2_000)
    expect(late).toEqual(['ended'])
  })
})

test('the server ends an incomplete request at the request timeout', async () => {
  const impatient = await createTestDesk({ requestTimeoutMs: 300 })
  try {
    await impatient.app.listen({ port: 0, host: '127.0.0.1' })
    const address = impatient.app.server.address() as AddressInfo
    const ended = [
      '',
      'GET / HTTP/1.1\r\nHost: d',
      `POST /line/webhook/main HTTP/1.1\r\nHost: desk\r\n${SIGNATURE}\r\nContent-Length: 9\r\n\r\n{`,
      `POST /line/webhook/main HTTP/1.1\r\nHost: desk\r\n${SIGNATURE}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
      'POST /api/nothing HTTP/1.1\r\nHost: desk\r\nContent-Length: 9\r\n\r\n{',
    ].map(async (bytes) => {
      const socket = createConnection(address.port, '127.0.0.1')
      socket.resume()
      if (bytes !== '') socket.write(bytes)
      await once(socket, 'close')
    })
    await Promise.all(ended)
  } finally {
    await impatient.close()
  }
}, 20_000)
