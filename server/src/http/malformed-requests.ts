import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS } from 'shared/contract/errors.ts'
import type { Config } from '../config.ts'
import { decodePercent } from '../decode-percent.ts'

/** Internal route for URLs that Fastify cannot parse. Fastify's own response would lack the common headers. */
export const UNREADABLE = '/api/unreadable'

/** Returns the path for Fastify, even for an absolute URL; UNREADABLE for an invalid URL or a missing Host header. */
export function routableUrl({ url = '/', httpVersion, headers }: IncomingMessage): string {
  if (headers.host === undefined && httpVersion === '1.1') return UNREADABLE
  const path = url.startsWith('/') || url === '*' ? url : pathOfWholeUrl(url)
  return path !== null && decodePercent(path.replace(/[?#].*$/s, '')) !== undefined ? path : UNREADABLE
}

function pathOfWholeUrl(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.pathname + parsed.search : null
}

const STATUS_LINES = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])

/** Responds to requests that Node's parser rejects (not HTTP, too long, too slow) before Fastify sees them. */
export function createClientErrorHandler({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const body = JSON.stringify({ code: 'invalid_request', message: ERRORS.invalid_request.text })
  const headers = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    "content-security-policy: default-src 'none';frame-ancestors 'none'",
    'x-content-type-options: nosniff',
    'x-frame-options: DENY',
    'referrer-policy: no-referrer',
    ...(publicUrl.startsWith('https://')
      ? ['strict-transport-security: max-age=31536000; includeSubDomains']
      : []),
    'connection: close',
  ]
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    const status = STATUS_LINES.get(code) ?? '400 Bad Request'
    if (socket.writable) socket.write([`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'))
    socket.destroy()
  }
}
