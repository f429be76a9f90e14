import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MockManager } from '../testing/mock-profile.ts'
import { type MockServer, startMockServer } from '../testing/mock-server.ts'
import { beginLineLogin, prepareLineLogin } from './begin-line-login.ts'
import { finishLineLogin, waitForApproval } from './finish-line-login.ts'

const EXCHANGE = 'POST /auth/line/callback'
const REFUSED = 'การยืนยันตัวตนไม่ถูกต้อง กรุณาลองใหม่อีกครั้ง'
let server: MockServer
let codes = 0
/** Returns an unused login code. A code can be used only once, so each test has another one. */
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

const SETTINGS = {
  authorize_url: 'https://access.line.me/oauth2/v2.1/authorize',
  client_id: '1234567890',
  redirect_uri: 'https://desk.example/line-oauth-callback',
}

async function addressAtLine(): Promise<URL> {
  let address = ''
  await beginLineLogin((url) => {
    address = url
  })
  return new URL(address)
}

test('a login opens LINE with a new state of 64 hex characters and the parameters that the server returned', async () => {
  const proof = { nonce: 'n-1', code_challenge: 'c-1', code_challenge_method: 'S256' }
  server.respond('POST /auth/line/start', { body: { ...SETTINGS, ...proof } })
  const seen: string[] = []
  for (let login = 1; login <= 2; login += 1) {
    const url = await addressAtLine()
    const state = sessionStorage.getItem('lineLoginState') ?? ''
    expect(state).toMatch(/^[0-9a-f]{64}$/)
    expect(url.origin + url.pathname).toBe(SETTINGS.authorize_url)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: SETTINGS.client_id,
      redirect_uri: SETTINGS.redirect_uri,
      state,
      scope: 'openid profile email',
      ...proof,
    })
    seen.push(state)
  }
  expect(seen[0]).not.toBe(seen[1])
  expect(server.requests.map(({ call, body }) => [call, body])).toEqual(
    seen.map((state) => ['POST /auth/line/start', { state }]),
  )
})

test('a prepared login starts once, and a failed login starts again', async () => {
  const STARTS = 'POST /auth/line/start'
  server.respond(STARTS, { status: 503, body: {} })
  await expect(prepareLineLogin().address).rejects.toThrow('503')
  expect(sessionStorage.getItem('lineLoginState')).toBeNull()
  server.respond(STARTS, { body: SETTINGS })
  const { state } = prepareLineLogin()
  expect((await addressAtLine()).searchParams.get('state')).toBe(state)
  expect(sessionStorage.getItem('lineLoginState')).toBe(state)
  expect(server.requests.filter(({ call }) => call === STARTS)).toHaveLength(2)
})

test('a login uses only the settings when the server cannot start a login', async () => {
  server.respond('GET /auth/line/settings', { body: SETTINGS })
  const url = await addressAtLine()
  expect([...url.searchParams.keys()]).toEqual([
    'response_type',
    'client_id',
    'redirect_uri',
    'state',
    'scope',
  ])
})

test('the login callback exchanges the code once, even when called twice, and stores the token', async () => {
  sessionStorage.setItem('lineLoginState', 'abc')
  const code = newCode()
  const search = `?code=${code}&state=abc`
  const results = await Promise.all([finishLineLogin(search), finishLineLogin(search)])
  expect(results).toEqual([{ kind: 'signed-in' }, { kind: 'signed-in' }])
  expect(exchanges().map(({ body }) => body)).toEqual([{ code, state: 'abc' }])
  expect(localStorage.getItem('jwt')).toBe('token-1')
  expect(sessionStorage.getItem('lineLoginState')).toBeNull()
})

test('sends the earlier token with the code, so that the earlier session ends', async () => {
  await finishLineLogin(`?code=${newCode()}`)
  await finishLineLogin(`?code=${newCode()}`)
  expect(exchanges().map(({ headers }) => headers.get('Authorization'))).toEqual([null, 'Bearer token-1'])
})

test('the login callback skips the state check when no state is stored', async () => {
  expect(await finishLineLogin(`?code=${newCode()}&state=whatever`)).toEqual({ kind: 'signed-in' })
})

test.each([
  ['another state', (code: string) => `?code=${code}&state=other`],
  ['no state', (code: string) => `?code=${code}`],
  ['no code', () => '?state=abc'],
])('the login callback rejects %s without an exchange of the code', async (_case, search) => {
  sessionStorage.setItem('lineLoginState', 'abc')
  expect(await finishLineLogin(search(newCode()))).toEqual({ kind: 'failed', message: REFUSED })
  expect(exchanges()).toEqual([])
  expect(localStorage.getItem('jwt')).toBeNull()
})

test.each([
  [
    'as pending',
    { status: 403, body: { code: 'waiting_approval', message: 'waiting_approval' } },
    { kind: 'waiting', token: null },
  ],
  [
    'as suspended',
    { status: 403, body: { code: 'suspended', message: 'บัญชีถูกระงับการใช้งาน กรุณาติดต่อผู้ดูแลระบบ' } },
    { kind: 'failed', message: 'บัญชีถูกระงับการใช้งาน กรุณาติดต่อผู้ดูแลระบบ' },
  ],
  [
    'with an error message',
    { status: 400, body: { message: 'code expired' } },
    { kind: 'failed', message: 'code expired' },
  ],
  [
    'with an error without a message',
    { status: 502, body: '' },
    { kind: 'failed', message: 'ไม่สามารถล็อกอินผ่านเซิร์ฟเวอร์ได้' },
  ],
  ['without a token', { body: {} }, { kind: 'failed', message: 'ไม่ได้รับ Token จากเซิร์ฟเวอร์' }],
  [
    'without a response',
    new TypeError('Failed to fetch'),
    { kind: 'failed', message: 'มีข้อผิดพลาดไม่ทราบสาเหตุ' },
  ],
])('the login callback returns the result of an exchange that ends %s', async (_case, response, result) => {
  server.respond(EXCHANGE, response)
  expect(await finishLineLogin(`?code=${newCode()}`)).toEqual(result)
  expect(localStorage.getItem('jwt')).toBeNull()
})

test('reports that the user cancelled the login at LINE', async () => {
  sessionStorage.setItem('lineLoginState', 'abc')
  const result = await finishLineLogin('?error=access_denied&error_description=cancelled&state=abc')
  expect(result).toEqual({ kind: 'failed', message: `${REFUSED} (คุณยกเลิกการเข้าสู่ระบบด้วย LINE)` })
  expect(sessionStorage.getItem('lineLoginState')).toBeNull()
})

test.each([
  ['INVALID_SCOPE', ': INVALID_SCOPE'],
  ['โอนเงินมาที่ 123-4-56789', ''],
])('shows an error of LINE only when it is a code (%s)', async (error, shown) => {
  sessionStorage.setItem('lineLoginState', 'abc')
  const result = await finishLineLogin(`?error=${encodeURIComponent(error)}&state=abc`)
  const message = `${REFUSED} (LINE ไม่สามารถเข้าสู่ระบบให้ได้ในขณะนี้${shown})`
  expect(result).toEqual({ kind: 'failed', message })
})

describe('account that is waiting for approval', () => {
  const ME = 'GET /auth/me'
  const WAITING = { code: 'waiting_approval', message: 'waiting_approval' }

  async function wait() {
    server.respond(EXCHANGE, { status: 403, body: { ...WAITING, waiting_token: 'later-1' } })
    const search = `?code=${newCode()}&state=abc`
    sessionStorage.setItem('lineLoginState', 'abc')
    return { search, result: await finishLineLogin(search) }
  }

  test('a waiting account continues to wait after a reload, without another exchange of the code', async () => {
    const { search, result } = await wait()
    expect(result).toEqual({ kind: 'waiting', token: 'later-1' })
    // A reload keeps the tab's storage but not the modules.
    vi.resetModules()
    const reloaded = await import('./finish-line-login.ts')
    expect(await reloaded.finishLineLogin(search)).toEqual(result)
    expect(exchanges()).toHaveLength(1)
    expect(localStorage.getItem('jwt')).toBeNull()
  })

  test('a waiting account is signed in as soon as it is approved', async () => {
    await wait()
    server.respond(ME, { status: 403, body: WAITING })
    const response = waitForApproval('later-1', new AbortController().signal)
    await expect.poll(() => server.requests.some(({ call }) => call === ME)).toBe(true)
    expect(localStorage.getItem('jwt')).toBeNull()
    server.respond(ME, { body: { profile: MockManager } })
    expect(await response).toEqual({ kind: 'signed-in' })
    expect(localStorage.getItem('jwt')).toBe('later-1')
    expect(sessionStorage.getItem('lineApprovalWait')).toBeNull()
  })

  test('waiting for approval ends when the account is rejected or the page is left', async () => {
    const left = new AbortController()
    server.respond(ME, { status: 403, body: { code: 'suspended', message: 'บัญชีถูกระงับการใช้งาน' } })
    expect(await waitForApproval('later-1', left.signal)).toEqual({
      kind: 'failed',
      message: 'บัญชีถูกระงับการใช้งาน',
    })
    left.abort()
    expect(await waitForApproval('later-1', left.signal)).toBeUndefined()
  })
})
