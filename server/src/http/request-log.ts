import type { FastifyInstance } from 'fastify'

const SLOW_MS = 1_000

/** One line for each answer: changes and failures at `info`, what is only read at `debug`, what took long as a warning. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      method: request.method,
      // The route pattern and not the URL: searches and ids of people must not be logged.
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      staff: request.signedIn?.staff.id,
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (reply.elapsedTime > SLOW_MS) request.log.warn(facts, 'slow answer')
    else if (isRead && reply.statusCode < 400) request.log.debug(facts, 'answered')
    else request.log.info(facts, 'answered')
  })
}
