import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import getPort from 'get-port'
import { AUTH_PATHS } from 'shared/contract/auth/paths.ts'
import { SOCKET_PATH, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from 'shared/contract/constants.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Route, routesOfApp } from '../testing/app-routes.ts'
import { type ServerProcess, serverVariables, startServerProcess } from '../testing/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { signInStaff } from '../testing/test-desk.ts'

let database: TestDatabase
let dataDir: string
let server: ServerProcess
let output = ''
let routes: Route[]
let exited: string | null = null

beforeAll(async () => {
  routes = await routesOfApp()
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'broken-requests-'))
  const release = join(dataDir, 'releases/sample/1')
  mkdirSync(release, { recursive: true })
  writeFileSync(join(release, 'large.js'), Buffer.alloc(8_000_000, ' '))
  const options = { port: await getPort(), dataDir, database, lineUrl: 'http://127.0.0.1:9' }
  server = await startServerProcess(
    { ...serverVariables(options), API_DOCS: '1' },
    {
      onOutput: (text) => {
        output += text
      },
    },
  )
  server.ended.then(({ code, signal }) => {
    exited = `${code ?? signal}`
  })
})
afterAll(async () => {
  await server?.end('SIGTERM')
  await database?.drop()
  if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true })
})

interface Case extends Route {
  token: string
}

/** A broken request: additional headers, a body, and how the client ends the request. */
interface BrokenForm {
  headers?: (given: Case) => string[]
  /** Bytes sent after the request's head. `finish` is the client's last action. */
  body?: Buffer | string
  finish: 'wait' | 'end' | 'reset' | 'reset at first byte' | 'reset when sent'
}

const JSON_TYPE = 'Content-Type: application/json'
const CHUNKED = 'Transfer-Encoding: chunked'
const BOUNDARY = 'Content-Type: multipart/form-data; boundary=b'
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
const LARGE = Buffer.alloc(200_000, ' ')

const upgradeOf = ({ token }: Case) => [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  `Sec-WebSocket-Protocol: ${SOCKET_PROTOCOL}, ${SOCKET_TOKEN_PREFIX}${token}`,
]

const FORMS: Record<string, BrokenForm> = {
  'a bad first chunk': { headers: () => [JSON_TYPE, CHUNKED], body: 'ZZ\r\n{}\r\n', finish: 'wait' },
  'a bad second chunk': { headers: () => [JSON_TYPE, CHUNKED], body: '2\r\n{}\r\nZZ\r\n', finish: 'wait' },
  'a bad chunk without a content type': { headers: () => [CHUNKED], body: 'ZZ\r\n', finish: 'wait' },
  'a bad chunk after 200 KB': {
    headers: () => [CHUNKED],
    body: Buffer.concat([Buffer.from('30d40\r\n'), LARGE, Buffer.from('\r\nZZ\r\n')]),
    finish: 'wait',
  },
  'a body cut short': { headers: () => [JSON_TYPE, 'Content-Length: 99'], body: '{', finish: 'end' },
  'a body cut short without a content type': {
    headers: () => ['Content-Length: 99'],
    body: '{',
    finish: 'end',
  },
  'a body of an unknown type cut short': {
    headers: () => ['Content-Type: x/y', 'Content-Length: 99'],
    body: '{',
    finish: 'end',
  },
  'a body of a malformed type': {
    headers: () => ['Content-Type: ;', 'Content-Length: 99'],
    body: '{',
    finish: 'end',
  },
  'a large body reset in the middle': {
    headers: () => [JSON_TYPE, 'Content-Length: 400000'],
    body: LARGE,
    finish: 'reset when sent',
  },
  'a form cut short': {
    headers: () => ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 99'],
    body: 'a=',
    finish: 'end',
  },
  'a multipart body cut in its file': {
    headers: () => [BOUNDARY, 'Content-Length: 9999'],
    body: `${PART}abc`,
    finish: 'end',
  },
  'a multipart body reset in its file': {
    headers: () => [BOUNDARY, 'Content-Length: 999999'],
    body: PART + 'a'.repeat(200_000),
    finish: 'reset when sent',
  },
  'a multipart body with a bad chunk': {
    headers: () => [BOUNDARY, CHUNKED],
    body: `${PART.length.toString(16)}\r\n${PART}\r\nZZ\r\n`,
    finish: 'wait',
  },
  'a compressed body that is no gzip': {
    headers: () => [JSON_TYPE, 'Content-Encoding: gzip', 'Content-Length: 4'],
    body: 'abcd',
    finish: 'wait',
  },
  'a compressed body cut short': {
    headers: () => [JSON_TYPE, 'Content-Encoding: gzip', 'Content-Length: 999'],
    body: gzipSync('{}').subarray(0, 12),
    finish: 'end',
  },
  'a compressed body with a bad chunk': {
    headers: () => [JSON_TYPE, 'Content-Encoding: br', CHUNKED],
    body: 'ZZ\r\n',
    finish: 'wait',
  },
  'expects to continue and resets': {
    headers: () => [JSON_TYPE, 'Expect: 100-continue', 'Content-Length: 9'],
    finish: 'reset at first byte',
  },
  'an upgrade with a body': {
    headers: (given) => [...upgradeOf(given), JSON_TYPE, 'Content-Length: 99'],
    body: '{',
    finish: 'end',
  },
  'an upgrade with a bad chunk': {
    headers: (given) => [...upgradeOf(given), CHUNKED],
    body: 'ZZ\r\n',
    finish: 'end',
  },
  'an upgrade that is reset at once': { headers: upgradeOf, finish: 'reset' },
  'an upgrade that is reset when answered': { headers: upgradeOf, finish: 'reset at first byte' },
  'an upgrade with invalid frames': { headers: upgradeOf, body: LARGE, finish: 'end' },
  'reset after the head': { headers: () => [JSON_TYPE, 'Content-Length: 2'], finish: 'reset' },
  'reset before the handler': {
    headers: () => [JSON_TYPE, 'Content-Length: 2'],
    body: '{}',
    finish: 'reset',
  },
  'reset during the handler': {
    headers: () => [JSON_TYPE, 'Content-Length: 2'],
    body: '{}',
    finish: 'reset when sent',
  },
  'reset while the response is sent': {
    headers: () => [JSON_TYPE, 'Content-Length: 2', 'Accept-Encoding: br'],
    body: '{}',
    finish: 'reset at first byte',
  },
  'a second request that is broken': {
    headers: () => [JSON_TYPE, 'Content-Length: 2'],
    body: '{}POST / HTTP/1.1\r\nHost: desk\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    finish: 'wait',
  },
}

const signIn = () => signInStaff(database.db, { role: 'BUSINESS' })

test.each(Object.keys(FORMS))('keeps serving after broken requests to every route: %s', async (name) => {
  const form = FORMS[name] as BrokenForm
  const waiting = [...routes]
  const { token, headers } = await signIn()
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let route = waiting.shift(); route !== undefined && exited === null; route = waiting.shift()) {
        // Uses a separate session for the logout route, because logging out ends the session.
        const own = route.path === AUTH_PATHS.logout ? await signIn() : undefined
        await send({ ...route, token: own?.token ?? token }, form)
      }
    }),
  )
  expect(exited, output.slice(-3_000)).toBeNull()
  // Checks that the session still exists, so that all requests above were made with a valid session. The server may
  // refuse requests with 503 until it has handled the load.
  await expect.poll(async () => (await fetch(`${server.url}${AUTH_PATHS.me}`, { headers })).status).toBe(200)
})

test('the broken requests cover every kind of route', () => {
  const paths = routes.map(({ method, path }) => `${method} ${path}`)
  expect(paths).toEqual(
    expect.arrayContaining([
      'GET /healthz',
      'POST /api/staff/upload',
      'POST /line/webhook/main',
      `GET ${SOCKET_PATH}`,
    ]),
  )
  expect(paths.length).toBeGreaterThan(80)
})

/** Sends a broken request. Resolves when the connection is closed. */
function send(given: Case, { headers, body, finish }: BrokenForm): Promise<void> {
  const { method, path, token } = given
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: desk',
    `Authorization: Bearer ${token}`,
    `x-line-signature: ${'a'.repeat(43)}=`,
    ...(headers?.(given) ?? []),
  ]
  const own = head.some((line) => line.startsWith('Connection:')) ? [] : ['Connection: close']
  const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  socket.once('connect', () => {
    socket.write(`${[...head, ...own].join('\r\n')}\r\n\r\n`)
    if (finish === 'reset when sent') socket.write(body ?? '', () => socket.resetAndDestroy())
    else if (body !== undefined) socket.write(body)
    if (finish === 'reset') socket.resetAndDestroy()
    if (finish === 'end') socket.end()
    socket.once('data', () => finish === 'reset at first byte' && socket.resetAndDestroy())
    socket.resume()
  })
  closeWhenSilent(socket)
  return closed
}

/** Closes the connection when no response arrives, because some routes wait for the rest of a body. */
function closeWhenSilent(socket: Socket): void {
  socket.setTimeout(2_000, () => socket.resetAndDestroy())
}
