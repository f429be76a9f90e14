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

test.each([
  ['/line/webhook/main', 2 * MIB, 32, [SIGNATURE]],
  ['/auth/line/callback', MIB, 64, []],
])(
  '%s: bodies of 64 MiB at once are waited for, no more, and small ones besides',
  async (path, bytes, fitting, headers) => {
    const begun = Array.from({ length: fitting + 8 }, () => begin(path, bytes, ...headers))
    const refused: string[] = []
    await new Promise<void>((done) => {
      for (const socket of begun) {
        socket.on('data', (chunk: Buffer) => {
          if (refused.push(chunk.toString('utf8')) === 8) done()
        })
      }
    })
    for (const answer of refused) expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after.*unavailable/is)

    const small = begin(path, 2, ...headers)
    small.write('{}')
    expect(await answerOf(small)).toMatch(/^HTTP\/1\.1 40/)

    // Who goes away makes room.
    for (const socket of begun) socket.destroy()
    await expect
      .poll(
        async () => {
          const large = begin(path, bytes, ...headers)
          large.write(Buffer.alloc(bytes, ' '))
          return (await answerOf(large)).slice(0, 11)
        },
        { timeout: 15_000 },
      )
      .toBe('HTTP/1.1 40')
  },
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
