import type { Message } from 'shared/contract/messages/message.ts'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { type Delivery, type DeliveryOptions, startDelivery } from '../delivery/outbox-worker.ts'
import type { ServerContext } from '../server-context.ts'
import { openTicket, openTicketIdOf } from './line-events.ts'
import { createLineWorld, type LineWorld } from './line-world.ts'

/** Delivery options with intervals so short that tests need not wait. */
export const FAST: DeliveryOptions = {
  pollMs: 50,
  retryPausesMs: Array.from({ length: 40 }, () => 5),
  replyPausesMs: [5],
  channelPausesMs: [5],
}
/** Delivery capacity that is enough for all due messages of a test. */
export const ANY_CAPACITY = { total: 10, perChannel: 10, inUse: new Map<string, number>(), paused: [] }

/** Server and LINE simulator for the tests of a file, with a staff member who replies to customers. */
interface OutboxWorld {
  readonly world: LineWorld
  readonly headers: { authorization: string }
  /** Starts a delivery worker, which stops at the end of the test. `parts` replace parts of the server context. */
  start(options?: DeliveryOptions, parts?: Partial<ServerContext>): Delivery
  send(ticketId: string, payload: object): Promise<Message>
  sendText(ticketId: string, text: string): Promise<Message>
  messagesOf(ticketId: string): Promise<Message[]>
  /** Returns a customer who has written to the channel, but whose stored reply token LINE does not know. */
  conversation(): Promise<{ userId: string; ticketId: string }>
  /** Returns the ticket of a customer who has just written through LINE; by default a new customer. */
  ticketToAnswer(userId?: string): Promise<{ userId: string; ticketId: string }>
}

/**
 * Registers the hooks that create and close server and simulator, and end LINE faults after each test. Call this at the
 * top of a test file.
 */
export function useOutboxWorld(): OutboxWorld {
  let world: LineWorld | undefined
  let headers: { authorization: string } | undefined
  let nextCustomer = 0
  const running: Delivery[] = []

  function made<T>(part: T | undefined): T {
    if (part === undefined) throw new Error('the desk is available only while tests run')
    return part
  }
  beforeAll(async () => {
    world = await createLineWorld()
    headers = (await world.testDesk.signInAs()).headers
  })
  afterAll(() => world?.close())
  beforeEach(() => made(world).clearFaults())
  afterEach(async () => {
    await Promise.all(running.splice(0).map((delivery) => delivery.stop()))
  })

  const outbox: OutboxWorld = {
    get world() {
      return made(world)
    },
    get headers() {
      return made(headers)
    },
    start(options = FAST, parts = {}) {
      const delivery = startDelivery({ ...outbox.world.testDesk.context, ...parts }, options)
      running.push(delivery)
      return delivery
    },
    async send(ticketId, payload) {
      const url = `/api/staff/tickets/${ticketId}/send`
      const { headers, world } = outbox
      const response = await world.testDesk.app.inject({ method: 'POST', url, headers, payload })
      if (response.statusCode !== 200) throw new Error(response.body)
      return response.json()
    },
    sendText: (ticketId, text) => outbox.send(ticketId, { type: 'text', text }),
    async messagesOf(ticketId) {
      const { headers, world } = outbox
      const url = `/api/staff/tickets/${ticketId}/messages?limit=200`
      return (await world.testDesk.app.inject({ url, headers })).json().items
    },
    async conversation() {
      const userId = outbox.world.customer(nextCustomer++).user_id
      const { ticketId } = await openTicket(outbox.world.testDesk, { userId })
      return { userId, ticketId }
    },
    async ticketToAnswer(userId = outbox.world.customer(nextCustomer++).user_id) {
      await outbox.world.say(userId, 'มีใครอยู่ไหม')
      const { db } = outbox.world.testDesk.context
      const ticketId = await vi.waitFor(async () => {
        const id = await openTicketIdOf(db.$client, userId)
        if (id === undefined) throw new Error('the customer has no open ticket yet')
        return id
      }, 50_000)
      return { userId, ticketId }
    },
  }
  return outbox
}
