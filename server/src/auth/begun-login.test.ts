import type { OutgoingHttpHeaders } from 'node:http'
import { parseSetCookie } from 'cookie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '../db/schema.ts'
import { approveStaff } from '../staff/staff.store.ts'
import { createLoginDesk, type LoginDesk } from '../testing/login-desk.ts'

const REFUSED = [401, 'login_not_begun', 'การยืนยันตัวตนไม่ถูกต้อง กรุณาลองใหม่อีกครั้ง']
const ORIGIN = 'http://localhost:8080'

let world: LoginDesk
let now: Date
beforeEach(async () => {
  now = new Date()
  world = await createLoginDesk({ now: () => now })
  for (const { user_id } of world.users) {
    await world.callback(await world.codeFor(user_id))
    await approveStaff(
      world.desk.context.db,
      { lineUserId: user_id, role: 'ADMIN', channels: 'all' },
      async () => {},
    )
  }
  await world.desk.context.db.delete(sessions)
})
afterEach(() => world.close())

/** Simulates a browser: sends an `Origin` header and keeps the login cookie. */
class Browser {
  cookie: string | undefined

  async start(state: string): Promise<Record<string, string>> {
    const response = await world.desk.app.inject({
      method: 'POST',
      url: '/auth/line/start',
      payload: { state },
      headers: this.headers(),
    })
    this.storeCookies(response.headers)
    expect(response.statusCode).toBe(200)
    const { nonce, code_challenge, code_challenge_method } = response.json()
    return { state, nonce, code_challenge, code_challenge_method }
  }

  async callback(payload: { code: string; state?: string }, more: Record<string, string> = {}) {
    const response = await world.desk.app.inject({
      method: 'POST',
      url: '/auth/line/callback',
      payload,
      headers: { ...this.headers(), ...more },
    })
    this.storeCookies(response.headers)
    return response
  }

  private headers(): Record<string, string> {
    return { origin: ORIGIN, ...(this.cookie === undefined ? {} : { cookie: this.cookie }) }
  }

  private storeCookies(headers: OutgoingHttpHeaders): void {
    if (headers['set-cookie'] === undefined) return
    const { name, value, maxAge } = parseSetCookie(String(headers['set-cookie']))
    this.cookie = maxAge === 0 ? undefined : `${name}=${value}`
  }
}

const stateOf = (letter: string) => letter.repeat(64)
const received = (response: { statusCode: number; json(): { code?: string; message?: string } }) => [
  response.statusCode,
  response.json().code,
  response.json().message,
]
const [victim, attacker] = [0, 1].map((index) => () => world.users[index]?.user_id ?? '') as [
  () => string,
  () => string,
]

describe('a login started in this browser', () => {
  test('a login started in the browser succeeds once, with its nonce and code verifier', async () => {
    const browser = new Browser()
    const login = await browser.start(stateOf('a'))
    const code = await world.codeFor(victim(), login)
    const response = await browser.callback({ code, state: stateOf('a') })
    expect([response.statusCode, Object.keys(response.json())]).toEqual([200, ['token']])
    expect(browser.cookie).toBeUndefined()
    const again = await world.codeFor(victim(), login)
    expect(received(await browser.callback({ code: again, state: stateOf('a') }))).toEqual(REFUSED)
  })

  test('a pending login is found without a state when it is the only one', async () => {
    const browser = new Browser()
    const code = await world.codeFor(victim(), await browser.start(stateOf('a')))
    expect((await browser.callback({ code })).statusCode).toBe(200)
  })

  test('logins in two tabs of a browser succeed at the same time', async () => {
    const browser = new Browser()
    const one = await browser.start(stateOf('a'))
    const two = await browser.start(stateOf('b'))
    const codes = [await world.codeFor(victim(), one), await world.codeFor(victim(), two)]
    expect(received(await browser.callback({ code: codes[0] ?? '' }))).toEqual(REFUSED)
    const first = await browser.callback({ code: codes[0] ?? '', state: stateOf('a') })
    const second = await browser.callback({ code: codes[1] ?? '', state: stateOf('b') })
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  })

  test('drops the oldest pending logins to limit the cookie size', async () => {
    const browser = new Browser()
    const logins = []
    for (const letter of 'abcdefgh') logins.push(await browser.start(stateOf(letter)))
    expect(browser.cookie?.length).toBeLessThan(2_000)
    const oldest = await world.codeFor(victim(), logins[0])
    expect(received(await browser.callback({ code: oldest, state: stateOf('a') }))).toEqual(REFUSED)
    const newest = await world.codeFor(victim(), logins.at(-1))
    expect((await browser.callback({ code: newest, state: stateOf('h') })).statusCode).toBe(200)
  })

  test('a pending login expires after ten minutes', async () => {
    const browser = new Browser()
    const login = await browser.start(stateOf('a'))
    const early = await browser.start(stateOf('b'))
    now = new Date(now.getTime() + 590_000)
    const inTime = await world.codeFor(victim(), early)
    expect((await browser.callback({ code: inTime, state: stateOf('b') })).statusCode).toBe(200)
    now = new Date(now.getTime() + 20_000)
    const code = await world.codeFor(victim(), login)
    expect(received(await browser.callback({ code, state: stateOf('a') }))).toEqual(REFUSED)
  })
})

describe("a callback link with another user's code", () => {
  test("a link with another user's code is refused without a pending login and keeps the session", async () => {
    const browser = new Browser()
    const mine = await world.codeFor(victim(), await browser.start(stateOf('a')))
    const { token } = (await browser.callback({ code: mine, state: stateOf('a') })).json()
    const headers = { authorization: `Bearer ${token}` }

    for (const foreign of [
      await world.codeFor(attacker()),
      await world.codeFor(attacker(), await new Browser().start(stateOf('c'))),
    ]) {
      expect(received(await browser.callback({ code: foreign, state: stateOf('c') }, headers))).toEqual(
        REFUSED,
      )
      expect(received(await browser.callback({ code: foreign }, headers))).toEqual(REFUSED)
    }
    const me = await world.desk.app.inject({ url: '/auth/me', headers })
    expect(me.json().profile).toMatchObject({ line_user_id: victim() })
    expect(await world.desk.context.db.$count(sessions)).toBe(1)
  })

  test("a link with another user's code is refused by LINE or by the nonce check despite a pending login", async () => {
    const browser = new Browser()
    await browser.start(stateOf('a'))
    // LINE refuses a code that was requested without PKCE, and a code that belongs to another browser's PKCE verifier.
    const bare = await browser.callback({ code: await world.codeFor(attacker()), state: stateOf('a') })
    expect([bare.statusCode, bare.json().code]).toEqual([401, 'login_refused'])
    await browser.start(stateOf('a'))
    const theirs = await new Browser().start(stateOf('a'))
    const foreign = await browser.callback({
      code: await world.codeFor(attacker(), theirs),
      state: stateOf('a'),
    })
    expect([foreign.statusCode, foreign.json().code]).toEqual([401, 'login_refused'])
    // Uses a code with the PKCE verifier of the browser's login but another nonce.
    const mine = await browser.start(stateOf('a'))
    const wrongNonce = await world.codeFor(attacker(), { ...mine, nonce: 'another' })
    expect(received(await browser.callback({ code: wrongNonce, state: stateOf('a') }))).toEqual(REFUSED)
    const noNonce = await browser.start(stateOf('a'))
    const code = await world.codeFor(attacker(), { ...noNonce, nonce: undefined })
    expect(received(await browser.callback({ code, state: stateOf('a') }))).toEqual(REFUSED)
    expect(await world.desk.context.db.$count(sessions)).toBe(0)
  })

  test("a link with another user's code does not join a sign-in in progress with the same code", async () => {
    const browser = new Browser()
    await browser.start(stateOf('a'))
    const code = await world.codeFor(attacker())
    const [own, foreign] = await Promise.all([
      world.callback(code),
      browser.callback({ code, state: stateOf('a') }),
    ])
    expect(own.statusCode).toBe(200)
    expect(foreign.statusCode).toBe(401)
  })

  test.each(['oa_desk_login=x', 'oa_desk_login=', `oa_desk_login=eyJhbGciOiJub25lIn0.${'a'.repeat(40)}.`])(
    'a sign-in with a forged cookie is refused (%s)',
    async (cookie) => {
      const browser = new Browser()
      browser.cookie = cookie
      const response = await browser.callback({ code: await world.codeFor(attacker()) })
      expect(received(response)).toEqual(REFUSED)
    },
  )
})

test('lets clients without an Origin header sign in with the code alone', async () => {
  expect((await world.callback(await world.codeFor(victim()))).statusCode).toBe(200)
})

test.each([
  ['http://localhost:8080', /^oa_desk_login=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/],
  [
    'https://desk.example.com',
    /^__Host-oa_desk_login=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  ],
])('sets the login cookie when PUBLIC_URL is %s', async (publicUrl, form) => {
  const other = await createLoginDesk({ config: (config) => ({ ...config, publicUrl }) })
  try {
    const response = await other.desk.app.inject({
      method: 'POST',
      url: '/auth/line/start',
      payload: { state: stateOf('a') },
    })
    expect(response.headers['set-cookie']).toMatch(form)
    expect(response.json()).toMatchObject({ code_challenge: expect.stringMatching(/^[\w-]{43}$/) })
  } finally {
    await other.close()
  }
})
