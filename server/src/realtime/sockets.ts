import { SOCKET_SESSION_ENDED } from 'shared/contract/constants.ts'
import type { ServerEvent } from 'shared/contract/realtime.ts'
import type { WebSocket } from 'ws'
import type { DeskEvent } from '../event-bus.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { signMedia } from '../messages/sign-media.ts'
import type { SignedIn } from '../sessions/signed-in.ts'

/** Maximum bytes in a socket's send buffer. A slower client is disconnected and later fetches messages by `seq`. */
const MAX_BUFFERED_BYTES = 1024 * 1024
const OPEN = 1
/** WebSocket close code for "service restart": the client reconnects and gets its new rights. */
export const CLOSE_RESTART = 1012

export class Client {
  readonly socket: WebSocket
  readonly signedIn: SignedIn
  readonly tickets = new Set<string>()
  isAlive = true

  constructor(socket: WebSocket, signedIn: SignedIn) {
    this.socket = socket
    this.signedIn = signedIn
  }

  send(event: ServerEvent): void {
    this.sendText(JSON.stringify(event))
  }

  sendText(text: string): void {
    if (this.socket.readyState !== OPEN) return
    if (this.socket.bufferedAmount > MAX_BUFFERED_BYTES) this.socket.terminate()
    else this.socket.send(text)
  }
}

/** Types of events that only subscribers of the ticket receive. */
const OF_CONVERSATION: ReadonlySet<ServerEvent['type']> = new Set(['message', 'timeline_event'])

const NO_CLIENTS: ReadonlySet<Client> = new Set()

export class Sockets {
  private readonly clients = new Set<Client>()
  private readonly byTicket = new Map<string, Set<Client>>()
  private readonly addresses: MediaAddresses
  private readonly onRemoved: (client: Client) => void

  /** Functions that send events to sockets, by event kind; null for kinds that are sent elsewhere or to no socket. */
  private readonly deliveries = {
    ticket: ({ channelKey, ticketId, events }) => {
      const subscribed = this.byTicket.get(ticketId) ?? NO_CLIENTS
      for (const event of events)
        this.send(OF_CONVERSATION.has(event.type) ? subscribed : this.clients, channelKey, event)
    },
    ticket_list_update: ({ kind: type, channelKey: channel_key, reason }) =>
      this.sendToChannel(channel_key, { type, data: { reason, channel_key } }),
    ticket_read: ({ kind: type, staffId, ticketId: ticket_id, seq }) => {
      for (const client of this.clients)
        if (client.signedIn.staff.id === staffId) client.send({ type, data: { ticket_id, seq } })
    },
    suggestions_update: ({ kind: type, channelKey: channel_key }) =>
      this.sendToChannel(channel_key, { type, data: { channel_key } }),
    customer_update: ({ kind: type, channelKey: channel_key, customerId: customer_id }) =>
      this.sendToChannel(channel_key, { type, data: { customer_id, channel_key } }),
    mention: ({ kind: type, staffId, mention: data }) => this.sendToStaff(staffId, { type, data }),
    mentions_update: ({ kind: type, staffIds, channelKey: channel_key }) => {
      for (const id of staffIds) this.sendToStaff(id, { type, data: { channel_key } })
    },
    assignment_changed: ({ kind: type, staffIds, assignmentChange: data }) => {
      for (const id of staffIds) this.sendToStaff(id, { type, data })
    },
    session_ended: (event) => this.endSession(event),
    viewers: null,
    online: null,
    offline: null,
    tickets_changed: null,
    outbox: null,
    line_succeeded: null,
    unused_blobs: null,
  } satisfies { [Kind in DeskEvent['kind']]: ((event: DeskEvent & { kind: Kind }) => void) | null }

  constructor(addresses: MediaAddresses, onRemoved: (client: Client) => void = () => {}) {
    this.addresses = addresses
    this.onRemoved = onRemoved
  }

  add(client: Client): void {
    this.clients.add(client)
  }

  remove(client: Client): void {
    this.clients.delete(client)
    for (const ticketId of [...client.tickets]) this.unsubscribe(client, ticketId)
    this.onRemoved(client)
  }

  all(): IterableIterator<Client> {
    return this.clients.values()
  }

  countOf(staffId: string): number {
    let count = 0
    for (const client of this.clients) if (client.signedIn.staff.id === staffId) count += 1
    return count
  }

  /** Sends an event to every socket, regardless of rights. */
  broadcast(event: ServerEvent): void {
    const text = JSON.stringify(event)
    for (const client of this.clients) client.sendText(text)
  }

  subscribe(client: Client, ticketId: string): void {
    client.tickets.add(ticketId)
    const subscribed = this.byTicket.get(ticketId) ?? new Set()
    this.byTicket.set(ticketId, subscribed.add(client))
  }

  unsubscribe(client: Client, ticketId: string): void {
    client.tickets.delete(ticketId)
    const subscribed = this.byTicket.get(ticketId)
    subscribed?.delete(client)
    if (subscribed?.size === 0) this.byTicket.delete(ticketId)
  }

  deliver(event: DeskEvent): void {
    const deliver: ((event: never) => void) | null = this.deliveries[event.kind]
    deliver?.(event as never)
  }

  /** Sends an event to every socket with a right to the channel, or to all sockets when `channelKey` is null. */
  sendToChannel(channelKey: string | null, event: ServerEvent): void {
    this.send(this.clients, channelKey, event)
  }

  private send(clients: ReadonlySet<Client>, channelKey: string | null, event: ServerEvent): void {
    if (clients.size === 0) return
    const text = JSON.stringify(event)
    for (const client of clients)
      if (channelKey === null || client.signedIn.scope.includes(channelKey)) {
        const own = this.forSession(event, client.signedIn.tokenHash)
        client.sendText(own === event ? text : JSON.stringify(own))
      }
  }

  private forSession(event: ServerEvent, tokenHash: string): ServerEvent {
    if (event.type !== 'message') return event
    const data = signMedia(event.data, this.addresses, tokenHash)
    return data === event.data ? event : { ...event, data }
  }

  private sendToStaff(
    staffId: string,
    event: Extract<ServerEvent, { type: 'mention' | 'mentions_update' | 'assignment_changed' }>,
  ): void {
    for (const client of this.clients) {
      const { staff, scope } = client.signedIn
      if (staff.id === staffId && scope.includes(event.data.channel_key)) client.send(event)
    }
  }

  private endSession({ staffId, tokenHash }: { staffId: string; tokenHash?: string }): void {
    for (const client of this.clients) {
      if (client.signedIn.staff.id !== staffId) continue
      if (tokenHash === undefined || tokenHash === client.signedIn.tokenHash) this.end(client)
    }
  }

  /** Closes the socket of an ended session and removes it immediately, even if the client never responds. */
  end(client: Client): void {
    this.remove(client)
    client.socket.close(SOCKET_SESSION_ENDED, 'session ended')
  }
}
