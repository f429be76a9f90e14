import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { sessions, staff } from '../db/schema.ts'
import { approveStaff, suspendStaff } from '../staff/staff.store.ts'
import { type LineLoginStub, startLineLoginStub } from '../testing/line-login-stub.ts'
import { createLoginDesk, type LoginDesk } from '../testing/login-desk.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

const DAY_MS = 86_400_000
/** Default value of SESSION_MAX_HOURS, in days. */
const SESSION_MAX_DAYS = 30
let world: LoginDesk
let desk: TestDesk
let now = new Date()

beforeEach(async () => {
  now = new Date()
  world = await createLoginDesk({ now: () => now })
  desk = world.desk
  return () => world.close()
})

const codeFor = (userId: string) => world.codeFor(userId)
const callback = (code: string) => world.callback(code)
const user = () => world.users[2] ?? { user_id: '', display_name: '' }

async function approve(userId: string, role: 'ADMIN' | 'BUSINESS' = 'ADMIN'): Promise<void> {
  await approveStaff(desk.context.db, { lineUserId: userId, role, channels: 'all' }, async () => {})
}

describe('signing in', () => {
  test('sign-in lets a new account wait, admits an approved account, and reports a suspended account', async () => {
    const { user_id, display_name } = user()
    const first = await callback(await codeFor(user_id))
    expect([first.statusCode, first.json()]).toEqual([
      403,
      { code: 'waiting_approval', message: 'waiting_approval', waiting_token: expect.any(String) },
    ])
    const waiting = { authorization: `Bearer ${first.json().waiting_token}` }
    const refused = await desk.app.inject({ url: '/auth/me', headers: waiting })
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'waiting_approval'])
    const queue = await desk.app.inject({ url: '/api/staff/tickets', headers: waiting })
    expect(queue.statusCode).toBe(403)

    await approve(user_id)
    const noticed = await desk.app.inject({ url: '/auth/me', headers: waiting })
    expect(noticed.json().profile).toMatchObject({ line_user_id: user_id, status: 'APPROVED' })
    const second = await callback(await codeFor(user_id))
    expect(second.statusCode).toBe(200)
    const { token } = second.json()
    expect(token).toMatch(/^[\w-]{43}$/)
    const me = await desk.app.inject({ url: '/auth/me', headers: { authorization: `Bearer ${token}` } })
    expect(me.json().profile).toMatchObject({
      line_user_id: user_id,
      display_name,
      role: 'ADMIN',
      status: 'APPROVED',
      picture_url: expect.stringContaining(world.simulatorUrl),
      last_login_at: now.toISOString(),
    })

    await suspendStaff(desk.context.db, user_id, async () => {})
    const third = await callback(await codeFor(user_id))
    expect([third.statusCode, third.json()]).toEqual([
      403,
      { code: 'suspended', message: 'บัญชีถูกระงับการใช้งาน กรุณาติดต่อผู้ดูแลระบบ' },
    ])
  })

  test('sign-in stores one staff row per user and updates the name', async () => {
    const { user_id, display_name } = user()
    await callback(await codeFor(user_id))
    await desk.context.db.update(staff).set({ displayName: 'ชื่อเก่า', email: 'kept@example.com' })
    await callback(await codeFor(user_id))
    const rows = await desk.context.db.select().from(staff)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ displayName: display_name, lineUserId: user_id })
    expect(rows[0]?.email).not.toBeNull()
  })

  test('stores only the hash of a session token', async () => {
    const { user_id } = user()
    await callback(await codeFor(user_id))
    await approve(user_id)
    const { token } = (await callback(await codeFor(user_id))).json()
    const [row] = await desk.context.db.select().from(sessions)
    expect(row?.tokenHash).toMatch(/^[\da-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(token)
  })

  test('accepts a login code once and gives concurrent requests the same result', async () => {
    const { user_id } = user()
    await callback(await codeFor(user_id))
    await approve(user_id)
    const code = await codeFor(user_id)
    const [one, two] = await Promise.all([callback(code), callback(code)])
    expect(one.statusCode).toBe(200)
    expect(two.json()).toEqual(one.json())
    const later = await callback(code)
    expect([later.statusCode, later.json().code]).toEqual([401, 'login_refused'])
  })

  test('refuses a login code that is unknown to LINE', async () => {
    const response = await callback('made-up')
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'login_refused', message: expect.stringContaining('LINE') })
  })
})

describe('unexpected responses of LINE Login', () => {
  const secret = 'a-login-secret'
  const clientId = '1600000000'
  let line: LineLoginStub
  let strict: TestDesk

  beforeEach(async () => {
    line = await startLineLoginStub()
    strict = await createTestDesk({
      config: (config) => ({ ...config, line: { apiUrl: line.url, dataApiUrl: line.url } }),
    })
    return async () => {
      await strict.close()
      await line.close()
    }
  })

  const signIn = () =>
    strict.app.inject({ method: 'POST', url: '/auth/line/callback', payload: { code: 'code' } })

  const idToken = (change: (token: SignJWT) => SignJWT = (token) => token, key = secret, alg = 'HS256') =>
    change(
      new SignJWT({ name: 'มาดี' })
        .setProtectedHeader({ alg, typ: 'JWT' })
        .setIssuer('https://access.line.me')
        .setSubject('U0123456789abcdef0123456789abcdef')
        .setAudience(clientId)
        .setIssuedAt()
        .setExpirationTime('1h'),
    ).sign(new TextEncoder().encode(key))

  const tokenResponse = (token: string | undefined) => ({
    status: 200,
    body: { access_token: 'access', token_type: 'Bearer', expires_in: 2_592_000, id_token: token },
  })

  test('accepts a valid id_token when LINE returns no profile', async () => {
    line.token = tokenResponse(await idToken())
    line.profile = { status: 500, body: {} }
    expect((await signIn()).json().code).toBe('waiting_approval')
    const [row] = await strict.context.db.select().from(staff).where(eq(staff.displayName, 'มาดี'))
    expect(row?.lineUserId).toBe('U0123456789abcdef0123456789abcdef')
  })

  test('removes characters that the database rejects from a LINE name', async () => {
    line.token = tokenResponse(await idToken())
    const displayName = `มา\0ดี\ud800${'ก'.repeat(10_000)}`
    const profile = { userId: 'U0123456789abcdef0123456789abcdef', displayName, statusMessage: '\0' }
    line.profile = { status: 200, body: profile }
    expect((await signIn()).json().code).toBe('waiting_approval')
    const [row] = await strict.context.db.select().from(staff)
    expect(row?.displayName).toMatch(/^มาดี\ufffdก+$/)
    expect(row?.displayName).toHaveLength(2_000)
  })

  test.each<[string, () => Promise<string | undefined>]>([
    ['a missing id_token', async () => undefined],
    ['an id_token of another secret', () => idToken((token) => token, 'another-secret')],
    ['an id_token of another issuer', () => idToken((token) => token.setIssuer('https://evil.example'))],
    ['an id_token of another channel', () => idToken((token) => token.setAudience('1699999999'))],
    ['an expired id_token', () => idToken((token) => token.setExpirationTime('-10m'))],
    ['an id_token with another algorithm', () => idToken((token) => token, secret.repeat(5), 'HS512')],
    [
      'an unsigned id_token',
      async () => {
        const [, claims] = (await idToken()).split('.')
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
      },
    ],
  ])('a sign-in with %s is refused and stores no user', async (_name, token) => {
    line.token = tokenResponse(await token())
    const response = await signIn()
    expect([response.statusCode, response.json().code]).toEqual([401, 'login_refused'])
    expect(await strict.context.db.select().from(staff)).toEqual([])
  })

  test('ignores a LINE profile of another user', async () => {
    line.token = tokenResponse(await idToken())
    line.profile = { status: 200, body: { userId: `U${'f'.repeat(32)}`, displayName: 'คนอื่น' } }
    await signIn()
    const [row] = await strict.context.db.select().from(staff)
    expect(row?.displayName).toBe('มาดี')
  })

  test('sign-in returns 502, not 401, when LINE fails or is unreachable', async () => {
    line.token = { status: 503, body: {} }
    const trouble = await signIn()
    expect([trouble.statusCode, trouble.json().code]).toEqual([502, 'line_unavailable'])
    await line.close()
    const away = await signIn()
    expect([away.statusCode, away.json().code]).toEqual([502, 'line_unavailable'])
  })
})

describe('a session', () => {
  async function open(): Promise<{ authorization: string }> {
    return (await desk.signInAs()).headers
  }
  const me = async (headers: { authorization: string }) =>
    (await desk.app.inject({ url: '/auth/me', headers })).statusCode

  test('logout ends the session', async () => {
    const headers = await open()
    const other = await open()
    const ended: unknown[] = []
    desk.context.bus.subscribe((detail) => ended.push(detail))
    const response = await desk.app.inject({ method: 'POST', url: '/auth/logout', headers })
    expect(response.json()).toEqual({ ok: true })
    expect(ended).toEqual([expect.objectContaining({ kind: 'session_ended', tokenHash: expect.any(String) })])
    expect(await me(headers)).toBe(401)
    expect(await me(other)).toBe(200)
  })

  test('each use extends a session, up to the maximum age of a session', async () => {
    const headers = await open()
    const begun = now
    for (let halfDay = 0; halfDay < 2 * SESSION_MAX_DAYS; halfDay += 1) {
      expect(await me(headers)).toBe(200)
      now = new Date(now.getTime() + DAY_MS / 2)
    }
    expect(now.getTime() - begun.getTime()).toBe(SESSION_MAX_DAYS * DAY_MS)
    expect(await me(headers)).toBe(401)
  })

  test('a session ends after its idle time', async () => {
    const headers = await open()
    now = new Date(now.getTime() + DAY_MS)
    expect(await me(headers)).toBe(401)
  })

  test('writes last_seen_at of a session at most once a minute', async () => {
    const headers = await open()
    const begun = now
    now = new Date(begun.getTime() + 59_000)
    await me(headers)
    const [before] = await desk.context.db.select().from(sessions)
    expect(before?.lastSeenAt).toEqual(begun)
    now = new Date(begun.getTime() + 61_000)
    await me(headers)
    const [after] = await desk.context.db.select().from(sessions)
    expect(after?.lastSeenAt).toEqual(now)
  })
})

test('allows 300 refused sign-ins per IP address and minute', async () => {
  for (let attempt = 1; attempt <= 300; attempt += 1) {
    expect((await callback('made-up')).statusCode).toBe(401)
  }
  const refused = await callback('made-up')
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({
    code: 'rate_limited',
    message: 'มีการเรียกใช้งานถี่เกินไป กรุณาลองใหม่อีกครั้ง',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const elsewhere = await desk.app.inject({
    method: 'POST',
    url: '/auth/line/callback',
    payload: { code: 'made-up' },
    remoteAddress: '203.0.113.7',
  })
  expect(elsewhere.statusCode).toBe(401)
  expect((await desk.app.inject({ url: '/auth/line/settings' })).statusCode).toBe(200)
})

test('limits refused sign-ins over all networks of one IPv6 site', async () => {
  const from = (remoteAddress: string) =>
    desk.app.inject({
      method: 'POST',
      url: '/auth/line/callback',
      payload: { code: 'made-up' },
      remoteAddress,
    })
  for (let attempt = 0; attempt < 2_400; attempt += 1)
    expect((await from(`2001:db8:1:${(attempt % 100).toString(16)}::1`)).statusCode).toBe(401)
  expect((await from('2001:db8:1:ffff::1')).statusCode).toBe(429)
  expect((await from('2001:db8:2:1::1')).statusCode).toBe(401)
})
