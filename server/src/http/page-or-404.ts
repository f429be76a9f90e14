import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DeskError } from '../desk-error.ts'

/** Unknown paths below these prefixes are answered 404 as JSON. */
const PROGRAM_PREFIXES = [
  '/api',
  '/auth',
  '/kb',
  '/line',
  '/ws',
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs',
  '/r',
  '/assets',
  '/static',
]

/** `/api`, `/api/x` and `/api?x` are for programs, `/apidae` is a page. */
function isForPrograms(url: string): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return PROGRAM_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

/** `//x` would be read as a host when joined to a URL, and some request targets are no valid URLs. */
function isReadable(url: string): boolean {
  return /^\/(?![/\\])/.test(url) && URL.canParse(url, 'http://desk')
}

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * What no route serves: the app's page where a person may have typed the address, `not_found` everywhere else. It counts by address
 * like every call that needs no session.
 */
export function addNotFoundHandler(app: FastifyInstance, sendPage: PageHandler | undefined): void {
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const forPerson = isRead && isReadable(request.url) && !isForPrograms(request.url)
    if (forPerson && sendPage) return sendPage(request, reply)
    const error = new DeskError('not_found')
    return reply.code(error.status).send(error.toBody())
  })
}
