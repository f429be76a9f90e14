import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  SOCKET_PATH,
  SOCKET_PING_MS,
  SOCKET_PROTOCOL,
  SOCKET_TOKEN_PREFIX,
} from 'shared/contract/constants.ts'
import type { ServerEvent } from 'shared/contract/realtime.ts'
import type { WebSocket } from 'ws'
import { DeskError } from '../desk-error.ts'
import { isAllowedOrigin } from '../http/security-headers.ts'
import { RepeatedWarnings } from '../repeated-warnings.ts'
import type { ServerContext } from '../server-context.ts'
import { checkSession } from '../sessions/check-session.ts'
import { findLiveSessions } from '../sessions/session.store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { OnlineStaff } from '../staff/online-staff.ts'
import { publishChangedTickets } from '../tickets/publish-changed-tickets.ts'
import { type FrameParts, handleFrames } from './handle-frames.ts'
import { Presence } from './presence.ts'
import { sendAssignmentChanges } from './send-assignment-changes.ts'
import { CLOSE_RESTART, Client, Sockets } from './sockets.ts'
import { StaffRateLimits } from './staff-rate-limits.ts'
import { TypingIndicator } from './typing-indicator.ts'

const MAX_FRAME_BYTES = 16 * 1024
/** Maximum number of fragments of a WebSocket message; each costs as much as a whole message. */
const MAX_FRAGMENTS = 64
/** Ping interval in ms. A lost connection ends after two unanswered pings, so viewers disappear within 10 s. */
const HEARTBEAT_MS = 4_000
const SESSION_CHECK_MS = 30_000
/** Time in milliseconds after which sockets without a close frame are terminated during shutdown. */
const CLOSE_GRACE_MS = 2_000
/** Maximum number of sockets per staff member, over all sessions. */
const MAX_SOCKETS = 30

/** Response body when the Upgrade header is missing; written for operators, because no page shows it. */
const UPGRADE_REQUIRED = {
  code: 'upgrade_required',
  message: 'This URL accepts only WebSocket connections, and the request has no header "Upgrade: websocket".',
}
const NO_UPGRADE =
  'a WebSocket request has no Upgrade header: the proxy does not forward Upgrade and Connection at /ws/chat/ (deploy/oa-desk.nginx.conf does); until it does, pages only poll'

const SOCKET_URLS = [SOCKET_PATH, SOCKET_PATH.replace(/\/$/, '')]

export function isSocketUrl(url = ''): boolean {
  return SOCKET_URLS.includes(url.split('?', 1)[0] ?? '')
}

export interface RealtimeOptions {
  heartbeatMs?: number
  sessionCheckMs?: number
  online?: OnlineStaff
}

/** Clients send the session token as a subprotocol. Close codes: 4401 for an ended session, 1012 for changed rights. */
export async function realtimeRoutes(
  app: FastifyInstance,
  context: ServerContext,
  options: RealtimeOptions = {},
): Promise<void> {
  const sockets: Sockets = new Sockets(context.mediaAddresses, (client) => {
    presence.view(client, null)
    here.check()
  })
  const presence = new Presence(context, sockets)
  const online = options.online ?? new OnlineStaff(context)
  const here = online.count(() => new Set(Array.from(sockets.all(), (client) => client.signedIn.staff.id)))
  const rateLimits = new StaffRateLimits()
  const parts: FrameParts = { context, sockets, presence, typing: new TypingIndicator(context), rateLimits }
  const unsubscribe = context.bus.subscribe((event) => {
    sockets.deliver(event)
    presence.handle(event)
    online.handle(event)
    if (event.kind === 'tickets_changed')
      publishChangedTickets(context, event.tickets).catch((error) =>
        context.availability.warn(
          error,
          'changed tickets were not published to sockets; pages get them by polling',
        ),
      )
  })
  const unwatch = context.availability.onChange((isAway) => {
    sockets.broadcast(databaseEvent(isAway))
    if (!isAway) sendAssignmentChanges(context, [...sockets.all()])
  })
  // Delays the ping check until data that arrived while this process was busy have been handled.
  const heartbeat = setInterval(() => setImmediate(beat, sockets), options.heartbeatMs ?? HEARTBEAT_MS)
  const sessionCheck = setInterval(() => {
    checkSessions(context, sockets).catch((error) =>
      context.availability.warn(error, 'the sessions of sockets could not be checked'),
    )
  }, options.sessionCheckMs ?? SESSION_CHECK_MS)

  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        maxPayload: MAX_FRAME_BYTES,
        maxFragments: MAX_FRAGMENTS,
        handleProtocols: (offered: Set<string>) => (offered.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
      },
      errorHandler: (error, socket) => {
        context.log.info({ err: error }, 'a socket broke')
        socket.terminate()
      },
      preClose(done) {
        clearInterval(heartbeat)
        clearInterval(sessionCheck)
        presence.close()
        here.stop()
        unsubscribe()
        unwatch()
        for (const client of sockets.all()) client.socket.close(CLOSE_RESTART, 'restarting')
        const { clients } = this.websocketServer
        const grace = setTimeout(() => {
          for (const socket of clients) socket.terminate()
        }, CLOSE_GRACE_MS)
        this.websocketServer.close(() => clearTimeout(grace))
        done()
      },
    })
    const warnings = new RepeatedWarnings(context.log)
    for (const url of SOCKET_URLS) {
      scope.route({
        method: 'GET',
        url,
        schema: { hide: true },
        preValidation: async (request, reply) => {
          if (!request.ws) return
          // Ends the connection of a refused upgrade, because a proxy must not reuse it for other requests.
          reply.header('connection', 'close')
          await admit(parts, request)
        },
        wsHandler: (socket, request) => {
          // Counts the sockets again, because several concurrent upgrades may pass the first check.
          if (sockets.countOf(request.signedIn?.staff.id ?? '') >= MAX_SOCKETS) socket.terminate()
          else if (request.signedIn !== null) welcome(parts, socket, request.signedIn)
          here.check()
        },
        handler: (_request, reply) => {
          warnings.warn('no upgrade', {}, NO_UPGRADE)
          return reply
            .code(426)
            .headers({ upgrade: 'websocket', connection: 'Upgrade' })
            .send(UPGRADE_REQUIRED)
        },
      })
    }
  })
}

async function admit({ context, sockets, rateLimits }: FrameParts, request: FastifyRequest): Promise<void> {
  const { origin } = request.headers
  // Accepts requests without an origin, since only browsers must send one.
  if (origin !== undefined && !isAllowedOrigin(origin, request.host, context.config))
    throw new DeskError('forbidden')
  const offered = String(request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((protocol) => protocol.trim())
  if (!offered.includes(SOCKET_PROTOCOL)) throw new DeskError('unauthorized')
  const bearer = offered.find((protocol) => protocol.startsWith(SOCKET_TOKEN_PREFIX))
  const token = bearer?.slice(SOCKET_TOKEN_PREFIX.length)
  request.signedIn = await checkSession(context, token, request.ip)
  const { id } = request.signedIn.staff
  const isAllowed = rateLimits.of(id).connections.consume(performance.now())
  if (!isAllowed || sockets.countOf(id) >= MAX_SOCKETS) throw new DeskError('rate_limited')
}

function welcome(parts: FrameParts, socket: WebSocket, signedIn: SignedIn): void {
  const { context, sockets, presence } = parts
  const client = new Client(socket, signedIn)
  sockets.add(client)
  socket.on('close', () => sockets.remove(client))
  socket.on('pong', () => {
    client.isAlive = true
  })
  handleFrames(parts, client)
  client.send({ type: 'hello', data: { server_time: context.now().toISOString(), ping_ms: SOCKET_PING_MS } })
  if (context.availability.isAway) client.send(databaseEvent(true))
  presence.greet(client)
  // Checks the session again, because it may have ended just before this socket was registered.
  checkSessions(context, sockets, client).catch((error) =>
    context.availability.warn(error, 'the session of a new socket could not be checked again'),
  )
  sendAssignmentChanges(context, [client])
}

function databaseEvent(isAway: boolean): ServerEvent {
  return { type: 'database', data: { state: isAway ? 'away' : 'ready' } }
}

function beat(sockets: Sockets): void {
  for (const client of sockets.all()) {
    if (!client.isAlive) {
      client.socket.terminate()
      continue
    }
    client.isAlive = false
    client.socket.ping()
  }
}

async function checkSessions(context: ServerContext, sockets: Sockets, only?: Client): Promise<void> {
  const clients = only ? [only] : [...sockets.all()]
  if (clients.length === 0) return
  const hashes = [...new Set(clients.map((client) => client.signedIn.tokenHash))]
  const live = await findLiveSessions(context.db, hashes, context.now())
  for (const client of clients) {
    const scope = live.get(client.signedIn.tokenHash)
    if (scope === undefined) sockets.end(client)
    else if (!scope.equals(client.signedIn.scope)) client.socket.close(CLOSE_RESTART, 'rights changed')
  }
}
