import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { oauthError } from '../errors.ts'
import type { PendingLogin } from '../state/login-sessions.ts'
import type { LineUser, LoginChannel } from '../world/world.ts'

export const ISSUER = 'https://access.line.me'
const ID_TOKEN_LIFE_SECONDS = 3_600

/** Signs an ID token with HS256, as for web login. `at` is Unix time in seconds. */
export async function signIdToken(
  channel: LoginChannel,
  user: LineUser,
  pictureUrl: string,
  login: PendingLogin,
  at: number,
): Promise<string> {
  const profile = login.scope.split(' ').includes('profile')
  return new SignJWT({
    ...(login.wants_auth_time ? { auth_time: at } : {}),
    ...(login.nonce ? { nonce: login.nonce } : {}),
    amr: ['linesso'],
    ...(profile ? { name: user.display_name, picture: pictureUrl } : {}),
  })
    .setProtectedHeader({ typ: 'JWT', alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(user.user_id)
    .setAudience(channel.client_id)
    .setIssuedAt(at)
    .setExpirationTime(at + ID_TOKEN_LIFE_SECONDS)
    .sign(new TextEncoder().encode(channel.channel_secret))
}

interface VerifyRequest {
  id_token: string
  client_id: string
  nonce?: string
  user_id?: string
}

/** Verifies an ID token. Throws LINE's error. `at` is Unix time in seconds. */
export async function verifyIdToken(channel: LoginChannel, verifyRequest: VerifyRequest, at: number) {
  const refuse = (description: string) => oauthError(400, 'invalid_request', description)
  const key = new TextEncoder().encode(channel.channel_secret)
  // Verifies only the signature, because each claim below has its own error text.
  await jwtVerify(verifyRequest.id_token, key, { algorithms: ['HS256'], currentDate: new Date(0) }).catch(
    () => {
      throw refuse('Invalid IdToken.')
    },
  )
  const claims = decodeJwt(verifyRequest.id_token)
  if (claims.iss !== ISSUER) throw refuse('Invalid IdToken Issuer.')
  if ((claims.exp ?? 0) <= at) throw refuse('IdToken expired.')
  if (claims.aud !== verifyRequest.client_id) throw refuse('Invalid IdToken Audience.')
  if (verifyRequest.nonce !== undefined && claims.nonce !== verifyRequest.nonce)
    throw refuse('Invalid IdToken Nonce.')
  if (verifyRequest.user_id !== undefined && claims.sub !== verifyRequest.user_id) {
    throw refuse('Invalid IdToken Subject Identifier.')
  }
  return claims
}
