import { errors as joseErrors, jwtVerify } from 'jose'
import type { LoginSettings } from 'shared/contract/auth/login-settings.call.ts'
import { readJson } from 'shared/contract/raw-json.ts'
import * as z from 'zod'
import type { Config } from '../config.ts'
import { DeskError } from '../desk-error.ts'
import { networkReason } from '../log.ts'
import type { ServerContext } from '../server-context.ts'
import type { LineIdentity } from '../staff/staff.store.ts'
import { LoginRefused, lineErrorOf } from './login-refusal.ts'

export function loginSettings(config: Config): LoginSettings {
  const { authorizeUrl, clientId, redirectUri } = config.login
  return { authorize_url: authorizeUrl, client_id: clientId, redirect_uri: redirectUri }
}

const LINE_ISSUER = 'https://access.line.me'
const LINE_TIMEOUT_MS = 10_000
const CLOCK_TOLERANCE_SECS = 60
const MAX_TEXT = 2_000

const TokenResponse = z.looseObject({ access_token: z.string(), id_token: z.string().optional() })
/** Text from LINE without NUL characters and lone surrogates, which PostgreSQL rejects. */
const text = z.string().transform((given) => given.replaceAll('\0', '').slice(0, MAX_TEXT).toWellFormed())
const IdTokenClaims = z.looseObject({
  sub: z.string().min(1),
  name: text.optional(),
  picture: text.optional(),
  email: text.optional(),
  nonce: z.string().optional(),
})
const ProfileResponse = z.looseObject({
  userId: z.string(),
  displayName: text.optional(),
  pictureUrl: text.optional(),
  statusMessage: text.optional(),
})

/** Login code from LINE. `begun`: the browser's pending login, which must match; undefined for clients without one. */
export interface LoginCode {
  code: string
  begun: { nonce: string; verifier: string } | undefined
}

/** Identifies a user by LINE Login v2.1. Throws `LoginRefused`, `line_unavailable`, `login_not_begun` (wrong nonce). */
export async function identifyByCode(
  { config, log }: Pick<ServerContext, 'config' | 'log'>,
  { code, begun }: LoginCode,
  now: Date,
): Promise<LineIdentity> {
  const { accessToken, idToken } = await exchangeCode(config, code, begun?.verifier)
  const claims = await verifyIdToken(config, idToken, now)
  if (begun !== undefined && claims.nonce !== begun.nonce) {
    throw new DeskError('login_not_begun', {
      detail: 'the id_token does not belong to the login that this browser started',
    })
  }
  const profile = await fetchProfile(config, accessToken, log)
  const sameProfile = profile?.userId === claims.sub ? profile : undefined
  return {
    lineUserId: claims.sub,
    displayName: sameProfile?.displayName ?? claims.name ?? claims.sub,
    pictureUrl: sameProfile?.pictureUrl ?? claims.picture ?? null,
    statusMessage: sameProfile?.statusMessage ?? null,
    email: claims.email ?? null,
  }
}

async function exchangeCode(config: Config, code: string, verifier: string | undefined) {
  const { clientSecret } = config.login
  const response = await fetchFromLine(`${config.line.apiUrl}/oauth2/v2.1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: config.login.redirectUri,
      client_id: config.login.clientId,
      client_secret: clientSecret,
      ...(verifier === undefined ? {} : { code_verifier: verifier }),
    }).toString(),
  })
  if (response.status >= 500 || response.status === 429) {
    throw new DeskError('line_unavailable', { detail: `LINE returned status ${response.status}` })
  }
  if (response.status !== 200) {
    const { error, description } = lineErrorOf(response.body, [code, verifier, clientSecret])
    throw new LoginRefused(error, description)
  }
  const parsed = TokenResponse.safeParse(response.body)
  if (!parsed.success || parsed.data.id_token === undefined) {
    throw new LoginRefused('no_id_token', 'LINE returned no id_token: the scope openid is required')
  }
  return { accessToken: parsed.data.access_token, idToken: parsed.data.id_token }
}

/** Verifies the ID token. LINE's web login signs with HS256 and the channel secret; other algorithms are rejected. */
async function verifyIdToken(config: Config, idToken: string, now: Date) {
  try {
    const { payload } = await jwtVerify(idToken, new TextEncoder().encode(config.login.clientSecret), {
      algorithms: ['HS256'],
      issuer: LINE_ISSUER,
      audience: config.login.clientId,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_SECS,
      currentDate: now,
    })
    return IdTokenClaims.parse(payload)
  } catch (error) {
    const reason = error instanceof joseErrors.JOSEError ? error.code : 'claims'
    throw new LoginRefused('id_token', `the id_token is invalid (${reason})`)
  }
}

/** Returns undefined when LINE refuses the profile, so that sign-in continues even without the scope. */
async function fetchProfile(config: Config, accessToken: string, log: ServerContext['log']) {
  try {
    const response = await fetchFromLine(`${config.line.apiUrl}/v2/profile`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    if (response.status === 200) return ProfileResponse.safeParse(response.body).data
    log.info({ status: response.status }, 'LINE returned no profile of a user who signs in')
  } catch (error) {
    log.warn({ err: error }, 'the LINE profile of a user who signs in could not be read')
  }
  return undefined
}

async function fetchFromLine(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(LINE_TIMEOUT_MS),
    })
    return { status: response.status, body: readJson(await response.text()) }
  } catch (error) {
    const detail = `the request to LINE failed: ${networkReason(error)}`
    throw new DeskError('line_unavailable', { detail }, { cause: error })
  }
}
