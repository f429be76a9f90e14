import { SOCKET_PATH, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from 'shared/contract/constants.ts'
import { type ServerEvent, ServerEventSchema } from 'shared/contract/realtime.ts'
import WebSocket from 'ws'

/** WebSocket client for tests, which keeps all received events in order. */
export class TestSocket {
  readonly socket: WebSocket
  readonly received: ServerEvent[] = []
  /** Resolves with the close code when the socket is closed. */
  readonly closed: Promise<number>
  private readonly waiting = new Set<() => void>()

  constructor(
    deskUrl: string,
    token: string,
    path: string = SOCKET_PATH,
    headers: Record<string, string> = {},
  ) {
    const protocols = [SOCKET_PROTOCOL, `${SOCKET_TOKEN_PREFIX}${token}`]
    this.socket = new WebSocket(`${deskUrl.replace('http', 'ws')}${path}`, protocols, { headers })
    this.socket.on('message', (data) => {
      this.received.push(ServerEventSchema.parse(JSON.parse(data.toString())))
      for (const check of this.waiting) check()
    })
    this.closed = new Promise((resolve) => this.socket.on('close', resolve))
    this.socket.on('error', () => {})
  }

  say(frame: object | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** Returns the first matching event, whether it was already received or arrives within 45 s. */
  receives(fits: (event: ServerEvent) => boolean): Promise<ServerEvent> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = this.received.find(fits)
        if (found === undefined) return
        this.waiting.delete(check)
        clearTimeout(timer)
        resolve(found)
      }
      const timer = setTimeout(() => {
        this.waiting.delete(check)
        reject(
          new Error(
            `not received; received so far: ${JSON.stringify(this.received.map((event) => event.type))}`,
          ),
        )
      }, 45_000)
      this.waiting.add(check)
      check()
    })
  }

  receivesType(type: ServerEvent['type']): Promise<ServerEvent> {
    return this.receives((event) => event.type === type)
  }

  async subscribe(ticketId: string): Promise<void> {
    this.say({ type: 'subscribe_ticket', ticket_id: ticketId })
    await this.receives((event) => event.type === 'subscribed' && event.data.ticket_id === ticketId)
  }
}
