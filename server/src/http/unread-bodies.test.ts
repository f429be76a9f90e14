import { METHODS } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Route, routesOfApp } from '../testing/app-routes.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let desk: TestDesk
let port: number
let routes: Route[]
beforeAll(async () => {
  routes = await routesOfApp()
  desk = await createTestDesk({ requestTimeoutMs: 120_000 })
  await desk.app.listen({ port: 0, host: '127.0.0.1' })
  port = (desk.app.server.address() as AddressInfo).port
})
afterAll(() => desk?.close())

const MIB = 1024 * 1024
const MANY_KEYS = JSON.stringify(
  Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`key-${at}`, at])),
)

/** Incomplete bodies: a route that reads the whole body before it responds would never respond. */
const BODIES = {
  'announced, nothing sent': [`Content-Length: ${MIB}`, ''],
  'announced, partly sent': [`Content-Length: ${MIB}`, MANY_KEYS],
  'in chunks, partly sent': [
    'Transfer-Encoding: chunked',
    `${MANY_KEYS.length.toString(16)}\r\n${MANY_KEYS}\r\n`,
  ],
} satisfies Record<string, [string, string]>

/** Returns the head of the first response; empty when the connection ends without a response. */
function responseTo(
  { method, path }: Route,
  type: string,
  [length, body]: readonly string[],
): Promise<string> {
  const socket = createConnection(port, '127.0.0.1')
  return new Promise((resolve) => {
    let response = ''
    socket.on('error', () => {})
    socket.on('close', () => resolve(response))
    socket.on('data', (chunk: Buffer) => {
      response += chunk.toString('latin1')
      if (response.includes('\r\n\r\n')) socket.destroy()
    })
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: desk\r\n${type}\r\n${length}\r\n\r\n${body}`)
  })
}

const TYPES = ['Content-Type: application/json', 'Content-Type: text/plain']

test.each(Object.keys(BODIES) as (keyof typeof BODIES)[])(
  'responds to an anonymous caller on every route before a large body is complete: %s',
  async (body) => {
    for (const route of routes) {
      for (const type of TYPES) {
        const response = await responseTo(route, type, BODIES[body])
        expect(`${route.method} ${route.path} ${response}`).toMatch(/ HTTP\/1\.1 [2-5]\d\d /)
      }
    }
  },
)

test.each(Object.keys(BODIES) as (keyof typeof BODIES)[])(
  'returns 404 for unknown paths without reading the body and closes the connection: %s',
  async (body) => {
    const methods = METHODS.filter((method) => !['CONNECT', 'GET', 'HEAD', 'PRI'].includes(method))
    for (const method of methods) {
      for (const path of ['/api/nothing', '/', '/auth/nothing', '/line/webhook']) {
        const response = await responseTo({ method, path }, TYPES[0] as string, BODIES[body])
        expect(`${method} ${path} ${response}`).toMatch(/ HTTP\/1\.1 404 .*\r\nconnection: close/is)
      }
    }
  },
)

test.each(['/auth/line/start', '/auth/line/callback'])('%s limits bodies to 16 KiB', async (path) => {
  const post = (bytes: number) =>
    desk.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json' },
      payload: '{}'.padEnd(bytes),
    })
  expect((await post(16 * 1024)).json().code).toBe('invalid_request')
  expect((await post(16 * 1024 + 1)).json().code).toBe('payload_too_large')
})
