import { once } from 'node:events'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestDesk } from '../testing/test-desk.ts'

const BOUNDARY = 'desk-test'

test('a picture over a slow line comes in, though other bodies are ended that take so long', async () => {
  const desk = await createTestDesk({ requestTimeoutMs: 2_000 })
  try {
    const { token } = await desk.signInAs()
    await desk.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = desk.app.server.address() as AddressInfo
    const picture = await sharp({
      create: { width: 60, height: 60, channels: 3, background: '#345' },
    })
      .jpeg()
      .toBuffer()
    const body = Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
      ),
      picture,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ])
    const ask = (path: string, type: string, begin: Buffer, bearer = token): Socket => {
      const socket = createConnection(port, '127.0.0.1')
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: desk\r\nConnection: close\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      socket.write(begin)
      return socket
    }
    const half = body.length >> 1
    const type = `multipart/form-data; boundary=${BOUNDARY}`
    const slow = ask('/api/staff/upload', type, body.subarray(0, half))
    const answer = textOf(slow)
    const nobodys = textOf(ask('/api/staff/upload', type, body.subarray(0, half), 'nobody'))
    // By now the time of every other body is over, and that of the picture as well.
    expect(await textOf(ask('/api/staff/suggestions', 'application/json', Buffer.from('{')))).toMatch(
      /^HTTP\/1.1 408/,
    )
    // Who is not signed in is answered, and keeps no connection open by a body that never ends.
    expect(await nobodys).toMatch(/^HTTP\/1.1 401/)
    slow.write(body.subarray(half))
    expect(await answer).toMatch(/^HTTP\/1.1 200/)
  } finally {
    await desk.close()
  }
}, 60_000)

async function textOf(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  await once(socket, 'close')
  return text
}
