import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { photo } from '../media/testing/test-images.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { BOUNDARY, MULTIPART_TYPE, multipart } from './testing/multipart.ts'
import { MAX_SLOTS, MAX_SLOTS_PER_STAFF_MEMBER } from './upload-concurrency.ts'

let desk: TestDesk
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await desk.close()
})

async function listen(requestTimeoutMs?: number): Promise<void> {
  desk = await createTestDesk(requestTimeoutMs === undefined ? {} : { requestTimeoutMs })
  await desk.app.listen({ port: 0, host: '127.0.0.1' })
}

/** Sends the beginning of an upload body. */
function begin(
  begun: Buffer,
  {
    length,
    connection = 'close',
    token,
    path = '/api/staff/upload',
    type = MULTIPART_TYPE,
    expectsContinue = false,
  }: Begun,
): Socket {
  const { port } = desk.app.server.address() as AddressInfo
  const socket = createConnection(port, '127.0.0.1')
  sockets.push(socket)
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: desk',
    `Connection: ${connection}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    typeof length === 'number' ? `Content-Length: ${length}` : length,
    ...(expectsContinue ? ['Expect: 100-continue'] : []),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(begun)
  return socket
}

interface Begun {
  /** Length of the whole upload body in bytes, or the header that is sent instead of content-length. */
  length: number | 'Transfer-Encoding: chunked'
  connection?: 'close' | 'keep-alive'
  token: string
  path?: string
  type?: string
  /** True when the client waits for "100 Continue" before it sends the body. */
  expectsContinue?: boolean
}

/** Returns the text that is received until the connection ends. */
async function textOf(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  await once(socket, 'close')
  return text
}

test('an upload over a slow connection is accepted, and other slow request bodies time out', async () => {
  await listen(3_000)
  const { token } = await desk.signInAs()
  const body = multipart({ body: await photo(600, 600).jpeg().toBuffer() })
  const half = body.subarray(0, body.length >> 1)
  const slow = begin(half, { length: body.length, token })
  const status = textOf(slow)
  const others = [
    { path: '/api/staff/suggestions', type: 'application/json', begun: Buffer.from('{'), status: 408 },
    // The server refuses a request without a session and closes its connection, although the body never ends.
    { token: 'nobody', begun: half, status: 401 },
    // The server also ends an upload whose remaining body is not needed.
    {
      begun: Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--${BOUNDARY}\r\n`,
      ),
      status: 400,
    },
    // The server also ends an upload whose body arrives too slowly.
    { begun: body.subarray(0, 200), status: 408 },
  ].map(async ({ begun, status, ...more }) => {
    const text = await textOf(begin(begun, { length: body.length, token, ...more }))
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
  })
  await Promise.all(others)
  // Continues the image upload after the deadline of other bodies; uploads have a longer deadline.
  slow.write(body.subarray(half.length))
  expect(await status).toMatch(/^HTTP\/1.1 200/)
}, 60_000)

test('uploads are accepted while slow bodies occupy the slots', async () => {
  await listen()
  const body = multipart({ body: await photo(40, 40).jpeg().toBuffer() })
  const begun = body.subarray(0, body.length >> 1)
  const responses: Promise<Buffer[]>[] = []
  for (let uploader = 0; uploader < MAX_SLOTS / MAX_SLOTS_PER_STAFF_MEMBER; uploader += 1) {
    const { token } = await desk.signInAs()
    for (let nth = 0; nth < MAX_SLOTS_PER_STAFF_MEMBER; nth += 1)
      responses.push(once(begin(begun, { length: body.length, token }), 'data'))
  }
  const atWork = join(desk.context.config.dataDir, 'image-work')
  const inputs = () =>
    readdirSync(atWork, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('input'))
  await expect.poll(() => inputs().length, { timeout: 40_000 }).toBe(MAX_SLOTS)
  const { headers } = await desk.signInAs()
  const late = await desk.app.inject({
    method: 'POST',
    url: '/api/staff/upload',
    headers: { ...headers, 'content-type': MULTIPART_TYPE },
    payload: body,
  })
  expect(late.statusCode).toBe(200)
  expect(String(await Promise.race(responses))).toMatch(/^HTTP\/1.1 503[\s\S]*"busy"/)
  expect(inputs()).toHaveLength(MAX_SLOTS - 1)
}, 90_000)

test.each([
  { what: 'does not declare its length', length: 'Transfer-Encoding: chunked', status: 411 },
  { what: 'declares too many bytes', length: 100 * 1024 ** 2, status: 413 },
] as const)('an upload that $what is refused, and its connection is closed', async ({ length, status }) => {
  await listen()
  const { token } = await desk.signInAs()
  const socket = begin(Buffer.alloc(0), { length, connection: 'keep-alive', token })
  expect(await textOf(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
})

describe('uploads with Expect: 100-continue', () => {
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
  const expectContinue = { connection: 'keep-alive', expectsContinue: true } as const

  test('an upload with Expect: 100-continue gets 100 Continue when its body would be accepted', async () => {
    await listen()
    const { token } = await desk.signInAs()
    const body = multipart({ body: await photo(40, 40).jpeg().toBuffer() })
    const socket = begin(Buffer.alloc(0), {
      ...expectContinue,
      connection: 'close',
      length: body.length,
      token,
    })
    const received = textOf(socket)
    expect(String((await once(socket, 'data'))[0])).toBe(CONTINUE)
    socket.write(body)
    expect((await received).split(CONTINUE)).toEqual(['', expect.stringMatching(/^HTTP\/1.1 200/)])
  })

  test.each([
    { who: 'nobody', what: 'any upload', length: 1_000, status: 401 },
    { who: 'somebody', what: 'a body over the limit', length: 9 * 1024 ** 2, status: 413 },
    {
      who: 'nobody',
      what: 'JSON',
      path: '/api/staff/suggestions',
      type: 'application/json',
      length: 9,
      status: 401,
    },
    { who: 'somebody', what: 'a body to an unknown path', path: '/api/nothing', length: 9, status: 404 },
  ])(
    'with Expect: 100-continue $what sent by $who is refused immediately',
    async ({ who, what: _, status, ...to }) => {
      await listen()
      const token = who === 'nobody' ? who : (await desk.signInAs()).token
      const text = await textOf(begin(Buffer.alloc(0), { ...expectContinue, ...to, token }))
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
    },
  )
})
