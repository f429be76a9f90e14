import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DeskError } from '../desk-error.ts'
import { announcesBody } from './body-deadline.ts'
import { errorBodyOf } from './error-body.ts'
import { UNREADABLE } from './malformed-requests.ts'
import { isProgramPath } from './program-paths.ts'

/** Returns false for invalid URLs and for `//x`, which a URL parser would read as a host name. */
function isReadable(url: string): boolean {
  return /^\/(?![/\\])/.test(url) && URL.canParse(url, 'http://desk')
}

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** `app` must have no body parsers: a body is then never read, and the connection is closed after the response. */
export function addNotFoundHandler(app: FastifyInstance, sendPage: PageHandler | undefined): void {
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (announcesBody(request.raw)) reply.header('connection', 'close')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPageRequest = isRead && isReadable(request.url) && !isProgramPath(request.url)
    if (isPageRequest && sendPage) return sendPage(request, reply)
    const error = new DeskError(request.url === UNREADABLE ? 'invalid_request' : 'not_found')
    return reply.code(error.status).send(errorBodyOf(request.url, error))
  })
}
