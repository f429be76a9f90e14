import type { FastifyInstance } from 'fastify'
import { simulatorError } from './errors.ts'

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns true for a URL on this machine. Webhooks and callbacks may have no other target. */
export function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return (url.protocol === 'http:' || url.protocol === 'https:') && LOOPBACK_NAMES.has(url.hostname)
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address)
}

/** Requires a loopback name in the Host header, which prevents DNS rebinding. Rejects writes with a foreign Origin. */
export function guardLoopback(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!isLoopbackAddress(request.socket.remoteAddress ?? '127.0.0.1')) {
      throw simulatorError(403, 'not_loopback', 'The simulator accepts only requests from this machine')
    }
    const host = request.headers.host
    if (!host || !isLoopbackUrl(`http://${host}/`)) {
      throw simulatorError(403, 'foreign_host', 'The Host header must name this machine')
    }
    const { origin } = request.headers
    if (request.method !== 'GET' && origin && !isLoopbackUrl(origin)) {
      throw simulatorError(403, 'foreign_origin', 'Pages of other sites may not call the simulator')
    }
  })
}
