import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import fastifyStatic from '@fastify/static'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { SimulatorContext } from './context.ts'
import { customerRoutes } from './control/customer.routes.ts'
import { faultRoutes } from './control/faults.routes.ts'
import { historyRoutes } from './control/history.routes.ts'
import { imageRoutes } from './control/image.routes.ts'
import { liveRoutes } from './control/live.routes.ts'
import { mediaRoutes } from './control/media.routes.ts'
import { stateRoutes } from './control/state.routes.ts'
import { HttpError, lineError } from './errors.ts'
import { authorizeRoutes } from './login/authorize.routes.ts'
import { loginProfileRoutes } from './login/profile.routes.ts'
import { tokenRoutes } from './login/token.routes.ts'
import { guardLoopback } from './loopback-guard.ts'
import { botRoutes } from './messaging/bot.routes.ts'
import { channelTokenRoutes } from './messaging/channel-token.routes.ts'
import { contentRoutes } from './messaging/content.routes.ts'
import { sendRoutes } from './messaging/send.routes.ts'
import { webhookEndpointRoutes } from './messaging/webhook-endpoint.routes.ts'
import { observeCalls } from './observe-calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    rawText?: string
  }
}

/** LINE rejects bodies over 2 MB. */
const BODY_LIMIT = 2 * 1024 * 1024

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob: https: http://localhost:* http://127.0.0.1:*",
  "media-src 'self' blob:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function sendError(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof HttpError) return reply.code(error.status).send(error.body)
  const status = error.statusCode ?? 500
  if (status >= 500) console.error(`${request.method} ${request.url.split('?')[0]}:`, error)
  const message =
    status === 413 ? 'Request Entity Too Large' : status >= 500 ? 'Internal Server Error' : error.message
  if (request.url.startsWith('/simulator/')) return reply.code(status).send({ code: 'bad_request', message })
  return reply.code(status).send({ message })
}

async function pageFiles(app: FastifyInstance): Promise<void> {
  const root = join(import.meta.dirname, 'page')
  await app.register(fastifyStatic, { root, prefix: '/page/', cacheControl: true, maxAge: 0 })
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  const require = createRequire(import.meta.url)
  for (const subset of ['thai', 'latin']) {
    const file = `anuphan-${subset}-wght-normal.woff2`
    const bytes = readFileSync(require.resolve(`@fontsource-variable/anuphan/files/${file}`))
    app.get(`/page/fonts/${file}`, (_request, reply) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(bytes),
    )
  }
}

export async function buildApp(context: SimulatorContext): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-line-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'content-security-policy': PAGE_POLICY,
      // With `no-referrer`, the simulator's own forms would send 'Origin: null', which the loopback guard rejects.
      'referrer-policy': 'same-origin',
    })
  })
  guardLoopback(app)
  observeCalls(app, context.observe)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.rawText = String(text)
    if (request.rawText === '') return done(null, undefined)
    try {
      done(null, JSON.parse(request.rawText))
    } catch {
      done(lineError(400, 'The request body could not be parsed as JSON (line: 1, column: 1)'), undefined)
    }
  })
  await app.register(formbody)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => {
    const simulator = request.url.startsWith('/simulator/')
    return reply
      .code(404)
      .send(simulator ? { code: 'not_found', message: 'Not found' } : { message: 'Not found' })
  })
  await pageFiles(app)
  for (const routes of [
    authorizeRoutes,
    tokenRoutes,
    loginProfileRoutes,
    sendRoutes,
    contentRoutes,
    botRoutes,
    webhookEndpointRoutes,
    channelTokenRoutes,
    stateRoutes,
    customerRoutes,
    faultRoutes,
    historyRoutes,
    liveRoutes,
    imageRoutes,
    mediaRoutes,
  ]) {
    routes(app, context)
  }
  return app
}
