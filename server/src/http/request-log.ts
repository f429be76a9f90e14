import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import { RepeatedWarnings } from '../repeated-warnings.ts'

const SLOW_MS = 1_000

/** Counts refusals without a session instead of logging them, because anyone can cause them. */
export function addRequestLog(app: FastifyInstance): Counter {
  const warnings = new RepeatedWarnings(app.log)
  const refusals = new Counter({
    name: 'oa_desk_anonymous_refusals_total',
    help: 'Refused requests without a session (4xx and 503).',
    labelNames: ['route', 'status'],
    registers: [],
  })
  app.addHook('onResponse', async (request, reply) => {
    const details = {
      method: request.method,
      // Logs the route's pattern instead of the URL, which may contain search terms and user ids.
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      staff: request.signedIn?.staff.id,
    }
    const isAnonymous = details.staff === undefined
    const isRefused = reply.statusCode === 503 || (reply.statusCode >= 400 && reply.statusCode < 500)
    if (isAnonymous && isRefused) {
      refusals.inc({ route: details.route, status: reply.statusCode })
      request.log.debug(details, 'answered')
      return
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isSlow = reply.elapsedTime > SLOW_MS
    if (isSlow && isAnonymous) warnings.warn(details.route, details, 'slow response')
    else if (isSlow) request.log.warn(details, 'slow response')
    else if (isRead && reply.statusCode < 400) request.log.debug(details, 'answered')
    else request.log.info(details, 'answered')
  })
  return refusals
}
