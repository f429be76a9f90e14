import type { ClientFrame, ServerEvent } from '../contract/realtime.ts'
import type { MockConversations } from './mock-conversations.ts'

/**
 * Browser end of a socket to a mock server: receives a greeting, pongs and events of subscribed tickets. Without a
 * server the socket never opens.
 */
export class MockSocket {
  url = ''
  readyState = 0
  onopen: (() => void) | null = null
  onclose: ((event: { code: number; wasClean: boolean }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  readonly subscribed = new Set<string>()
  /** Value of the last `viewing` frame. */
  viewing: string | null = null
  readonly #desk: MockConversations | null

  constructor(desk: MockConversations | null) {
    this.#desk = desk
    queueMicrotask(() => {
      if (this.readyState !== 0) return
      if (desk === null) {
        this.drop(1006)
        return
      }
      this.readyState = 1
      desk.sockets.add(this)
      this.onopen?.()
      this.deliver({ type: 'hello', data: { server_time: new Date().toISOString(), ping_ms: 5_000 } })
    })
  }

  send(text: string): void {
    const frame = JSON.parse(text) as ClientFrame
    if (frame.type === 'ping') this.deliver({ type: 'pong', data: { at: frame.at ?? null } })
    else if (frame.type === 'typing') this.#desk?.typing.push(frame.ticket_id)
    else if (frame.type === 'viewing') this.viewing = frame.ticket_id
    else if (frame.type === 'unsubscribe_ticket') this.subscribed.delete(frame.ticket_id)
    else {
      this.subscribed.add(frame.ticket_id)
      const last = this.#desk?.lastOf(frame.ticket_id) ?? { last_seq: 0, last_revision: 0 }
      this.deliver({ type: 'subscribed', data: { ticket_id: frame.ticket_id, ...last } })
    }
  }

  /** Delivers a frame in a separate task, like a real socket. */
  deliver(event: ServerEvent): void {
    const data = JSON.stringify(event)
    setTimeout(() => {
      if (this.readyState === 1) this.onmessage?.({ data })
    })
  }

  close(code = 1000): void {
    this.drop(code)
  }

  drop(code: number): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.#desk?.sockets.delete(this)
    setTimeout(() => this.onclose?.({ code, wasClean: code !== 1006 }))
  }
}
