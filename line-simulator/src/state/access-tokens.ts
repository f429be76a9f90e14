import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

interface UserGrant<Kind extends string> {
  kind: Kind
  user_id: string
  scope: string
  client_id: string
}

interface ChannelGrant {
  kind: 'channel'
  channel_key: string
}

type Grant = UserGrant<'login'> | UserGrant<'refresh'> | ChannelGrant

/** Access tokens. A stored key signs them, so they survive a restart. Revocations are lost at a restart. */
export class AccessTokens {
  private readonly key: Uint8Array
  private readonly now: () => number
  private readonly revoked = new Set<string>()

  constructor(keyHex: string, now: () => number) {
    this.key = Buffer.from(keyHex, 'hex')
    this.now = now
  }

  /** Issues a token that is valid for `life` seconds. */
  async issue(grant: Grant, life: number): Promise<string> {
    const iat = Math.floor(this.now() / 1000)
    return new SignJWT({ ...grant })
      .setProtectedHeader({ alg: 'HS256' })
      .setJti(randomUUID())
      .setIssuedAt(iat)
      .setExpirationTime(iat + life)
      .sign(this.key)
  }

  /** Returns undefined when the token is expired, revoked or not signed by this simulator. */
  async read(token: string): Promise<{ grant: Grant; expiresIn: number } | undefined> {
    if (this.revoked.has(token)) return undefined
    try {
      const currentDate = new Date(this.now())
      const { payload } = await jwtVerify(token, this.key, { algorithms: ['HS256'], currentDate })
      return {
        grant: payload as unknown as Grant,
        expiresIn: (payload.exp ?? 0) - Math.floor(this.now() / 1000),
      }
    } catch {
      return undefined
    }
  }

  revoke(token: string): void {
    if (this.revoked.size >= 10_000) this.revoked.clear()
    this.revoked.add(token)
  }
}
