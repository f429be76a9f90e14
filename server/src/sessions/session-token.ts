import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Hashes a token without salt, which is sufficient because tokens are random. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1]
}
