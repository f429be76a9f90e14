import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { LOGIN_SETTINGS_ELEMENT_ID } from 'shared/contract/constants.ts'
import { loginSettings } from './auth/line-login.ts'
import { authRoutes } from './auth/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { addApiDocs } from './http/api-docs.ts'
import { addCompression } from './http/compression.ts'
import { addErrorHandler, answerUnrouted } from './http/error-handler.ts'
import { addLoadShedding } from './http/load-shedding.ts'
import { addNotFoundHandler } from './http/page-or-404.ts'
import { addRateLimit } from './http/rate-limit.ts'
import { addRequestLog } from './http/request-log.ts'
import { addSecurityHeaders, contentSecurityPolicy, policyHeader } from './http/security-headers.ts'
import { addJsonParser } from './http/serve-call.ts'
import { addSessionCheck } from './http/session-hook.ts'
import { lineWebhookRoutes } from './line/webhook.ts'
import { messageRoutes } from './messages/routes.ts'
import { isSocketUrl, realtimeRoutes } from './realtime/socket-routes.ts'
import { createHostFiles } from './releases/host-files.ts'
import { releaseRoutes } from './releases/routes.ts'
import { createPageSource } from './releases/serve-page.ts'
import type { ServerContext } from './server-context.ts'
import { staffRoutes } from './staff/routes.ts'
import { systemRoutes } from './system/routes.ts'
import { ticketRoutes } from './tickets/routes.ts'

const JSON_LIMIT_BYTES = 1024 * 1024
/** How long a whole request may take to arrive. */
const REQUEST_TIMEOUT_MS = 30_000
const CONNECTION_TIMEOUT_MS = 120_000

/** Calls are refused while the event loop is held up for longer. */
const MAX_EVENT_LOOP_DELAY_MS = 1_000

/** Everything the server answers, ready to listen or to be called by a test without a port. `maxEventLoopDelayMs` 0: no load is shed. */
export async function buildApp(
  context: ServerContext,
  { maxEventLoopDelayMs = MAX_EVENT_LOOP_DELAY_MS } = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log,
    // Our own line for each answer stands in http/request-log.ts.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    trustProxy: (_address, hop) => hop < context.config.trustProxy,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnrouted,
    // At any other path the Upgrade header is ignored and the request answered normally.
    http: { shouldUpgradeCallback: ({ url }) => isSocketUrl(url) },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  addRequestLog(app)

  addJsonParser(app)
  addErrorHandler(app)
  await addSecurityHeaders(app, context.config)
  await addLoadShedding(app, maxEventLoopDelayMs)
  addSessionCheck(app, context, await addRateLimit(app, context.config.callsPerMinute))
  await addApiDocs(app)

  const { releasesDir, hostDist } = context.config
  const place = { db: context.db, releasesDir, hostDist }
  const hostFiles = createHostFiles(releasesDir)
  await app.register(async (routes) => {
    await addCompression(routes)
    await authRoutes(routes, context)
    await systemRoutes(routes, context)
    await staffRoutes(routes, context)
    await channelRoutes(routes, context)
    await ticketRoutes(routes, context)
    await messageRoutes(routes, context)
    await lineWebhookRoutes(routes, context)
    await realtimeRoutes(routes, context)
    await releaseRoutes(routes, { ...place, hostFiles })
  })
  const pages = createPageSource({
    ...place,
    hostFiles,
    policyOf: (page) => policyHeader(contentSecurityPolicy(context.config, page)),
    inlineData: { [LOGIN_SETTINGS_ELEMENT_ID]: loginSettings(context.config) },
  })
  addNotFoundHandler(app, pages.send)
  return app
}
