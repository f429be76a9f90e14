import { SOCKET_SUBSCRIPTIONS } from 'shared/contract/constants.ts'
import { readJson } from 'shared/contract/raw-json.ts'
import { type ClientFrame, ClientFrameSchema } from 'shared/contract/realtime.ts'
import type { RawData } from 'ws'
import { DeskError } from '../desk-error.ts'
import { RateLimiter } from '../rate-limiter.ts'
import type { ServerContext } from '../server-context.ts'
import { findVisibleTicket } from '../tickets/ticket.store.ts'
import type { Presence } from './presence.ts'
import type { Client, Sockets } from './sockets.ts'
import type { StaffRateLimits } from './staff-rate-limits.ts'
import type { TypingIndicator } from './typing-indicator.ts'

export interface FrameParts {
  context: ServerContext
  sockets: Sockets
  presence: Presence
  typing: TypingIndicator
  rateLimits: StaffRateLimits
}

/** Maximum subscriptions per socket: twice the page's limit, because a page may subscribe before it unsubscribes. */
const MAX_SUBSCRIPTIONS = SOCKET_SUBSCRIPTIONS * 2
/** Rate limit of pings and pongs, separate from other frames, which must not delay the heartbeat. */
const PINGS_AT_ONCE = 10
const PINGS_PER_SECOND = 2
/** Maximum refused frames before a socket is closed, and maximum frames after the close before it is terminated. */
const REFUSED_AT_ONCE = 200
const REFUSED_PER_SECOND = 10
/** WebSocket close code of RFC 6455: "policy violation". */
const CLOSE_POLICY = 1008

export function handleFrames(parts: FrameParts, client: Client): void {
  const { frames } = parts.rateLimits.of(client.signedIn.staff.id)
  const pings = new RateLimiter(PINGS_AT_ONCE, PINGS_PER_SECOND, performance.now())
  /** Number of open subscriptions; unsubscribing from them is not rate-limited. */
  let endings = 0
  const refusals = new RateLimiter(REFUSED_AT_ONCE, REFUSED_PER_SECOND, performance.now())
  const ignored = new RateLimiter(REFUSED_AT_ONCE, REFUSED_PER_SECOND, performance.now())
  const controls = new RateLimiter(PINGS_AT_ONCE, PINGS_PER_SECOND, performance.now())
  let isRefusing = false
  let tail: Promise<void> = Promise.resolve()
  /** The latest pending frame of type `viewing`, which replaces earlier ones. */
  let viewing: Extract<ClientFrame, { type: 'viewing' }> | null = null

  client.socket.on('message', (data: RawData, isBinary: boolean) => {
    // Ignores frames that arrive during the closing handshake, because the session may have ended.
    if (client.socket.readyState !== client.socket.OPEN) return ignore()
    const frame = isBinary ? null : (ClientFrameSchema.safeParse(readJson(data.toString())).data ?? null)
    if (!isAllowed(frame)) return refuse(frame)
    isRefusing = false
    if (frame === null) return client.send({ type: 'error', data: { code: 'invalid_request' } })
    // Answers a ping immediately, without waiting for other frames, because a ping checks that the socket works.
    if (frame.type === 'ping') {
      const server_time = parts.context.now().toISOString()
      return client.send({ type: 'pong', data: { at: frame.at ?? null, server_time } })
    }
    if (frame.type === 'typing') {
      const ticketId = frame.ticket_id.toLowerCase()
      parts.presence.type(client, ticketId)
      return void parts.typing.show(client.signedIn.scope, ticketId)
    }
    if (frame.type === 'viewing') {
      const isQueued = viewing !== null
      viewing = frame
      if (!isQueued) tail = tail.then(handleViewing)
      return
    }
    tail = tail.then(() => handle(parts, client, frame))
  })
  for (const control of ['ping', 'pong'] as const)
    client.socket.on(control, () => {
      if (client.socket.readyState !== client.socket.OPEN) ignore()
      else if (!controls.consume(performance.now())) refuse(null)
    })

  function refuse(frame: ClientFrame | null): void {
    if (refusals.consume(performance.now())) sendRefusal(client, frame, !isRefusing)
    else client.socket.close(CLOSE_POLICY, 'too many frames')
    isRefusing = true
  }

  /** Terminates a client that keeps sending after the close frame; otherwise it could send until a timeout. */
  function ignore(): void {
    if (!ignored.consume(performance.now())) client.socket.terminate()
  }

  function handleViewing(): Promise<void> | undefined {
    const frame = viewing
    viewing = null
    return frame === null ? undefined : handle(parts, client, frame)
  }

  function isAllowed(frame: ClientFrame | null): boolean {
    if (frame?.type === 'unsubscribe_ticket' && endings > 0) {
      endings -= 1
      return true
    }
    const isLet = (frame?.type === 'ping' ? pings : frames).consume(performance.now())
    if (isLet && frame?.type === 'subscribe_ticket') endings += 1
    return isLet
  }
}

/** Reports each refused frame that has a ticket, so that the client repeats the frame. Reports other frames once. */
function sendRefusal(client: Client, frame: ClientFrame | null, isFirst: boolean): void {
  const ticketId = frame?.type === 'subscribe_ticket' || frame?.type === 'viewing' ? frame.ticket_id : null
  if (ticketId) client.send({ type: 'error', data: { code: 'rate_limited', ticket_id: ticketId } })
  else if (isFirst || frame?.type === 'viewing')
    client.send({ type: 'error', data: { code: 'rate_limited' } })
}

async function handle(
  { context, sockets, presence }: FrameParts,
  client: Client,
  frame: Exclude<ClientFrame, { type: 'ping' | 'typing' }>,
): Promise<void> {
  // Uses lower case, because the database returns ticket ids in lower case.
  const ticketId = frame.ticket_id?.toLowerCase()
  if (ticketId === undefined) return presence.view(client, null)
  if (frame.type === 'unsubscribe_ticket') return sockets.unsubscribe(client, ticketId)
  try {
    if (frame.type === 'viewing') {
      const { scope, staff } = client.signedIn
      const channelKey =
        presence.channelViewedBy(staff.id, ticketId) ??
        (await findVisibleTicket(context.db, scope, ticketId)).head.channel_key
      if (client.socket.readyState === client.socket.OPEN) presence.view(client, { ticketId, channelKey })
      return
    }
    if (client.tickets.size >= MAX_SUBSCRIPTIONS && !client.tickets.has(ticketId)) {
      throw new DeskError('rate_limited')
    }
    await findVisibleTicket(context.db, client.signedIn.scope, ticketId)
    if (client.socket.readyState !== client.socket.OPEN) return
    sockets.subscribe(client, ticketId)
    // Reads the ticket after subscribing: newer changes reach the socket, and older changes can be fetched.
    const { head } = await findVisibleTicket(context.db, client.signedIn.scope, ticketId)
    client.send({
      type: 'subscribed',
      data: {
        ticket_id: frame.ticket_id,
        last_seq: head.last_seq,
        last_revision: head.revision,
        last_version: head.version,
      },
    })
  } catch (error) {
    if (!(error instanceof DeskError)) {
      context.availability.warn(error, 'a subscription failed')
    }
    const code = error instanceof DeskError ? error.code : 'internal'
    client.send({ type: 'error', data: { code, ticket_id: frame.ticket_id ?? undefined } })
  }
}
