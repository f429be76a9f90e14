import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MockManager } from '../testing/mock-profile.ts'
import { type MockServer, startMockServer } from '../testing/mock-server.ts'
import { beginLineLogin, finishLineLogin } from './line-login.ts'

const EXCHANGE = 'POST /auth/line/callback'
const REFUSED = 'การยืนยันตัวตนไม่ถูกต้อง กรุณาลองใหม่อีกครั้ง'
let server: MockServer
let codes = 0
/** Codes are good for one exchange, so each test has its own. */
function newCode() {
  codes += 1
  return `code-${codes}`
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  server = startMockServer({
    [EXCHANGE]: { body: { token: 'token-1' } },
    'GET /auth/me': { body: { profile: MockManager } },
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(() => {
  server.stop()
  vi.restoreAllMocks()
})

const exchanges = () => server.requests.filter(({ call }) => call === EXCHANGE)

test('goes to LINE with a fresh state of 64 hex characters', () => {
  const settings = {
    authorize_url: 'https://access.line.me/oauth2/v2.1/authorize',
    client_id: '1234567890',
    redirect_uri: 'https://desk.example/line-oauth-callback',
  }
  const seen = [1, 2].map(() => {
    let address = ''
    beginLineLogin(settings, (url) => {
      address = url
    })
    const url = new URL(address)
    const state = sessionStorage.getItem('lineLoginState') ?? ''
    expect(state).toMatch(/^[0-9a-f]{64}$/)
    expect(url.origin + url.pathname).toBe(settings.authorize_url)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: settings.client_id,
      redirect_uri: settings.redirect_uri,
      state,
      scope: 'openid profile email',
    })
    return state
  })
  expect(seen[0]).not.toBe(seen[1])
})

test('exchanges the code once, however often it is asked, and keeps the token', async () => {
  sessionStorage.setItem('lineLoginState', 'abc')
  const code = newCode()
  const search = `?code=${code}&state=abc`
  const results = await Promise.all([finishLineLogin(search), finishLineLogin(search)])
  expect(results).toEqual([{ kind: 'signed-in' }, { kind: 'signed-in' }])
  expect(exchanges().map(({ body }) => body)).toEqual([{ code }])
  expect(localStorage.getItem('jwt')).toBe('token-1')
  expect(sessionStorage.getItem('lineLoginState')).toBeNull()
})

test('without a stored state the check is skipped', async () => {
  expect(await finishLineLogin(`?code=${newCode()}&state=whatever`)).toEqual({ kind: 'signed-in' })
})

test.each([
  ['another state', (code: string) => `?code=${code}&state=other`],
  ['no state', (code: string) => `?code=${code}`],
  ['no code', () => '?state=abc'],
])('%s is refused without an exchange', async (_case, search) => {
  sessionStorage.setItem('lineLoginState', 'abc')
  expect(await finishLineLogin(search(newCode()))).toEqual({ kind: 'failed', message: REFUSED })
  expect(exchanges()).toEqual([])
  expect(localStorage.getItem('jwt')).toBeNull()
})

test.each([
  [
    'pending',
    { status: 403, body: { code: 'waiting_approval', message: 'waiting_approval' } },
    { kind: 'waiting' },
  ],
  [
    'suspended',
    { status: 403, body: { code: 'suspended', message: 'บัญชีถูกระงับการใช้งาน กรุณาติดต่อผู้ดูแลระบบ' } },
    { kind: 'failed', message: 'บัญชีถูกระงับการใช้งาน กรุณาติดต่อผู้ดูแลระบบ' },
  ],
  [
    'refused in words',
    { status: 400, body: { message: 'code expired' } },
    { kind: 'failed', message: 'code expired' },
  ],
  [
    'refused without words',
    { status: 502, body: '' },
    { kind: 'failed', message: 'ไม่สามารถล็อกอินผ่านเซิร์ฟเวอร์ได้' },
  ],
  ['without a token', { body: {} }, { kind: 'failed', message: 'ไม่ได้รับ Token จากเซิร์ฟเวอร์' }],
  ['lost', new TypeError('Failed to fetch'), { kind: 'failed', message: 'มีข้อผิดพลาดไม่ทราบสาเหตุ' }],
])('an exchange that ends %s', async (_case, answer, result) => {
  server.answer(EXCHANGE, answer)
  expect(await finishLineLogin(`?code=${newCode()}`)).toEqual(result)
  expect(localStorage.getItem('jwt')).toBeNull()
})

test('a person who says no at LINE hears so', async () => {
  sessionStorage.setItem('lineLoginState', 'abc')
  const result = await finishLineLogin('?error=access_denied&error_description=cancelled&state=abc')
  expect(result).toEqual({ kind: 'failed', message: 'คุณยกเลิกการเข้าสู่ระบบด้วย LINE กรุณาลองใหม่อีกครั้ง' })
  expect(sessionStorage.getItem('lineLoginState')).toBeNull()
})
