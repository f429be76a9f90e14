import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { MockAgent, MockManager } from '../testing/mock-profile.ts'
import { type MockResponse, type MockServer, startMockServer } from '../testing/mock-server.ts'
import {
  endSession,
  followOtherTabs,
  readSession,
  renewSession,
  signOut,
  startSessionCheck,
} from './session.store.ts'
import { readPersonal, writePersonal } from './user-storage.ts'

const ME = 'GET /auth/me'
/** Timeout for slow machines, instead of Vitest's default of one second. */
const SOON = { timeout: 15_000 }
let server: MockServer
let logged: MockInstance<typeof console.error>

beforeEach(() => {
  localStorage.clear()
  server = startMockServer({
    [ME]: { body: { profile: MockManager } },
    'POST /auth/logout': { body: { ok: true } },
  })
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  server.stop()
  vi.restoreAllMocks()
})

test('a user without a stored token is signed out, without an API call', async () => {
  await renewSession()
  expect(readSession()).toMatchObject({ status: 'signed-out', profile: null })
  expect(server.requests).toEqual([])
})

test('a user with an approved profile is signed in', async () => {
  localStorage.setItem('jwt', 'token-1')
  const check = renewSession()
  expect(readSession().status).toBe('checking')
  await check
  expect(readSession()).toEqual({ status: 'signed-in', profile: MockManager, reason: null })
  expect(server.requests[0]?.headers.get('authorization')).toBe('Bearer token-1')
})

test('the session check reads the profile from the field `user`', async () => {
  localStorage.setItem('jwt', 'token-1')
  server.respond(ME, { body: { user: { id: 'S1', status: 'APPROVED', role: 'admin', full_name: 'กิตติ' } } })
  await renewSession()
  expect(readSession().profile).toMatchObject({ role: 'ADMIN', display_name: 'กิตติ' })
})

test('the session check sends no second request while a check is in progress or a profile is loaded', async () => {
  localStorage.setItem('jwt', 'token-1')
  await Promise.all([renewSession(), startSessionCheck(), startSessionCheck()])
  await startSessionCheck()
  expect(server.requests).toHaveLength(1)
})

test("sign-in stores the user's id and email, and API calls send the selected channel", async () => {
  localStorage.setItem('jwt', 'token-1')
  localStorage.setItem('channel_key', 'vip')
  await renewSession()
  expect(localStorage.getItem('user_id')).toBe(MockManager.id)
  expect(localStorage.getItem('email')).toBe(MockManager.email)
  expect(server.requests[0]?.headers.get('x-channel-key')).toBe('vip')
  server.respond(ME, { body: { profile: MockAgent } })
  await renewSession()
  expect(localStorage.getItem('user_id')).toBe(MockAgent.id)
  expect(localStorage.getItem('email')).toBeNull()
})

test.each([
  ['a refused token', { status: 401, body: {} }, null],
  ['a server error', { status: 500, body: {} }, 'Invalid token or server error.'],
  ['a starting server', { status: 503, body: {} }, 'Invalid token or server error.'],
  ['no profile', { body: {} }, 'Profile missing.'],
  [
    'a pending account',
    { body: { profile: { ...MockAgent, status: 'PENDING' } } },
    'User status is not approved.',
  ],
])('%s ends the session', async (_case, response, line) => {
  localStorage.setItem('jwt', 'token-1')
  server.respond(ME, response)
  await renewSession()
  const reason = line === null ? 'expired' : 'failed'
  expect(readSession()).toEqual({ status: 'signed-out', profile: null, reason })
  expect(localStorage.getItem('jwt')).toBeNull()
  expect(logged.mock.calls.map(([first]) => first)).toEqual(line === null ? [] : [line])
})

const SILENCE = [
  ['a lost connection', new TypeError('Failed to fetch')],
  ['the sign-in page of a network', { text: '<!doctype html>' }],
] satisfies [string, MockResponse][]

test.each(SILENCE)(
  '%s does not end the session when the server responds within 10 s',
  async (_case, response) => {
    localStorage.setItem('jwt', 'token-1')
    server.respond(ME, response)
    const check = renewSession()
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(1), SOON)
    expect(readSession()).toMatchObject({ status: 'checking', isRetrying: true })
    server.respond(ME, { body: { profile: MockManager } })
    await check
    expect(readSession()).toEqual({ status: 'signed-in', profile: MockManager, reason: null })
  },
)

test.each(SILENCE)('%s ends the session after 10 s', async (_case, response) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.setItem('jwt', 'token-1')
  server.respond(ME, response)
  let isDone = false
  const check = renewSession().then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(9_000)
  expect(readSession()).toMatchObject({ status: 'checking', isRetrying: true })
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  await check
  expect(readSession()).toEqual({ status: 'signed-out', profile: null, reason: 'failed' })
  expect(logged.mock.calls.map(([first]) => first)).toEqual(['Invalid token or server error.'])
})

test('the session check retries a request that hangs, and uses the first response', async () => {
  localStorage.setItem('jwt', 'token-1')
  server.respond(ME, 'never')
  const check = renewSession()
  await vi.waitFor(() => expect(server.requests).toHaveLength(1), SOON)
  server.respond(ME, { body: { profile: MockManager } })
  await check
  expect(server.requests).toHaveLength(2)
  expect(readSession()).toEqual({ status: 'signed-in', profile: MockManager, reason: null })
})

test('the session check uses a slow response even after a retry', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.setItem('jwt', 'token-1')
  const { promise, resolve } = Promise.withResolvers<MockResponse>()
  server.respond(ME, promise)
  const check = renewSession()
  await vi.advanceTimersByTimeAsync(3_500)
  expect(readSession()).toMatchObject({ status: 'checking', isRetrying: true })
  server.respond(ME, 'never')
  await vi.advanceTimersByTimeAsync(6_000)
  vi.useRealTimers()
  resolve({ body: { profile: MockManager } })
  await check
  expect(readSession()).toMatchObject({ status: 'signed-in' })
})

test('the session check ends the session 10 s after its first request when no response arrives', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.setItem('jwt', 'token-1')
  server.respond(ME, 'never')
  const check = renewSession()
  await vi.advanceTimersByTimeAsync(9_900)
  expect(readSession()).toMatchObject({ status: 'checking', isRetrying: true })
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await check
  expect(readSession()).toEqual({ status: 'signed-out', profile: null, reason: 'failed' })
  expect(localStorage.getItem('jwt')).toBeNull()
})

const STORED = {
  jwt: 'token-1',
  channel_key: 'main',
  queue_search: 'x',
  my_ticket_search: 'y',
  ticket_last_seen: '{}',
  admin_jwt: 'other',
  authToken: 'third',
  biz_channel_key: 'main',
  theme: 'dark',
  promo_upload_items: '[]',
  activeTicketId: '1',
  lastViewState: '{"view":"queue"}',
}

test('does not end the session when a check is aborted because the page is unloading', async () => {
  localStorage.setItem('jwt', 'token-1')
  server.respond(ME, new TypeError('Failed to fetch'))
  window.dispatchEvent(new Event('pagehide'))
  const check = renewSession()
  await vi.waitFor(() => expect(server.requests).toHaveLength(1), SOON)
  expect(await Promise.race([check, 'open'])).toBe('open')
  expect(localStorage.getItem('jwt')).toBe('token-1')
  server.respond(ME, { body: { profile: MockManager } })
  await vi.waitFor(() => {
    // Simulates a page that the browser restores from its cache.
    window.dispatchEvent(new Event('pageshow'))
    expect(readSession().status).toBe('signed-in')
  }, SOON)
  await check
  expect(localStorage.getItem('jwt')).toBe('token-1')
})

test('sign-out removes only the `SIGN_OUT_KEYS` from the storage, and notifies the server', async () => {
  for (const [key, value] of Object.entries(STORED)) localStorage.setItem(key, value)
  await renewSession()
  signOut()
  expect(readSession()).toEqual({ status: 'signed-out', profile: null, reason: 'left' })
  expect({ ...localStorage }).toEqual({
    user_id: MockManager.id,
    email: MockManager.email,
    biz_channel_key: 'main',
    theme: 'dark',
    promo_upload_items: '[]',
  })
  await vi.waitFor(() => expect(server.requests.at(-1)?.call).toBe('POST /auth/logout'), SOON)
  expect(server.requests.at(-1)?.headers.get('authorization')).toBe('Bearer token-1')
})

test('a session that the server ended is reported as expired', async () => {
  localStorage.setItem('jwt', 'token-1')
  await renewSession()
  endSession()
  expect(readSession()).toMatchObject({ status: 'signed-out', reason: 'expired' })
  expect(localStorage.getItem('jwt')).toBeNull()
})

test('a tab continues with the new token when a login in another tab has ended its session', async () => {
  localStorage.setItem('jwt', 'token-1')
  await renewSession()
  localStorage.setItem('jwt', 'token-2')
  endSession()
  await expect.poll(() => readSession().status).toBe('signed-in')
  expect(localStorage.getItem('jwt')).toBe('token-2')
  expect(server.requests.at(-1)?.headers.get('Authorization')).toBe('Bearer token-2')
})

describe('drafts and pending messages', () => {
  const names = (id: string) => [...readPersonal(id, 'draft').keys(), ...readPersonal(id, 'outbox').keys()]

  beforeEach(async () => {
    localStorage.setItem('jwt', 'token-1')
    await renewSession()
    for (const id of [MockManager.id, MockAgent.id]) {
      writePersonal(id, 'draft', 't1', 'ยังเขียนไม่จบ')
      writePersonal(id, 'outbox', 'm1', '{}')
    }
  })

  test('sign-out removes drafts and pending messages, but not those of other users', () => {
    signOut()
    expect(names(MockManager.id)).toEqual([])
    expect(names(MockAgent.id)).toEqual(['t1', 'm1'])
  })

  test('drafts and pending messages remain after an expired session', () => {
    endSession()
    expect(names(MockManager.id)).toEqual(['t1', 'm1'])
  })

  test('drafts of a user are separate from those of a user whose id has the same prefix', () => {
    writePersonal(`${MockManager.id}:draft`, 'draft', 't2', 'x')
    expect(names(MockManager.id)).toEqual(['t1', 'm1'])
  })
})

test('a check that ends after sign-out does not restore the session', async () => {
  localStorage.setItem('jwt', 'token-1')
  const check = renewSession()
  signOut()
  await check
  expect(readSession().status).toBe('signed-out')
})

test('the session check is repeated when another tab replaced the token during the request', async () => {
  localStorage.setItem('jwt', 'token-1')
  server.respond(ME, {
    body: {},
    get status() {
      localStorage.setItem('jwt', 'token-2')
      server.respond(ME, { body: { profile: MockAgent } })
      return 401
    },
  })
  await renewSession()
  expect(readSession().profile?.id).toBe(MockAgent.id)
  expect(localStorage.getItem('jwt')).toBe('token-2')
})

test('a tab follows another tab that signs out and signs in as another user', async () => {
  const stop = followOtherTabs()
  localStorage.setItem('jwt', 'token-1')
  await renewSession()
  localStorage.removeItem('jwt')
  window.dispatchEvent(new StorageEvent('storage', { key: 'jwt', newValue: null }))
  expect(readSession().status).toBe('signed-out')
  server.respond(ME, { body: { profile: MockAgent } })
  localStorage.setItem('jwt', 'token-2')
  window.dispatchEvent(new StorageEvent('storage', { key: 'jwt', newValue: 'token-2' }))
  await vi.waitFor(() => expect(readSession().profile?.id).toBe(MockAgent.id), SOON)
  stop()
})
