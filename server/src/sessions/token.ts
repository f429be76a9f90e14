import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** Returns a new session token: opaque, 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Returns the hash under which a token is stored, in hex. The token is random, so a hash without salt suffices. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns the token of an `Authorization: Bearer …` header; undefined when its format is not the desk's. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1]
}
