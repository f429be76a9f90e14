import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '../db/schema.ts'
import type { DeskEvent } from '../event-bus.ts'
import { approveStaff, suspendStaff } from '../staff/staff.store.ts'
import { createLoginDesk, type LoginDesk } from '../testing/login-desk.ts'
import { createTestDesk } from '../testing/test-desk.ts'

let world: LoginDesk
let now: Date
let ended: DeskEvent[]
beforeEach(async () => {
  now = new Date()
  world = await createLoginDesk({
    now: () => now,
    config: (config) => ({ ...config, session: { idleHours: 8, maxHours: 24 } }),
  })
  await world.callback(await world.codeFor(lineUserId()))
  await approveStaff(
    world.desk.context.db,
    { lineUserId: lineUserId(), role: 'ADMIN', channels: 'all' },
    async () => {},
  )
  await world.desk.context.db.delete(sessions)
  ended = []
  world.desk.context.bus.subscribe((detail) => ended.push(detail))
})
afterEach(() => world.close())

const lineUserId = () => world.users[2]?.user_id ?? ''
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function signIn(headers: Record<string, string> = {}): Promise<string> {
  const response = await world.callback(await world.codeFor(lineUserId()), headers)
  expect(response.statusCode).toBe(200)
  return response.json().token
}

const status = async (token: string) =>
  (await world.desk.app.inject({ url: '/auth/me', headers: bearer(token) })).statusCode
const list = async (token: string) =>
  (await world.desk.app.inject({ url: '/auth/sessions', headers: bearer(token) })).json().items
const remove = (url: string, token: string) =>
  world.desk.app.inject({ method: 'DELETE', url, headers: bearer(token) })
const events = async (kind: string) =>
  (
    await world.desk.context.db.execute<{ staff_id: string | null; address: string | null; detail: object }>(
      sql`select staff_id, address, detail from security_events where kind = ${kind} order by id`,
    )
  ).rows

describe('a new sign-in', () => {
  test('a new sign-in ends the old session of the same browser and publishes its end', async () => {
    const elsewhere = await signIn()
    const old = await signIn()
    const fresh = await signIn(bearer(old))
    expect([await status(elsewhere), await status(old), await status(fresh)]).toEqual([200, 401, 200])
    expect(ended).toEqual([
      { kind: 'session_ended', staffId: expect.any(String), tokenHash: expect.any(String) },
    ])
    expect(await events('session_ended')).toMatchObject([{ detail: { by: 'new sign-in' } }])
  })

  test('a sign-in that is refused or waits for approval keeps the current session', async () => {
    const old = await signIn()
    expect((await world.callback('made-up', bearer(old))).statusCode).toBe(401)
    const newcomer = await world.codeFor(world.users[3]?.user_id ?? '')
    expect((await world.callback(newcomer, bearer(old))).statusCode).toBe(403)
    expect(await status(old)).toBe(200)
  })

  test('the first use of an approved session ends the old session of the browser once, even for concurrent requests', async () => {
    const [elsewhere, old] = [await signIn(), await signIn()]
    const newcomer = world.users[3]?.user_id ?? ''
    const waiting = (await world.callback(await world.codeFor(newcomer), bearer(old))).json().waiting_token
    expect([await status(waiting), await status(old)]).toEqual([403, 200])
    await approveStaff(
      world.desk.context.db,
      { lineUserId: newcomer, role: 'ADMIN', channels: 'all' },
      async () => {},
    )
    expect([await status(old), ended]).toEqual([200, []])
    expect(await Promise.all([status(waiting), status(waiting)])).toEqual([200, 200])
    expect([await status(old), await status(elsewhere)]).toEqual([401, 200])
    expect(ended).toEqual([
      { kind: 'session_ended', staffId: expect.any(String), tokenHash: expect.any(String) },
    ])
    expect(await events('session_ended')).toMatchObject([
      { address: '127.0.0.1', detail: { by: 'new sign-in' } },
    ])
  })

  test('a new sign-in ends the oldest session of a staff member with twenty sessions', async () => {
    const tokens: string[] = []
    for (let session = 1; session <= 22; session += 1) {
      tokens.push(await signIn())
      now = new Date(now.getTime() + 1_000)
    }
    const alive = await Promise.all(tokens.map(status))
    expect(alive).toEqual([401, 401, ...Array(20).fill(200)])
    expect(await events('session_ended')).toHaveLength(2)
  })
})

test('a session expires after the idle time, and after the maximum age even when used', async () => {
  const idle = await signIn()
  const used = await signIn()
  for (let hour = 1; hour <= 24; hour += 1) {
    expect(await status(used)).toBe(200)
    now = new Date(now.getTime() + 3_600_000)
    if (hour === 7) expect(await events('session_ended')).toEqual([])
    if (hour === 8) expect(await status(idle)).toBe(401)
  }
  expect(await status(used)).toBe(401)
})

describe('a staff member', () => {
  test('lists only sessions of the signed-in staff member', async () => {
    await world.desk.signInAs()
    const phone = await signIn({ 'user-agent': `Phone ${'x'.repeat(400)}` })
    now = new Date(now.getTime() + 120_000)
    const desk = await signIn({ 'user-agent': 'Desk' })
    const seen = await list(desk)
    expect(seen).toEqual([
      {
        id: expect.any(String),
        begun_at: now.toISOString(),
        last_used_at: now.toISOString(),
        user_agent: 'Desk',
        current: true,
      },
      expect.objectContaining({ user_agent: expect.stringMatching(/^Phone x{294}$/), current: false }),
    ])
    expect(JSON.stringify(seen)).not.toContain(phone)
    expect((await world.desk.app.inject({ url: '/auth/sessions' })).statusCode).toBe(401)
  })

  test('a staff member can end one of their own sessions', async () => {
    const [other, mine] = [await signIn(), await signIn()]
    const id = (await list(other)).find(({ current }: { current: boolean }) => current).id
    expect((await remove(`/auth/sessions/${id}`, mine)).json()).toEqual({ ok: true })
    expect([await status(other), await status(mine)]).toEqual([401, 200])
    expect(ended).toHaveLength(1)
    expect(await events('session_ended')).toMatchObject([
      { address: '127.0.0.1', detail: { session: id, by: 'another session' } },
    ])
    expect((await remove(`/auth/sessions/${id}`, mine)).statusCode).toBe(404)
  })

  test('a staff member cannot end sessions of others', async () => {
    const stranger = await world.desk.signInAs()
    const mine = await signIn()
    const [{ id }] = await list(stranger.token)
    expect((await remove(`/auth/sessions/${id}`, mine)).statusCode).toBe(404)
    expect((await remove('/auth/sessions/none', mine)).statusCode).toBe(400)
    expect(await status(stranger.token)).toBe(200)
  })

  test('a staff member ends all their other sessions with one request', async () => {
    const stranger = await world.desk.signInAs()
    const [one, two, mine] = [await signIn(), await signIn(), await signIn()]
    expect((await remove('/auth/sessions', mine)).json()).toEqual({ ended: 2 })
    expect(await Promise.all([one, two, mine, stranger.token].map(status))).toEqual([401, 401, 200, 200])
  })
})

describe('security events', () => {
  test('security events record sign-in, refusal and sign-out with user and IP address, without tokens or codes', async () => {
    const token = await signIn()
    const code = await world.codeFor(lineUserId())
    await world.desk.app.inject({ method: 'POST', url: '/auth/logout', headers: bearer(token) })
    await world.callback('made-up-code')
    await suspendStaff(world.desk.context.db, lineUserId(), async () => {})
    expect((await world.callback(code)).statusCode).toBe(403)
    const common = { staff_id: expect.any(String), address: '127.0.0.1' }
    expect((await events('signed_in')).slice(1)).toEqual([{ ...common, detail: { status: 'APPROVED' } }])
    expect(await events('signed_out')).toEqual([{ ...common, detail: {} }])
    expect(await events('sign_in_refused')).toEqual([
      {
        staff_id: null,
        address: '127.0.0.1',
        detail: {
          reason: 'login_refused',
          line_error: expect.any(String),
          line_description: expect.any(String),
        },
      },
      { ...common, detail: { reason: 'suspended' } },
    ])
    expect(await events('approved')).toMatchObject([
      {
        address: null,
        detail: { by: 'command line', role: 'ADMIN', channels: 'all', before: { channels: [] } },
      },
    ])
    expect(await events('suspended')).toMatchObject([{ staff_id: expect.any(String), address: null }])
    const all = JSON.stringify((await world.desk.context.db.execute(sql`select * from security_events`)).rows)
    for (const secret of [token, code, 'made-up-code']) expect(all).not.toContain(secret)
  })

  test('security events record at most ten refused sign-ins per IP address and minute', async () => {
    for (let attempt = 1; attempt <= 300; attempt += 1) await world.callback('made-up')
    expect(await events('sign_in_refused')).toHaveLength(10)
    expect((await world.callback('made-up')).statusCode).toBe(429)
  })

  test('the limit of refused sign-ins does not count successful sign-ins', async () => {
    const token = await signIn()
    const code = await world.codeFor(lineUserId())
    // Concurrent requests with one login code share one exchange of the code, and each request succeeds.
    const responses = await Promise.all(Array.from({ length: 310 }, () => world.callback(code)))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await status(token)).toBe(200)
  })
})

test('warns once when requests have X-Forwarded-For but TRUST_PROXY is not set', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  for (const [trustProxy, texts] of [
    [0, 1],
    [1, 0],
  ] as const) {
    lines.length = 0
    const desk = await createTestDesk({ config: (config) => ({ ...config, trustProxy }), log })
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    for (let call = 1; call <= 3; call += 1) await desk.app.inject({ url: '/healthz', headers })
    await desk.app.inject({ url: '/healthz' })
    await desk.close()
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(texts)
  }
})
