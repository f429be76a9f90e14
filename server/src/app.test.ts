import { randomUUID } from 'node:crypto'
import { ALL_CALLS } from 'shared/contract/all-calls.ts'
import type { Call } from 'shared/contract/define-call.ts'
import { ERRORS } from 'shared/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDesk, type TestDesk } from './testing/test-desk.ts'

let desk: TestDesk
let headers: { authorization: string }
beforeAll(async () => {
  desk = await createTestDesk()
  headers = (await desk.signInAs({ role: 'BUSINESS' })).headers
})
afterAll(() => desk.close())

describe('API contract', () => {
  test.each(Object.values(ALL_CALLS) as Call[])('there is a route for $name', (call) => {
    expect(desk.app.hasRoute({ method: call.method, url: call.path })).toBe(true)
  })

  test('publishes the API contract as OpenAPI', async () => {
    const response = await desk.app.inject({ url: '/docs/json' })
    const { openapi, paths } = response.json()
    expect(openapi).toBe('3.1.0')
    for (const call of Object.values(ALL_CALLS) as Call[]) {
      const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
      const operation = paths[path]?.[call.method.toLowerCase()]
      expect(operation?.operationId).toBe(call.name)
      for (const code of call.errors ?? []) {
        const failure = operation.responses[ERRORS[code].status]
        expect(failure.content['application/json'].schema.properties.code.enum).toContain(code)
      }
    }
    expect(Object.keys(paths['/api/staff/tickets/{id}/close'].post.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409']),
    )
    const page = await desk.app.inject({ url: '/docs/' })
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  })
})

describe('malformed request', () => {
  test('a malformed request returns 400 with the field, a Thai message for users and English details for programmers', async () => {
    const response = await desk.app.inject({ url: '/api/staff/tickets?page_size=many', headers })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'invalid_request',
      message: 'ข้อมูลที่ส่งมาไม่ถูกต้อง (query.page_size)',
      fields: [{ field: 'query.page_size', problem: expect.any(String) }],
    })
    expect(response.json().detail).toMatch(/^query\.page_size: [^\n]+$/)
  })

  test('error details of a malformed request name parts of the path and of the body', async () => {
    const id = await desk.app.inject({ url: '/api/staff/tickets/seven', headers })
    expect(id.json().fields).toEqual([{ field: 'params.id', problem: expect.any(String) }])
    const body = await desk.app.inject({ method: 'POST', url: '/auth/line/callback', payload: { code: '' } })
    expect(body.statusCode).toBe(400)
    expect(body.json().fields).toEqual([{ field: 'body.code', problem: expect.any(String) }])
  })

  test.each([
    ['broken JSON', '{"code":', 'application/json', 400, 'invalid_json'],
    ['an empty body', '', 'application/json', 400, 'invalid_json'],
    ['another content type', '<code/>', 'application/xml', 415, 'unsupported_media_type'],
    [
      'a body of more than a megabyte',
      JSON.stringify({ code: 'x'.repeat(1_100_000) }),
      'application/json',
      413,
      'payload_too_large',
    ],
  ])('a request with %s returns a specific code', async (_name, payload, type, status, code) => {
    const response = await desk.app.inject({
      method: 'POST',
      url: '/auth/line/callback',
      headers: { 'content-type': type },
      payload,
    })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code, message: expect.stringMatching(/[ก-๙]/) })
  })

  test('returns 400 for an undecodable path', async () => {
    const response = await desk.app.inject({ url: '/api/staff/tickets/%zz', headers })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-request-id': expect.any(String),
    })
    // A long channel key is handled like any other key. Node itself rejects URLs above 16 KB.
    const long = await desk.app.inject({ method: 'POST', url: `/line/webhook/${'x'.repeat(10_000)}` })
    expect([long.statusCode, long.json().code]).toEqual([401, 'invalid_signature'])
  })

  test.each([
    ['GET', '/api/staff/agents?channel_key=ma%00in', 400],
    ['GET', '/api/staff/transfer-targets?channel_key=ma%00in', 400],
    ['GET', '/api/staff/suggestions?channel_key=ma%00in', 400],
    ['GET', '/api/staff/tickets?channel_key=ma%00in', 400],
    ['GET', '/api/staff/tickets?assignee=a%00', 200],
    ['GET', '/api/staff/tickets?search=a%00b', 200],
    ['GET', '/api/business/customers?search=a%00b', 200],
    ['GET', '/api/staff/messages/search?q=abc%00d', 200],
    ['POST', '/auth/line/callback', 502, { code: 'a\0', state: 'a\0' }],
    ['POST', '/auth/line/start', 200, { state: `${'a'.repeat(16)}\0` }],
    ['POST', `/api/staff/tickets/${randomUUID()}/close`, 404, { from: 'a\0' }],
  ] as const)('NUL in a text causes no server error: %s %s', async (method, url, status, payload?) => {
    const response = await desk.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    expect(response.statusCode, response.body).toBe(status)
  })

  test('authenticates the caller before the request is validated', async () => {
    const response = await desk.app.inject({ url: '/api/staff/tickets?page_size=many' })
    expect(response.statusCode).toBe(401)
  })
})

test.each([
  [8_000, 400],
  [20_000, 413],
])('a JSON body nested %i levels deep returns %i without a server error', async (depth, status) => {
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const post = (url: string, payload: string) =>
    desk.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, 'content-type': 'application/json' },
    })
  for (const body of [deep, `{"code":${deep}}`, `{"deep":${deep}}`]) {
    expect((await post('/auth/line/callback', body)).statusCode).toBe(status)
  }
})

test.each([
  ['/api/business/metric-tickets?metric=handled&agent_line_user_id=nobody', 200],
  ['/api/staff/messages/search?q=abcd&since=0000-01-01T00:00:00Z', 400],
  ['/api/staff/messages/search?q=abcd&until=0000-12-31T23:59:59Z', 400],
  ['/api/staff/messages/search?q=abcd&until=9999-12-31T23:59:59-14:00', 400],
  ['/api/business/agent-ranking?from=0000-01-01&to=0000-01-02', 400],
])('values out of range cause no server error: %s', async (url, status) => {
  const response = await desk.app.inject({ url, headers })
  expect(response.statusCode, response.body).toBe(status)
})

describe('unknown paths', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/auth/nothing?x=1'],
    ['GET', '/kb/nothing'],
    ['POST', '/line/nothing'],
    ['GET', '/healthz/nothing'],
    ['GET', '/docs/nothing.js'],
    ['GET', '/r/chat/nothing.js'],
    ['GET', '/assets/nothing.js'],
    ['POST', '/dashboard'],
    ['DELETE', '/api/staff/channels'],
  ] as const)('unknown path: %s %s returns 404 as JSON', async (method, url) => {
    const response = await desk.app.inject({ method, url, headers })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })

  test.each(['/', '/dashboard', '/my-ticket/1', '/apidae', '/loginx'])('%s returns a page', async (url) => {
    const response = await desk.app.inject({ url, headers: { accept: 'text/html' } })
    // Tests have no built host, so this test only checks that the response is not the API's 404 as JSON.
    expect(response.headers['content-type']).not.toContain('json')
    expect(response.statusCode).not.toBe(404)
  })
})

describe('headers of every response', () => {
  test.each(['/healthz', '/api/nothing', '/login', '/docs/'])('%s has security headers', async (url) => {
    const { headers: sent } = await desk.app.inject({ url })
    const policy = String(sent['content-security-policy'])
    const directives = new Map(policy.split(';').map((part) => [part.split(' ')[0], part]))
    expect(directives.get('script-src')).toBe("script-src 'self'")
    expect(directives.get('default-src')).toBe("default-src 'self'")
    expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'")
    expect(directives.get('base-uri')).toBe("base-uri 'none'")
    expect(directives.get('object-src')).toBe("object-src 'none'")
    expect(policy).not.toContain('unsafe-eval')
    expect(sent['x-content-type-options']).toBe('nosniff')
    expect(sent['x-frame-options']).toBe('DENY')
    expect(sent['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(sent['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })
})

test('responses are not cached by browsers or proxies by default', async () => {
  for (const url of [
    '/auth/me',
    '/api/staff/tickets',
    '/api/staff/tickets/nowhere',
    '/api/nothing',
    '/auth/login-settings',
  ]) {
    const { headers: sent } = await desk.app.inject({ url, headers })
    expect([url, sent['cache-control']]).toEqual([url, 'no-store, no-transform'])
  }
})

test('publishes the API description only when enabled', async () => {
  const production = await createTestDesk({ config: (config) => ({ ...config, apiDocs: false }) })
  try {
    for (const url of ['/docs', '/docs/', '/docs/json']) {
      expect((await production.app.inject({ url })).statusCode).toBe(404)
    }
  } finally {
    await production.close()
  }
})

test('responses make browsers require TLS for later visits and subdomains when the server uses TLS', async () => {
  const publicUrl = 'https://desk.example.com'
  const secure = await createTestDesk({ config: (config) => ({ ...config, publicUrl }) })
  try {
    const { headers: sent } = await secure.app.inject({ url: '/healthz' })
    expect(sent['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  } finally {
    await secure.close()
  }
  expect((await desk.app.inject({ url: '/healthz' })).headers['strict-transport-security']).toBeUndefined()
})

test('accepts a session only at the server that created the session', async () => {
  const other = await createTestDesk()
  try {
    expect((await other.app.inject({ url: '/auth/me', headers })).statusCode).toBe(401)
  } finally {
    await other.close()
  }
})

describe('GET /healthz', () => {
  test('/healthz returns 200 while the database responds', async () => {
    const response = await desk.app.inject({ url: '/healthz' })
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }])
  })

  test('/healthz returns 503 when the database does not respond', async () => {
    const broken = await createTestDesk()
    await broken.database.stopDatabase()
    const response = await broken.app.inject({ url: '/healthz' })
    expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
    await broken.close()
  })
})

describe('lists of channels and agents', () => {
  test('lists of channels and agents contain only what the caller may see', async () => {
    const many = await createTestDesk()
    try {
      await many.addChannel('vip', 'OA VIP')
      const narrow = await many.signInAs({ channelKeys: ['vip'], displayName: 'อรทัย บุญส่ง' })
      const wide = await many.signInAs({ displayName: 'กิตติ แสงอรุณ' })
      const keysOf = async (who: { headers: { authorization: string } }) =>
        (await many.app.inject({ url: '/api/staff/channels', headers: who.headers })).json().items
      expect(await keysOf(narrow)).toEqual([{ key: 'vip', name: 'OA VIP' }])
      expect(await keysOf(wide)).toHaveLength(2)
      const agents = (await many.app.inject({ url: '/api/staff/agents', headers: wide.headers })).json().items
      expect(agents.map((agent: { display_name: string }) => agent.display_name)).toEqual([
        'กิตติ แสงอรุณ',
        'อรทัย บุญส่ง',
      ])
    } finally {
      await many.close()
    }
  })
})
