import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DeskError } from '../desk-error.ts'
import { announcesBody } from './body-deadline.ts'
import { errorBodyOf } from './error-body.ts'
import { UNREADABLE } from './malformed-requests.ts'
import { isForPrograms } from './program-paths.ts'

/** `//x` would be read as a host when joined to a URL, and some request targets are no valid URLs. */
function isReadable(url: string): boolean {
  return /^\/(?![/\\])/.test(url) && URL.canParse(url, 'http://desk')
}

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * What no route serves: the app's page where a person may have typed the address, `not_found` everywhere else. It counts by address
 * like every call that needs no session. `app` has no body parsers: a body to an unknown address is never read, and the connection ends with
 * the answer.
 */
export function addNotFoundHandler(app: FastifyInstance, sendPage: PageHandler | undefined): void {
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (announcesBody(request.raw)) reply.header('connection', 'close')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const forPerson = isRead && isReadable(request.url) && !isForPrograms(request.url)
    if (forPerson && sendPage) return sendPage(request, reply)
    const error = new DeskError(request.url === UNREADABLE ? 'invalid_request' : 'not_found')
    return reply.code(error.status).send(errorBodyOf(request.url, error))
  })
}
