import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LineLoginStub, startLineLoginStub } from '../testing/line-login-stub.ts'
import { linesOfLog } from '../testing/log-lines.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

const { log, lines } = linesOfLog()
let line: LineLoginStub
let desk: TestDesk
beforeEach(async () => {
  lines.length = 0
  line = await startLineLoginStub()
  const api = { apiUrl: line.url, dataApiUrl: line.url }
  desk = await createTestDesk({ log, config: (config) => ({ ...config, line: api }) })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await desk?.close()
  await line.close()
})

const callback = (code: string) =>
  desk.app.inject({ method: 'POST', url: '/auth/line/callback', payload: { code } })
const warnings = () => lines.filter(({ level }) => level === 40)
const events = async () =>
  (await desk.context.db.execute(sql`select detail from security_events where kind = 'sign_in_refused'`)).rows

test("logs LINE's description of a refusal, stores it in the security event and returns LINE's code", async () => {
  line.token = {
    status: 400,
    body: { error: 'invalid_client', error_description: 'client_secret not matched' },
  }
  const response = await callback('a-code')
  expect([response.statusCode, response.json()]).toEqual([
    401,
    {
      code: 'login_refused',
      message: 'LINE ไม่ยืนยันตัวตนนี้ กรุณาเข้าสู่ระบบใหม่อีกครั้ง (invalid_client)',
      reason: 'invalid_client',
    },
  ])
  const details = { line_error: 'invalid_client', line_description: 'client_secret not matched' }
  expect(warnings()).toEqual([
    expect.objectContaining({ ...details, code: 'login_refused', msg: 'a sign-in was refused' }),
  ])
  expect(await events()).toEqual([{ detail: { reason: 'login_refused', ...details } }])
})

test('masks secrets repeated in LINE errors, truncates long descriptions and replaces invalid codes', async () => {
  const { clientSecret } = desk.context.config.login
  const error_description = `code a-secret-code and ${clientSecret}\0${'x'.repeat(155)} a-secret-code ${'x'.repeat(5_000)}`
  line.token = { status: 400, body: { error: '<b>invalid</b>', error_description } }
  const response = await callback('a-secret-code')
  expect(response.json().message).toMatch(/ \(unknown\)$/)
  const [warning] = warnings()
  expect(warning?.line_description).toMatch(/^code … and … x+ … x+$/)
  expect(String(warning?.line_description).length).toBeLessThanOrEqual(200)
  const written = JSON.stringify([lines, await events()])
  expect(written).not.toContain('a-secret')
  expect(written).not.toContain(clientSecret)
})

test('refuses a sign-in without an id_token and returns the reason', async () => {
  line.token = { status: 200, body: { access_token: 'x' } }
  expect((await callback('a-code')).json()).toMatchObject({ code: 'login_refused', reason: 'no_id_token' })
})

test('logs a redirect from LINE with a login error, except when the user cancelled', async () => {
  const path = new URL(desk.context.config.login.redirectUri).pathname
  await desk.app.inject(`${path}?error=ACCESS_DENIED&error_description=The+user+denied&state=s`)
  await desk.app.inject(`${path}?code=c&state=s`)
  expect(warnings()).toEqual([])
  for (let time = 0; time < 3; time += 1) {
    await desk.app.inject(
      `${path}?error=INVALID_SCOPE&error_description=email+is%E2%80%A8not%E2%80%AEpermitted&state=s`,
    )
  }
  expect(warnings()).toEqual([
    // The log replaces line separators and bidirectional control characters, which could forge log lines.
    expect.objectContaining({ line_error: 'INVALID_SCOPE', line_description: 'email is not permitted' }),
  ])
})

/** Returns the set of status codes of refused sign-ins from these addresses. */
async function refusedAt(addresses: readonly string[]): Promise<Set<number>> {
  line.token = { status: 400, body: { error: 'invalid_grant' } }
  const statuses = new Set<number>()
  for (const remoteAddress of addresses) {
    const request = { method: 'POST', url: '/auth/line/callback', payload: { code: 'c' } } as const
    statuses.add((await desk.app.inject({ ...request, remoteAddress })).statusCode)
  }
  return statuses
}
const addressesOf = (count: number, at: (hex: string) => string) =>
  Array.from({ length: count }, (_, index) => at((index + 1).toString(16)))

test('limits and records refused sign-ins of one /64 network like those of one IP address', async () => {
  const addresses = addressesOf(310, (hex) => `2001:db8:1:2::${hex}`)
  expect(await refusedAt(addresses.slice(0, 300))).toEqual(new Set([401]))
  expect(await refusedAt(addresses.slice(300))).toEqual(new Set([429]))
  expect(await events()).toHaveLength(10)
})

test('records at most 30 of many simultaneous refused sign-ins from all networks', async () => {
  // Stops the clock; otherwise the rate limiter's 30 tokens would be refilled during the requests.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  expect(await refusedAt(addressesOf(60, (hex) => `2001:db8:1:${hex}::1`))).toEqual(new Set([401]))
  expect(await events()).toHaveLength(30)
})

test('logs error code and host when LINE is unreachable during a sign-in', async () => {
  const { port } = new URL(line.url)
  await line.close()
  expect((await callback('a-code')).json()).toMatchObject({ code: 'line_unavailable' })
  const text = JSON.stringify(lines.filter(({ level }) => Number(level) >= 40))
  expect(text).toContain('ECONNREFUSED')
  expect(text).toContain(`127.0.0.1:${port}`)
  line = await startLineLoginStub()
})
