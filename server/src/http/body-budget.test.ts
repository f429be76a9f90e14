import { once } from 'node:events'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let desk: TestDesk
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  desk = await createTestDesk({ requestTimeoutMs: 20_000 })
  await desk.app.listen({ port: 0, host: '127.0.0.1' })
  port = (desk.app.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => desk?.close())

const MIB = 1024 * 1024
const SIGNATURE = `x-line-signature: ${'a'.repeat(43)}=`

/** A request whose headers are sent and whose body is not. */
function begin(path: string, bytes: number, ...headers: string[]): Socket {
  const socket = createConnection(port, '127.0.0.1')
  sockets.push(socket)
  const lines = [`POST ${path} HTTP/1.1`, 'Host: desk', 'Content-Type: application/json', ...headers]
  socket.write(`${[...lines, `Content-Length: ${bytes}`].join('\r\n')}\r\n\r\n`)
  return socket
}

async function answerOf(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString('utf8')
}

test.each([[], ['x-line-signature: '], ['x-line-signature: not-a-signature']])(
  'a webhook without the form of a signature is refused before its body is there (%s)',
  async (...headers) => {
    expect(await answerOf(begin('/line/webhook/main', 2 * MIB, ...headers))).toMatch(
      /^HTTP\/1\.1 401 .*invalid_signature/s,
    )
  },
)

test('connections that announce bodies and send none keep nobody from being heard', async () => {
  for (let count = 0; count < 1_200; count += 1) begin('/line/webhook/main', 64 * 1024, SIGNATURE)
  const heard = begin('/line/webhook/main', 2, SIGNATURE)
  heard.write('{}')
  expect(await answerOf(heard)).toMatch(/^HTTP\/1\.1 401 .*invalid_signature/s)
})

test.each([
  ['/line/webhook/main', 2 * MIB, [SIGNATURE]],
  ['/auth/line/callback', MIB, []],
])(
  '%s: no more than 32 MiB of bodies of one address are held at once',
  async (path, bytes, headers) => {
    const held = 32 * MIB - 1
    const begun: Socket[] = []
    for (let sent = 0; sent < held; sent += bytes - 1) {
      const socket = begin(path, bytes, ...headers)
      socket.write(Buffer.alloc(Math.min(bytes - 1, held - sent), ' '))
      begun.push(socket)
    }
    const answers = async (): Promise<string> => {
      const socket = begin(path, 100, ...headers)
      socket.write(Buffer.alloc(100, ' '))
      const answer = await answerOf(socket)
      return answer.slice(9, 12)
    }
    // What has been sent arrives in its own time.
    await expect.poll(answers, { timeout: 20_000 }).toBe('503')
    for (const socket of begun) socket.destroy()
    await expect.poll(answers, { timeout: 20_000 }).toMatch(/^4/)
  },
  60_000,
)

test('a request that does not become whole is ended after the request time-out', async () => {
  const impatient = await createTestDesk({ requestTimeoutMs: 300 })
  try {
    await impatient.app.listen({ port: 0, host: '127.0.0.1' })
    const address = impatient.app.server.address() as AddressInfo
    const ended = [
      '',
      'GET / HTTP/1.1\r\nHost: d',
      `POST /line/webhook/main HTTP/1.1\r\nHost: desk\r\n${SIGNATURE}\r\nContent-Length: 9\r\n\r\n{`,
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
