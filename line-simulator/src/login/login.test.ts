import { createHash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { firstOf, runningSimulator } from '../testing/world.fixture.ts'

const CALLBACK = 'http://localhost:8080/line-oauth-callback'

async function loginWorld(now = Date.now()) {
  const simulator = await runningSimulator({ deskUrl: 'http://localhost:8080', now: () => now })
  const { login } = simulator.world
  const user = firstOf(simulator.world.staff)
  const authorize = (changes: Record<string, string | undefined>) => {
    const url = new URL('/oauth2/v2.1/authorize', simulator.url)
    const query = {
      response_type: 'code',
      client_id: login.client_id,
      redirect_uri: CALLBACK,
      state: 's-1',
      scope: 'profile openid',
      simulator_user: user.user_id,
      ...changes,
    }
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value)
    return fetch(url, { redirect: 'manual' })
  }
  const form = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(simulator.url + path, { method: 'POST', body: new URLSearchParams(fields) })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }
  const client = { client_id: login.client_id, client_secret: login.channel_secret }
  const exchange = (code: string, changes: Record<string, string> = {}) =>
    form('/oauth2/v2.1/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      ...client,
      ...changes,
    })
  const codeOf = (response: Response) =>
    new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return { simulator, login, user, authorize, form, client, exchange, codeOf }
}

describe('authorize page of LINE Login', () => {
  test('the authorize page shows the people who can sign in with their roles, a new account and a cancel button', async () => {
    const { authorize, simulator } = await loginWorld()
    const response = await authorize({ simulator_user: undefined })
    const page = await response.text()
    expect(response.status).toBe(200)
    for (const user of simulator.world.staff) expect(page).toContain(user.display_name)
    for (const role of ['ผู้จัดการ (BUSINESS)', 'แอดมิน (ADMIN)', 'รออนุมัติ (PENDING)', 'ยกเลิก']) {
      expect(page).toContain(role)
    }
  })

  test.each([
    ['client_id', { client_id: '1' }],
    ['redirect_uri', { redirect_uri: 'http://evil.example/line-oauth-callback' }],
    ['redirect_uri', { redirect_uri: 'http://localhost:8080/elsewhere' }],
    ['redirect_uri', { redirect_uri: undefined }],
  ])('a login request with an invalid %s is never redirected', async (_name, changes) => {
    const { authorize } = await loginWorld()
    const response = await authorize(changes)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
  })

  test.each([
    ['UNSUPPORTED_RESPONSE_TYPE', { response_type: 'token' }],
    ['INVALID_REQUEST', { response_type: undefined }],
    ['INVALID_REQUEST', { response_mode: 'form_post' }],
    ['INVALID_REQUEST', { code_challenge: 'x', code_challenge_method: 'plain' }],
    ['INVALID_SCOPE', { scope: 'email' }],
    ['INVALID_SCOPE', { scope: 'profile email' }],
    ['LOGIN_REQUIRED', { prompt: 'none' }],
    ['ACCESS_DENIED', { simulator_cancel: '1' }],
  ])('an invalid login request returns the error "%s" and the state to the desk', async (error, changes) => {
    const { authorize } = await loginWorld()
    const location = new URL((await authorize(changes)).headers.get('location') ?? '')
    expect(location.origin + location.pathname).toBe(CALLBACK)
    expect(location.searchParams.get('error')).toBe(error)
    expect(location.searchParams.get('state')).toBe('s-1')
  })

  test("a login request may have a dev server's port and extra query parameters", async () => {
    const { authorize } = await loginWorld()
    const location = (
      await authorize({ redirect_uri: 'http://127.0.0.1:5173/line-oauth-callback?a=1' })
    ).headers.get('location')
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:5173\/line-oauth-callback\?a=1&code=[^&]+&state=s-1$/)
  })

  test('creates a LINE account for a new name', async () => {
    const { simulator, login, exchange, codeOf } = await loginWorld()
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: login.client_id,
      redirect_uri: CALLBACK,
      state: 's',
      scope: 'profile',
    })
    const response = await fetch(`${simulator.url}/oauth2/v2.1/authorize?${query}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ simulator_new_name: 'สมหญิง ใจดี' }),
    })
    const { body } = await exchange(codeOf(response))
    const headers = { authorization: `Bearer ${body.access_token}` }
    const profile = await (await fetch(`${simulator.url}/v2/profile`, { headers })).json()
    expect(profile).toMatchObject({
      userId: expect.stringMatching(/^U[0-9a-f]{32}$/),
      displayName: 'สมหญิง ใจดี',
    })
  })
})

describe('LINE Login: tokens', () => {
  test('exchanges a code for tokens and an ID token that the desk can verify', async () => {
    const { authorize, exchange, codeOf, login, user, simulator } = await loginWorld()
    const { status, body } = await exchange(codeOf(await authorize({ nonce: 'n-1' })))
    expect(status).toBe(200)
    expect(body).toMatchObject({ expires_in: 2_592_000, scope: 'profile openid', token_type: 'Bearer' })
    const { payload, protectedHeader } = await jwtVerify(
      body.id_token,
      new TextEncoder().encode(login.channel_secret),
      {
        issuer: 'https://access.line.me',
        audience: login.client_id,
      },
    )
    expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'HS256' })
    expect(payload).toMatchObject({
      sub: user.user_id,
      nonce: 'n-1',
      name: user.display_name,
      picture: `${simulator.url}/avatars/${user.user_id}.svg`,
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600)
    expect(payload).not.toHaveProperty('auth_time')
  })

  test('a token exchange returns no ID token without the scope openid', async () => {
    const { authorize, exchange, codeOf } = await loginWorld()
    const { body } = await exchange(codeOf(await authorize({ scope: 'profile' })))
    expect(body).not.toHaveProperty('id_token')
  })

  test('an authorization code is accepted once within ten minutes, with the right callback and secret', async () => {
    let now = 1_790_000_000_000
    const simulator = await runningSimulator({ deskUrl: 'http://localhost:8080', now: () => now })
    const { login, staff } = simulator.world
    const newCode = async () => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: login.client_id,
        redirect_uri: CALLBACK,
        state: 's',
        scope: 'openid',
        simulator_user: firstOf(staff).user_id,
      })
      const response = await fetch(`${simulator.url}/oauth2/v2.1/authorize?${query}`, { redirect: 'manual' })
      return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
    }
    const exchange = async (code: string, changes: Record<string, string> = {}) => {
      const fields = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        client_id: login.client_id,
        client_secret: login.channel_secret,
        ...changes,
      }
      const response = await fetch(`${simulator.url}/oauth2/v2.1/token`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      })
      return [response.status, ((await response.json()) as { error?: string }).error]
    }
    const code = await newCode()
    expect(await exchange(code, { client_secret: 'wrong' })).toEqual([400, 'invalid_client'])
    expect(await exchange(code, { redirect_uri: `${CALLBACK}?x=1` })).toEqual([400, 'invalid_grant'])
    expect(
      await Promise.all([exchange(code), exchange(code)]).then((both) =>
        both.map(([status]) => status).sort(),
      ),
    ).toEqual([200, 400])
    const late = await newCode()
    now += 600_001
    expect(await exchange(late)).toEqual([400, 'invalid_grant'])
  })

  test('a token exchange accepts only the PKCE verifier of the challenge', async () => {
    const { authorize, exchange, codeOf } = await loginWorld()
    const verifier = 'v'.repeat(43)
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const code = codeOf(await authorize({ code_challenge, code_challenge_method: 'S256' }))
    expect((await exchange(code)).status).toBe(400)
    expect((await exchange(code, { code_verifier: 'w'.repeat(43) })).status).toBe(400)
    expect((await exchange(code, { code_verifier: verifier })).status).toBe(200)
  })

  test('refreshing an access token keeps the refresh token, and an access token can be revoked', async () => {
    const { authorize, exchange, codeOf, form, client, simulator, login } = await loginWorld()
    const { body } = await exchange(codeOf(await authorize({})))
    const refresh = (refresh_token: string) =>
      form('/oauth2/v2.1/token', { grant_type: 'refresh_token', refresh_token, ...client })
    expect((await refresh(body.refresh_token)).body).toMatchObject({ refresh_token: body.refresh_token })
    expect(await refresh('wrong')).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'invalid refresh token' },
    })
    const verify = async () => {
      const response = await fetch(`${simulator.url}/oauth2/v2.1/verify?access_token=${body.access_token}`)
      return (await response.json()) as unknown
    }
    expect(await verify()).toMatchObject({ scope: 'profile openid', client_id: login.client_id })
    await form('/oauth2/v2.1/revoke', { access_token: body.access_token, ...client })
    expect(await verify()).toEqual({ error: 'invalid_request', error_description: 'access token expired' })
  })
})

describe('LINE Login: verification of ID tokens', () => {
  const sign = (secret: string, claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))

  test("verification of an ID token returns LINE's error text for each invalid claim", async () => {
    const now = 1_790_000_000
    const { login, form, user } = await loginWorld(now * 1000)
    const good = {
      iss: 'https://access.line.me',
      sub: user.user_id,
      aud: login.client_id,
      exp: now + 60,
      iat: now,
      nonce: 'n',
    }
    const verify = async (claims: object, more: Record<string, string> = {}, secret = login.channel_secret) =>
      (
        await form('/oauth2/v2.1/verify', {
          id_token: await sign(secret, claims),
          client_id: login.client_id,
          ...more,
        })
      ).body
    expect(await verify(good, { nonce: 'n', user_id: user.user_id })).toEqual(good)
    const words = [
      await verify(good, {}, 'another secret'),
      await verify({ ...good, iss: 'https://evil.example' }),
      await verify({ ...good, exp: now - 1 }),
      await verify({ ...good, aud: '1' }),
      await verify(good, { nonce: 'other' }),
      await verify(good, { user_id: 'U0' }),
    ]
    expect(words.map((each) => each.error_description)).toEqual([
      'Invalid IdToken.',
      'Invalid IdToken Issuer.',
      'IdToken expired.',
      'Invalid IdToken Audience.',
      'Invalid IdToken Nonce.',
      'Invalid IdToken Subject Identifier.',
    ])
  })
})
