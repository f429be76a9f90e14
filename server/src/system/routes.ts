import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { healthz } from 'shared/contract/system/healthz.call.ts'
import { bearerToken } from '../auth/token.ts'
import type { Desk } from '../desk.ts'
import { DeskError } from '../errors.ts'
import { serveCall } from '../http/serve-call.ts'
import { countWaitingEvents } from '../line/inbox.store.ts'
import { createMetrics } from './metrics.ts'

const DATABASE_ANSWERS_WITHIN_MS = 1_000

/** `/healthz` of the contract, and for who watches the server `/readyz` and `/metrics`. */
export async function systemRoutes(app: FastifyInstance, desk: Desk): Promise<void> {
  const metrics = createMetrics(desk)
  const watched = { schema: { hide: true }, config: { neverShed: true } }
  app.addHook('onRoute', (route) => {
    if (route.url === healthz.path) route.config = { ...route.config, neverShed: true }
  })
  serveCall(app, healthz, async () => {
    if (!(await inTime(desk.db.$client.query('select 1')))) throw new DeskError('unavailable')
    return { status: 'ok' as const }
  })

  app.get('/readyz', watched, async (request, reply) => {
    const events = await inTime(countWaitingEvents(desk.db))
    const isReady = events !== undefined
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store')
    const status = isReady ? 'ok' : 'unavailable'
    if (!mayWatch(desk, request)) return { status }
    const { totalCount, idleCount, waitingCount } = desk.db.$client
    return {
      status,
      database: status,
      pool: { connections: totalCount, idle: idleCount, waiting: waitingCount },
      line_events: events ?? null,
    }
  })

  app.get('/metrics', watched, async (request, reply) => {
    if (!mayWatch(desk, request)) throw new DeskError('forbidden')
    reply.header('content-type', metrics.contentType).header('cache-control', 'no-store')
    return metrics.metrics()
  })
}

/** What the database answers; undefined when it fails or does not answer in time. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const answered = work.catch(() => undefined)
  return Promise.race([answered, pause(DATABASE_ANSWERS_WITHIN_MS, undefined, { ref: false })])
}

/** Whoever has the token; without one, programs on this machine. What a proxy brings comes from anywhere. */
function mayWatch({ config: { metricsToken } }: Desk, request: FastifyRequest): boolean {
  if (metricsToken !== null) return isSame(bearerToken(request.headers.authorization) ?? '', metricsToken)
  const { headers, socket } = request
  const isProxied = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers)
  return !isProxied && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(wanted))
}
