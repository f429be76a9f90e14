import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await createTestDesk({ config: (config) => ({ ...config, callsPerMinute: 5 }) })
})
afterAll(() => desk?.close())

const call = (url: string, headers: Record<string, string> = {}) => desk.app.inject({ url, headers })

describe('rate limits', () => {
  test('rate limits count calls per staff member, without affecting others at one IP address', async () => {
    const [wild, otherAgent] = [await desk.signInAs(), await desk.signInAs()]
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const url = ['/auth/me', '/api/staff/channels', '/api/staff/tickets'][count % 3] ?? ''
      statuses.push((await call(url, wild.headers)).statusCode)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const refused = await call('/auth/me', wild.headers)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call('/auth/me', otherAgent.headers)).statusCode).toBe(200)
  })

  test("rate limits count calls without a session per IP address, except LINE's webhook", async () => {
    const statuses: number[] = []
    for (let count = 0; count < 52; count += 1) statuses.push((await call('/docs/json')).statusCode)
    expect(statuses).toEqual([...Array(50).fill(200), 429, 429])
    for (let count = 0; count < 10; count += 1) {
      const response = await postWebhook(desk, [textEvent(randomLineUserId(), 'สวัสดี')])
      expect(response.statusCode).toBe(200)
    }
  })

  test('rate limits count invalid tokens per IP address, without affecting a known session there', async () => {
    const remoteAddress = '192.0.2.10'
    const [known, newcomer] = [await desk.signInAs(), await desk.signInAs()]
    const me = (headers: Record<string, string>, from = remoteAddress) =>
      desk.app.inject({ url: '/auth/me', headers, remoteAddress: from })
    expect((await me(known.headers)).statusCode).toBe(200)
    const statuses: number[] = []
    for (let count = 0; count < 52; count += 1)
      statuses.push((await me({ authorization: `Bearer ${'x'.repeat(40)}${count}` })).statusCode)
    expect(statuses).toEqual([...Array(50).fill(401), 429, 429])
    const refused = await me(newcomer.headers)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await me(known.headers)).statusCode).toBe(200)
    expect((await me(newcomer.headers, '192.0.2.11')).statusCode).toBe(200)
  })

  test('rate limits count pages and unknown paths per IP address', async () => {
    const remoteAddress = '192.0.2.20'
    const statuses: number[] = []
    for (let count = 0; count < 26; count += 1) {
      for (const url of ['/login', '/api/nothing']) {
        statuses.push((await desk.app.inject({ url, remoteAddress })).statusCode)
      }
    }
    expect(new Set(statuses.slice(0, 50))).toEqual(new Set([503, 404]))
    expect(statuses.slice(50)).toEqual([429, 429])
  })

  test('rate limits count IPv6 addresses per /64 network', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 52; count += 1) {
      const remoteAddress = `2001:db8:1:2::${count.toString(16)}`
      statuses.push((await desk.app.inject({ url: '/docs/json', remoteAddress })).statusCode)
    }
    expect(statuses).toEqual([...Array(50).fill(200), 429, 429])
    const elsewhere = await desk.app.inject({ url: '/docs/json', remoteAddress: '2001:db8:1:3::1' })
    expect(elsewhere.statusCode).toBe(200)
  })

  test('rate limits are far above the calls of ten tabs that poll at the highest rate', () => {
    const tab = 60_000 / 1_500 + 60_000 / 2_000 + (2 * 60_000) / 5_000
    const { callsPerMinute } = readConfig({ LINE_LOGIN_CLIENT_ID: '1', LINE_LOGIN_CLIENT_SECRET: 's' })
    expect(callsPerMinute).toBeGreaterThan(2 * 10 * tab)
  })
})

describe('an overloaded event loop', () => {
  let busy: TestDesk
  beforeAll(async () => {
    busy = await createTestDesk({ maxEventLoopDelayMs: 50 })
  })
  afterAll(() => busy?.close())

  /** Blocks the event loop until the desk detects the overload. */
  async function blockEventLoop(): Promise<void> {
    do {
      const until = performance.now() + 200
      while (performance.now() < until);
      await new Promise(setImmediate)
    } while (!busy.app.isUnderPressure())
  }

  test('an overloaded server refuses calls with retry-after, serves LINE and health checks, and recovers', async () => {
    const { headers } = await busy.signInAs()
    await blockEventLoop()
    const refused = await busy.app.inject({ url: '/api/staff/tickets', headers })
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await blockEventLoop()
    expect((await busy.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    await blockEventLoop()
    const webhook = await busy.app.inject({ method: 'POST', url: '/line/webhook/main', payload: '{}' })
    expect(webhook.json().code).toBe('invalid_signature')
    await expect
      .poll(async () => (await busy.app.inject({ url: '/auth/me', headers })).statusCode, { timeout: 15_000 })
      .toBe(200)
  })
})

describe('a malformed URL', () => {
  let many: TestDesk
  let port: number
  beforeAll(async () => {
    many = await createTestDesk()
    await many.app.listen({ port: 0, host: '127.0.0.1' })
    port = (many.app.server.address() as AddressInfo).port
  })
  afterAll(() => many?.close())

  /** Sends exactly these bytes, which browsers and `inject` would normalize, and returns the response. */
  async function responseTo(bytes: string): Promise<string> {
    const socket = createConnection(port, '127.0.0.1')
    socket.write(bytes)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'close')
    return Buffer.concat(chunks).toString('latin1')
  }

  async function statusOf(method: string, target: string): Promise<number> {
    const response = await responseTo(
      `${method} ${target} HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n`,
    )
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1])
  }

  test.each([
    '//',
    '//x',
    '///',
    '//evil.example/',
    '/\\x',
    '/%',
    '/%zz',
    '/%c3%28',
    '//[',
    'http://[',
    '*',
    '?x',
  ])('returns 400 or 404 for GET %s, never 500', async (target) => {
    expect(await statusOf('GET', target)).toBeOneOf([400, 404])
    expect(await statusOf('HEAD', target)).toBeOneOf([400, 404])
  })

  test('responses to a malformed URL have the common headers', async () => {
    const { headers } = await fetch(`http://127.0.0.1:${port}/%zz`)
    const common = await fetch(`http://127.0.0.1:${port}/healthz`)
    const names = [...common.headers.keys()].filter(
      (name) => !/^(content-|date$|keep-alive$|connection$)/.test(name),
    )
    expect(names.length).toBeGreaterThan(10)
    for (const name of names.filter((name) => name !== 'x-request-id'))
      expect([name, headers.get(name)]).toEqual([name, common.headers.get(name)])
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  test.each([
    ['a URL that cannot be decoded after a semicolon', 'GET /;% HTTP/1.1\r\nHost: desk'],
    ['an invalid absolute URL', 'GET http://[ HTTP/1.1\r\nHost: desk'],
    ['an absolute URL without a host', 'GET http:// HTTP/1.1\r\nHost: desk'],
    ['a URL that does not begin with a slash', 'GET x HTTP/1.1\r\nHost: desk'],
    ['a URL that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: desk`],
    ['an invalid header', 'GET / HTTP/1.1\r\nHost: desk\r\nno header'],
    ['an unknown method', 'NONE / HTTP/1.1\r\nHost: desk'],
    ['a request without a Host header', 'GET / HTTP/1.1'],
    ['an unknown Expect header', 'GET /healthz HTTP/1.1\r\nHost: desk\r\nExpect: more'],
  ])('returns the common response headers for %s', async (_what, request) => {
    const response = await responseTo(`${request}\r\nConnection: close\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 (400|431|200) /)
    const [head] = response.toLowerCase().split('\r\n\r\n')
    for (const line of [
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'x-frame-options: deny',
    ])
      expect(head).toContain(`\r\n${line}`)
    expect(head).toMatch(/\r\ncontent-security-policy: .*frame-ancestors 'none'/)
  })

  test('serves a request with an absolute URL by the path of the URL', async () => {
    expect(await statusOf('GET', 'http://desk/healthz?x')).toBe(200)
  })

  test('serves the page of the app for encoded ../ in a path', async () => {
    // Compares with the status of the page /login, because the tests run without a built host.
    expect(await statusOf('GET', '/..%2f..%2fetc%2fpasswd')).toBe(await statusOf('GET', '/login'))
  })
})
