import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A session's token: opaque, 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is stored of a token, in hex. The token is random, so a plain hash keeps it secret. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token of an `Authorization: Bearer …` header; undefined when there is none of our shape. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(header ?? '')?.[1]
}
