import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { pictureUrl } from '../context.ts'
import { oauthError } from '../errors.ts'
import { verifierMatches } from '../state/login-sessions.ts'
import { signIdToken, verifyIdToken } from './id-token.ts'

const ACCESS_TOKEN_LIFE_SECONDS = 30 * 24 * 3_600
const REFRESH_TOKEN_LIFE_SECONDS = 90 * 24 * 3_600

export type Form = Record<string, string | undefined>

export function formOf(body: unknown): Form {
  const form: Form = {}
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (typeof value !== 'string') throw oauthError(400, 'invalid_request', `'${name}' is invalid`)
    form[name] = value
  }
  return form
}

export function sameSecret(given: string | undefined, secret: string): boolean {
  const one = Buffer.from(given ?? '')
  const other = Buffer.from(secret)
  return one.length === other.length && timingSafeEqual(one, other)
}

export function tokenRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { worldStore, logins, tokens } = context
  const { login: channel } = worldStore.world

  function authenticate(form: Form): void {
    if (form.client_id !== channel.client_id || !sameSecret(form.client_secret, channel.channel_secret)) {
      throw oauthError(400, 'invalid_client', 'invalid client_id or client_secret')
    }
  }

  async function issue(userId: string, scope: string, refreshToken?: string) {
    const grant = { user_id: userId, scope, client_id: channel.client_id }
    return {
      access_token: await tokens.issue({ kind: 'login', ...grant }, ACCESS_TOKEN_LIFE_SECONDS),
      expires_in: ACCESS_TOKEN_LIFE_SECONDS,
      refresh_token:
        refreshToken ?? (await tokens.issue({ kind: 'refresh', ...grant }, REFRESH_TOKEN_LIFE_SECONDS)),
      // LINE never lists the scope `email` in this response, even when it was granted.
      scope: scope
        .split(' ')
        .filter((each) => each !== 'email')
        .join(' '),
      token_type: 'Bearer',
    }
  }

  async function exchange(form: Form) {
    const pending = logins.find(form.code ?? '')
    if (!pending) throw oauthError(400, 'invalid_grant', 'invalid authorization code')
    if (pending.redirect_uri !== form.redirect_uri) {
      throw oauthError(400, 'invalid_grant', 'redirect_uri does not match')
    }
    if (!verifierMatches(form.code_verifier, pending.code_challenge)) {
      throw oauthError(400, 'invalid_grant', 'code_verifier does not match')
    }
    // Uses the code before the first await, so that only one of two concurrent exchanges succeeds.
    logins.use(form.code ?? '')
    const user = worldStore.user(pending.user_id)
    if (!user) throw oauthError(400, 'invalid_grant', 'the user is gone')
    const response = await issue(user.user_id, pending.scope)
    if (!pending.scope.split(' ').includes('openid')) return response
    const at = Math.floor(context.now() / 1000)
    const id_token = await signIdToken(channel, user, pictureUrl(context, user.user_id), pending, at)
    return { ...response, id_token }
  }

  async function refresh(form: Form) {
    const found = await tokens.read(form.refresh_token ?? '')
    if (found?.grant.kind !== 'refresh') throw oauthError(400, 'invalid_grant', 'invalid refresh token')
    return issue(found.grant.user_id, found.grant.scope, form.refresh_token)
  }

  app.post('/oauth2/v2.1/token', async (request, reply) => {
    const form = formOf(request.body)
    reply.header('cache-control', 'no-store')
    if (form.grant_type === 'authorization_code' || form.grant_type === 'refresh_token') {
      authenticate(form)
      return form.grant_type === 'refresh_token' ? refresh(form) : exchange(form)
    }
    throw oauthError(400, 'unsupported_grant_type', `unsupported grant type '${form.grant_type ?? ''}'`)
  })

  app.get('/oauth2/v2.1/verify', async (request) => {
    const { access_token } = request.query as Form
    const found = await tokens.read(access_token ?? '')
    if (!found || found.grant.kind === 'refresh') {
      throw oauthError(400, 'invalid_request', 'access token expired')
    }
    const { grant, expiresIn } = found
    if (grant.kind === 'login')
      return { scope: grant.scope, client_id: grant.client_id, expires_in: expiresIn }
    const owner = worldStore.channel(grant.channel_key)
    return { client_id: owner?.channel_id, expires_in: expiresIn }
  })

  app.post('/oauth2/v2.1/verify', async (request) => {
    const { id_token = '', client_id = '', nonce, user_id } = formOf(request.body)
    const at = Math.floor(context.now() / 1000)
    return verifyIdToken(channel, { id_token, client_id, nonce, user_id }, at)
  })

  app.post('/oauth2/v2.1/revoke', async (request, reply) => {
    const form = formOf(request.body)
    authenticate(form)
    if (form.access_token) tokens.revoke(form.access_token)
    return reply.code(200).send()
  })
}
