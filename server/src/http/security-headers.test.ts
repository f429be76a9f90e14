import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { contentSecurityPolicy, isAllowedOrigin, policyHeader } from './security-headers.ts'

const production = { publicUrl: 'https://desk.example.com', simulatorUrl: null }

describe('content security policy of pages', () => {
  test('the content security policy allows hosts but no whole schemes in production', () => {
    const policy = contentSecurityPolicy(production)
    expect(policy['connect-src']).toEqual(["'self'", 'wss://desk.example.com'])
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https://*.line-scdn.net'])
    expect(policyHeader(policy)).not.toMatch(/localhost|127\.0\.0\.1|\b(https?|wss?):(?!\/\/)/)
  })

  test("the content security policy allows a page's own inline scripts and the configured API", () => {
    const apiUrl = 'https://api.example.com:8443/desk'
    const policy = contentSecurityPolicy(production, { scriptHashes: ["'sha256-a'", "'sha256-b'"], apiUrl })
    expect(policy['script-src']).toEqual(["'self'", "'sha256-a'", "'sha256-b'"])
    expect(policy['connect-src']).toEqual([
      "'self'",
      'https://api.example.com:8443',
      'wss://desk.example.com',
      'wss://api.example.com:8443',
    ])
    expect(policy['img-src']).toContain('https://api.example.com:8443')
    expect(policyHeader({ 'script-src': ["'self'", 'a'], 'object-src': ["'none'"] })).toBe(
      "script-src 'self' a;object-src 'none'",
    )
  })

  test("the content security policy allows the simulator's images when the simulator is used", () => {
    const policy = contentSecurityPolicy({ ...production, simulatorUrl: 'http://localhost:8090' })
    expect(policy['img-src']).toContain('http://localhost:8090')
    expect(policy['connect-src']).not.toContain('http://localhost:8090')
  })
})

test.each([
  ['https://desk.example.com', true],
  ['https://own.example.com', true],
  ['https://pages.example.com', true],
  ['https://pages.example.com.evil.example', false],
  ['http://pages.example.com', false],
  ['null', false],
])('allows a socket from a page at %s: %s', (origin, allowed) => {
  const config = { publicUrl: 'https://desk.example.com', allowedOrigins: ['https://pages.example.com'] }
  expect(isAllowedOrigin(origin, 'own.example.com', config)).toBe(allowed)
})

describe('cross-origin calls', () => {
  const origin = 'https://pages.example.com'
  let desk: TestDesk
  let closed: TestDesk
  beforeAll(async () => {
    desk = await createTestDesk({ config: (config) => ({ ...config, allowedOrigins: [origin] }) })
    closed = await createTestDesk()
  })
  afterAll(async () => {
    await desk?.close()
    await closed?.close()
  })
  const preflight = (from: string, of = desk) =>
    of.app.inject({
      method: 'OPTIONS',
      url: '/api/staff/tickets',
      headers: {
        origin: from,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,x-channel-key',
      },
    })

  test('allows a preflight request without a session for listed origins', async () => {
    const { statusCode, headers } = await preflight(origin)
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': expect.stringMatching(/Authorization.*X-Channel-Key/),
      'access-control-allow-methods': expect.stringMatching(/GET.*POST.*PUT.*DELETE/),
      'access-control-max-age': '7200',
    })
    for (const other of ['https://evil.example', 'null', 'http://pages.example.com'])
      expect((await preflight(other)).headers['access-control-allow-origin']).not.toBe(other)
  })

  test('cross-origin pages of listed origins may read responses, also of errors', async () => {
    const { headers } = await desk.signInAs()
    const me = await desk.app.inject({ url: '/auth/me', headers: { ...headers, origin } })
    expect(me.statusCode).toBe(200)
    expect(me.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': expect.stringMatching(/X-Request-Id.*Date/),
      vary: expect.stringMatching(/origin/i),
    })
    const refused = await desk.app.inject({ url: '/auth/me', headers: { origin } })
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, origin])
  })

  test('refuses cross-origin calls when no origin is listed', async () => {
    expect((await preflight(origin, closed)).headers['access-control-allow-origin']).toBeUndefined()
    const response = await closed.app.inject({ url: '/healthz', headers: { origin } })
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })
})
