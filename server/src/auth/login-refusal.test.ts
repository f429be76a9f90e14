import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
  await desk?.close()
  await line.close()
})

const callback = (code: string) =>
  desk.app.inject({ method: 'POST', url: '/auth/line/callback', payload: { code } })
const warnings = () => lines.filter(({ level }) => level === 40)
const events = async () =>
  (await desk.context.db.execute(sql`select detail from security_events where kind = 'sign_in_refused'`)).rows

test("LINE's reason stands in the log and in the security event, its code in what the person reads", async () => {
  line.token = {
    status: 400,
    body: { error: 'invalid_client', error_description: 'client_secret not matched' },
  }
  const answer = await callback('a-code')
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    {
      code: 'login_refused',
      message: 'LINE ไม่ยืนยันตัวตนนี้ กรุณาเข้าสู่ระบบใหม่อีกครั้ง (invalid_client)',
      reason: 'invalid_client',
    },
  ])
  const facts = { line_error: 'invalid_client', line_description: 'client_secret not matched' }
  expect(warnings()).toEqual([
    expect.objectContaining({ ...facts, code: 'login_refused', msg: 'a sign-in was refused' }),
  ])
  expect(await events()).toEqual([{ detail: { reason: 'login_refused', ...facts } }])
})

test('what LINE repeats of secrets is taken out, what is long is cut, and what is no code is not shown', async () => {
  const { clientSecret } = desk.context.config.login
  const error_description = `code a-secret-code and ${clientSecret}\0${'x'.repeat(155)} a-secret-code ${'x'.repeat(5_000)}`
  line.token = { status: 400, body: { error: '<b>invalid</b>', error_description } }
  const answer = await callback('a-secret-code')
  expect(answer.json().message).toMatch(/ \(unknown\)$/)
  const [warning] = warnings()
  expect(warning?.line_description).toMatch(/^code … and … x+ … x+$/)
  expect(String(warning?.line_description).length).toBeLessThanOrEqual(200)
  const written = JSON.stringify([lines, await events()])
  expect(written).not.toContain('a-secret')
  expect(written).not.toContain(clientSecret)
})

test('an id_token that does not come has its reason too', async () => {
  line.token = { status: 200, body: { access_token: 'x' } }
  expect((await callback('a-code')).json()).toMatchObject({ code: 'login_refused', reason: 'no_id_token' })
})

test('a person whom LINE sends back with an error is told in the log, one who cancelled is not', async () => {
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
    // Whoever reads the log sees neither a line of its own nor words turned round.
    expect.objectContaining({ line_error: 'INVALID_SCOPE', line_description: 'email is not permitted' }),
  ])
})
