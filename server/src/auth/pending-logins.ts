import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as z from 'zod'
import type { Config } from '../config.ts'

const PENDING_SECS = 600
/** Maximum pending logins per browser: each tab has its own login. */
const MAX_PENDING = 5

const PendingLogin = z.object({
  /** SHA-256 of the login's OAuth `state`, by which the pending login is found. */
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Expiry as Unix time in seconds. */
  until: z.number(),
})
type PendingLogin = z.infer<typeof PendingLogin>
const LoginsSchema = z.object({ logins: z.array(PendingLogin) })

export interface LoginProof {
  nonce: string
  code_challenge: string
  code_challenge_method: 'S256'
}

/** Stores a browser's started logins in a cookie that only servers with the same channel secret can read or create. */
export function createPendingLogins(config: Pick<Config, 'publicUrl' | 'login'>, now: () => Date) {
  const secure = config.publicUrl.startsWith('https://')
  // The prefix `__Host-` prevents other sites of the same domain from setting the cookie; it requires path `/`.
  const name = secure ? '__Host-oa_desk_login' : 'oa_desk_login'
  const key = new Uint8Array(hkdfSync('sha256', config.login.clientSecret, '', 'oa-desk pending logins', 32))
  const nowSecs = () => Math.floor(now().getTime() / 1_000)

  async function read(request: FastifyRequest): Promise<PendingLogin[]> {
    const encrypted = parseCookie(request.headers.cookie ?? '')[name]
    if (encrypted === undefined) return []
    try {
      const { payload } = await jwtDecrypt(encrypted, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        currentDate: now(),
      })
      return LoginsSchema.parse(payload).logins.filter(({ until }) => until > nowSecs())
    } catch {
      return []
    }
  }

  async function write(reply: FastifyReply, logins: PendingLogin[]): Promise<void> {
    const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const
    const until = Math.max(0, ...logins.map((login) => login.until))
    const value =
      logins.length === 0
        ? ''
        : await new EncryptJWT({ logins })
            .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
            .setExpirationTime(until)
            .encrypt(key)
    const maxAge = logins.length === 0 ? 0 : until - nowSecs()
    reply.header('set-cookie', stringifySetCookie({ name, value, maxAge, ...attributes }))
  }

  return {
    async begin(request: FastifyRequest, reply: FastifyReply, state: string): Promise<LoginProof> {
      const login: PendingLogin = {
        state: hashOf(state),
        nonce: randomBytes(32).toString('base64url'),
        verifier: randomBytes(32).toString('base64url'),
        until: nowSecs() + PENDING_SECS,
      }
      const others = (await read(request)).filter((each) => each.state !== login.state)
      await write(reply, [...others, login].slice(-MAX_PENDING))
      return { nonce: login.nonce, code_challenge: hashOf(login.verifier), code_challenge_method: 'S256' }
    },

    /** Removes and returns the login with this state. Without a state, returns the browser's only pending login. */
    async consume(
      request: FastifyRequest,
      reply: FastifyReply,
      state: string | undefined,
    ): Promise<PendingLogin | undefined> {
      const logins = await read(request)
      const [found, ...more] =
        state === undefined ? logins : logins.filter((login) => login.state === hashOf(state))
      if (found === undefined || more.length > 0) return undefined
      await write(
        reply,
        logins.filter((login) => login !== found),
      )
      return found
    },
  }
}

/** Returns the SHA-256 hash that the PKCE challenge method S256 requires. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
