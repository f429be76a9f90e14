import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DeskError } from '../errors.ts'

/** Below these a path that nobody serves is an error of a program, and answered as one. */
const PROGRAM_PREFIXES = [
  '/api',
  '/auth',
  '/kb',
  '/line',
  '/ws',
  '/healthz',
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

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** What no route serves: the app's page where a person may have typed the address, `not_found` everywhere else. */
export function addNotFoundHandler(app: FastifyInstance, sendPage: PageHandler | undefined): void {
  app.setNotFoundHandler((request, reply) => {
    const forPerson = (request.method === 'GET' || request.method === 'HEAD') && !isForPrograms(request.url)
    if (forPerson && sendPage) return sendPage(request, reply)
    const error = new DeskError('not_found')
    return reply.code(error.status).send(error.toBody())
  })
}
