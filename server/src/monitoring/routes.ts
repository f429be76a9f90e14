import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Metric, Registry } from 'prom-client'
import { healthz } from 'shared/contract/system/healthz.call.ts'
import { DeskError } from '../desk-error.ts'
import { serveCall } from '../http/serve-call.ts'
import { countWaitingEvents } from '../line/inbox.store.ts'
import { countPendingMedia } from '../line/media-fetch.store.ts'
import type { RefusedWebhooks } from '../line/refused-webhooks.ts'
import type { WebhookSpool } from '../line/webhook-spool.ts'
import type { ServerContext } from '../server-context.ts'
import { bearerToken } from '../sessions/session-token.ts'
import { createMetrics, metricsOfProcess } from './prometheus-metrics.ts'

const DATABASE_TIMEOUT_MS = 1_000
/** Time in ms for which counts are cached: counting reads every pending event, and monitoring asks often. */
const COUNT_CACHE_MS = 5_000

interface SystemParts {
  refused: RefusedWebhooks
  spool: WebhookSpool
  anonymousRefusals: Metric
}

export async function systemRoutes(
  app: FastifyInstance,
  context: ServerContext,
  { refused, spool, anonymousRefusals }: SystemParts,
): Promise<void> {
  const count = cacheFor(() => countWaitingEvents(context.db), COUNT_CACHE_MS)
  const countMedia = cacheFor(() => countPendingMedia(context.db), COUNT_CACHE_MS)
  const ofProcess = metricsOfProcess()
  const metrics = createMetrics(context, count, countMedia, spool)
  metrics.registerMetric(refused.counter)
  metrics.registerMetric(anonymousRefusals)
  const watched = { schema: { hide: true }, config: { neverShed: true } }
  app.addHook('onRoute', (route) => {
    if (route.url === healthz.path) route.config = { ...route.config, neverShed: true }
  })
  const isReady = async () => (await inTime(context.availability.isReady())) === true
  serveCall(app, healthz, async () => {
    if (!(await isReady())) throw new DeskError('unavailable')
    return { status: 'ok' as const }
  })

  app.get('/readyz', watched, async (request, reply) => {
    const isReachable = await isReady()
    reply.code(isReachable ? 200 : 503)
    const status = isReachable ? 'ok' : 'unavailable'
    if (!mayReadMetrics(context, request)) return { status }
    const events = isReachable ? await inTime(count()) : undefined
    const { totalCount, idleCount, waitingCount } = context.db.$client
    return {
      status,
      database: status,
      pool: { connections: totalCount, idle: idleCount, waiting: waitingCount },
      line_events: events ?? null,
      media_pending: (isReachable ? await inTime(countMedia()) : undefined) ?? null,
      webhook_spool: spool.waiting,
    }
  })

  app.get('/metrics', watched, async (request, reply) => {
    if (!mayReadMetrics(context, request)) throw new DeskError('forbidden')
    const all = Registry.merge([ofProcess, metrics])
    reply.header('content-type', all.contentType)
    return all.metrics()
  })
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const answered = work.catch(() => undefined)
  return Promise.race([answered, pause(DATABASE_TIMEOUT_MS, undefined, { ref: false })])
}

/** Shares one run of `work` between concurrent callers. Caches a successful result for `ms` milliseconds. */
function cacheFor<T>(work: () => Promise<T>, ms: number): () => Promise<T> {
  let cached: { value: Promise<T>; until: number } | undefined
  return () => {
    if (cached !== undefined && performance.now() < cached.until) return cached.value
    const mine = { value: work(), until: Number.POSITIVE_INFINITY }
    cached = mine
    mine.value.then(
      () => {
        mine.until = performance.now() + ms
      },
      () => {
        mine.until = 0
      },
    )
    return mine.value
  }
}

/** Returns true for the configured token. Without a configured one, permits only direct requests on this machine. */
function mayReadMetrics(
  { config: { metricsToken, publicUrl } }: ServerContext,
  request: FastifyRequest,
): boolean {
  if (metricsToken !== null) return isSame(bearerToken(request.headers.authorization) ?? '', metricsToken)
  // Requires a token on a public server, because a local proxy may hide the client's address.
  if (publicUrl.startsWith('https:')) return false
  const { headers, socket } = request
  const isProxied = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers)
  const isOwnName = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '')
  return !isProxied && isOwnName && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(wanted))
}
