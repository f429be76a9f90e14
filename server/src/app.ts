import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { LOGIN_SETTINGS_ELEMENT_ID } from 'shared/contract/constants.ts'
import { loginSettings } from './auth/line-login.ts'
import { addLoginErrorLog } from './auth/login-refusal.ts'
import { ownSessionRoutes } from './auth/own-sessions.routes.ts'
import { authRoutes } from './auth/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { addApiDocs } from './http/api-docs.ts'
import { addBodyBudget, type BodyLimits } from './http/body-budget.ts'
import { addBodyDeadline } from './http/body-deadline.ts'
import { addCompression } from './http/compression.ts'
import { isLoopback, limitConnections } from './http/connection-limits.ts'
import { addErrorHandler } from './http/error-handler.ts'
import { addLoadShedding } from './http/load-shedding.ts'
import { createClientErrorHandler, routableUrl } from './http/malformed-requests.ts'
import { addNotFoundHandler } from './http/not-found-handler.ts'
import { addProxyWarning } from './http/proxy-warning.ts'
import { addRateLimit } from './http/rate-limit.ts'
import { addRequestLog } from './http/request-log.ts'
import { addSecurityHeaders, contentSecurityPolicy, policyHeader } from './http/security-headers.ts'
import { addJsonParser } from './http/serve-call.ts'
import { addSessionCheck } from './http/session-hook.ts'
import { knowledgeRoutes } from './knowledge/routes.ts'
import { knowledgeInConversationRoutes } from './knowledge-in-conversation/routes.ts'
import { RefusedWebhooks } from './line/refused-webhooks.ts'
import { lineWebhookRoutes } from './line/webhook.ts'
import type { WebhookCredentialsFile } from './line/webhook-credentials-file.ts'
import { WebhookSpool } from './line/webhook-spool.ts'
import { publicMediaRoutes } from './media/public-media.routes.ts'
import { customerMediaRoutes } from './messages/customer-media.routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { systemRoutes } from './monitoring/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { isSocketUrl, realtimeRoutes } from './realtime/socket-routes.ts'
import { createHostFiles } from './releases/host-files.ts'
import { releaseRoutes } from './releases/routes.ts'
import { createPageSource } from './releases/serve-page.ts'
import { RepeatedWarnings } from './repeated-warnings.ts'
import { searchRoutes } from './search/routes.ts'
import type { ServerContext } from './server-context.ts'
import { OnlineStaff } from './staff/online-staff.ts'
import { staffRoutes } from './staff/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { UPLOAD_TIMEOUT_MS, uploadRoutes } from './uploads/upload.routes.ts'

const JSON_LIMIT_BYTES = 1024 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/** Maximum connections; further ones are closed. A browser tab needs one for API calls and one for its socket. */
const MAX_CONNECTIONS = 10_000
/** Maximum connections per IP address: two for each of 1,000 users, who may share the IP address of a proxy. */
const CONNECTIONS_PER_ADDRESS = 2_000
const FIRST_BYTE_WITHIN_MS = 10_000
const CONNECTION_TIMEOUT_MS = 120_000

const MAX_EVENT_LOOP_DELAY_MS = 1_000

/** Returns true when Node treats the request as an upgrade. Node's types lack the property `upgrade`. */
const isUpgrade = (request: IncomingMessage & { upgrade?: boolean | null }) => request.upgrade === true

export interface AppOptions {
  maxEventLoopDelayMs?: number | undefined
  requestTimeoutMs?: number | undefined
  bodyLimits?: BodyLimits | undefined
  /** Channel credentials stored on disk, to verify webhooks before the database is available. */
  storedChannels?: WebhookCredentialsFile | undefined
  online?: OnlineStaff | undefined
}

export async function buildApp(
  context: ServerContext,
  {
    maxEventLoopDelayMs = MAX_EVENT_LOOP_DELAY_MS,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
    bodyLimits,
    storedChannels,
    online = new OnlineStaff(context),
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const onClientError = createClientErrorHandler(context.config)
  const app = Fastify({
    loggerInstance: context.log,
    // Disables Fastify's own request log, because http/request-log.ts writes one log line per response.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_LIMIT_BYTES,
    // Node's time limit for the slowest requests (uploads); `addBodyDeadline` sets shorter limits for all others.
    requestTimeout: Math.max(requestTimeoutMs, UPLOAD_TIMEOUT_MS),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    trustProxy: (_address, hop) => hop < context.config.trustProxy,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // Handles requests that arrive during a shutdown, because LINE may never redeliver a refused webhook.
    return503OnClosing: false,
    rewriteUrl: (request) => routableUrl(request),
    clientErrorHandler: onClientError,
    http: {
      // Upgrades only requests to a socket path. On other paths, the Upgrade header is ignored.
      shouldUpgradeCallback: ({ url }) => isSocketUrl(url),
      headersTimeout: requestTimeoutMs,
      // Disables Node's own check for a Host header, because its error response would lack our common headers.
      requireHostHeader: false,
      // Interval in ms at which Node checks request timeouts. Node's default of 30 s would be too long.
      connectionsCheckingInterval: requestTimeoutMs / 10,
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 16_384 },
  }) as unknown as FastifyInstance
  app.server.maxConnections = MAX_CONNECTIONS
  const warnings = new RepeatedWarnings(context.log)
  limitConnections(app.server, {
    perAddress: CONNECTIONS_PER_ADDRESS,
    isExempt: (address) => context.config.trustProxy > 0 || isLoopback(address),
    firstByteWithinMs: Math.min(FIRST_BYTE_WITHIN_MS, requestTimeoutMs),
    onTooMany: (address) =>
      warnings.warn('connections', { address }, 'an address has too many connections; new ones are closed'),
  })
  // Ignores invalid Expect headers (all except `100-continue`): the request is handled normally.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // Sends `100 Continue` only when the body is read, so that clients do not send the body of a refused request.
  app.server.on('checkContinue', (request, response) => {
    request.once('resume', () => response.headersSent || response.writeContinue())
    app.server.emit('request', request, response)
  })
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store, no-transform' })
  })
  // Node no longer watches a connection after an upgrade request, so a refused upgrade would leave the connection open.
  app.addHook('onResponse', async ({ raw }) => {
    if (isUpgrade(raw)) raw.socket.destroy()
  })
  addBodyDeadline(app, {
    withinMs: requestTimeoutMs,
    onLate: onClientError,
  })
  const anonymousRefusals = addRequestLog(app)
  addProxyWarning(app, context)
  addLoginErrorLog(app, context)

  addJsonParser(app)
  addErrorHandler(app, context.availability)
  await addSecurityHeaders(app, context.config)
  await addLoadShedding(app, maxEventLoopDelayMs)
  addSessionCheck(app, context, await addRateLimit(app, context.config.callsPerMinute))
  if (context.config.apiDocs) await addApiDocs(app)

  const { releasesDir, hostDist, dataDir, spoolMaxBytes } = context.config
  const spool = new WebhookSpool({ dir: join(dataDir, 'spool'), maxBytes: spoolMaxBytes, log: context.log })
  const storage = { db: context.db, releasesDir, hostDist }
  const hostFiles = createHostFiles(releasesDir)
  const refused = new RefusedWebhooks(context.log)
  await app.register(async (routes) => {
    await addCompression(routes)
    addBodyBudget(routes, bodyLimits)
    await authRoutes(routes, context)
    await ownSessionRoutes(routes, context)
    await systemRoutes(routes, context, { refused, spool, anonymousRefusals })
    await staffRoutes(routes, context)
    await channelRoutes(routes, context)
    await ticketRoutes(routes, context, online)
    await messageRoutes(routes, context)
    await noteRoutes(routes, context)
    await customerRoutes(routes, context)
    await searchRoutes(routes, context)
    await deliveryRoutes(routes, context)
    await dashboardRoutes(routes, context, online)
    await suggestionRoutes(routes, context)
    await knowledgeRoutes(routes, context)
    await knowledgeInConversationRoutes(routes, context)
    await realtimeRoutes(routes, context, { online })
    await releaseRoutes(routes, { ...storage, hostFiles })
  })
  await customerMediaRoutes(app, context)
  await publicMediaRoutes(app, context)
  await uploadRoutes(app, context)
  await lineWebhookRoutes(app, context, { refused, spool, onDisk: storedChannels, bodyLimits })
  const pages = createPageSource({
    ...storage,
    hostFiles,
    isAway: () => context.availability.isAway,
    policyOf: (page) => policyHeader(contentSecurityPolicy(context.config, page)),
    inlineData: { [LOGIN_SETTINGS_ELEMENT_ID]: loginSettings(context.config) },
  })
  await app.register(async (unknown) => {
    // Removes the content-type parsers, so that Fastify does not read the body.
    unknown.removeAllContentTypeParsers()
    addNotFoundHandler(unknown, pages.send)
  })
  return app
}
