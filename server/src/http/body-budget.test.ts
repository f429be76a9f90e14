import { once } from 'node:events'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let desk: TestDesk
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  desk = await createTestDesk({ requestTimeoutMs: 60_000 })
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

test.each([['/line/webhook/main', 2 * MIB, [SIGNATURE]]])(
  '%s: no more than 32 MiB of bodies of one address are held at once',
  async (path, bytes, headers) => {
    const fitting = (32 * MIB) / bytes
    const answers: string[] = []
    const waiting = new Set<Socket>()
    for (let count = 0; count < fitting + 8; count += 1) {
      const socket = begin(path, bytes, ...headers)
      waiting.add(socket)
      socket.on('data', (chunk: Buffer) => answers.push(chunk.toString('utf8', 9, 12)))
      // Who is refused while sending may hear no more than the end.
      for (const event of ['data', 'close', 'error']) socket.on(event, () => waiting.delete(socket))
      socket.write(Buffer.alloc(bytes - 1, ' '))
    }
    // Each is refused or arrives, in whatever order. When the last one was refused the others filled the room, and they stay.
    await expect.poll(() => waiting.size, { timeout: 30_000 }).toBe(fitting)
    expect(new Set(answers)).toEqual(new Set(['503']))
    for (const socket of sockets.splice(0)) socket.destroy()
    const isHeard = async () => {
      const socket = begin(path, 100, ...headers)
      socket.write(Buffer.alloc(100, ' '))
      return (await answerOf(socket)).slice(9, 12)
    }
    await expect.poll(isHeard, { timeout: 20_000 }).toMatch(/^4/)
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
