import { listMessages } from 'shared/contract/messages/list-messages.call.ts'
import { type Message, MessageSchema } from 'shared/contract/messages/message.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDelivery } from '../delivery/outbox-worker.ts'
import type { DeskEvent } from '../event-bus.ts'
import type { SendResult } from '../line-api/line-response.ts'
import { lineEvent, openTicket, postWebhook } from '../testing/line-events.ts'
import { mockLine } from '../testing/mock-line-channel.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

const REFUSED: SendResult = { kind: 'rejected', code: 'line_rejected', message: '400' }

let testDesk: TestDesk
let me: Awaited<ReturnType<TestDesk['signInAs']>>
let otherAgent: typeof me
/** LINE's results for the next pushes, in order; later pushes succeed. */
let sendResults: SendResult[] = []
let pushes = 0
beforeAll(async () => {
  const line = mockLine({
    push: async () => {
      pushes += 1
      return sendResults.shift() ?? { kind: 'accepted', requestId: null, sentMessages: [] }
    },
  })
  testDesk = await createTestDesk({ line })
  me = await testDesk.signInAs()
  otherAgent = await testDesk.signInAs()
})
afterAll(() => testDesk?.close())

const send = (ticketId: string, more: object = {}, { headers } = me) =>
  testDesk.app.inject({
    method: 'POST',
    url: `/api/staff/tickets/${ticketId}/send`,
    headers,
    payload: { type: 'text', text: 'สวัสดีค่ะ', ...more },
  })
async function list(ticketId: string, query = ''): Promise<Message[]> {
  const url = `/api/staff/tickets/${ticketId}/messages${query}`
  const response = await testDesk.app.inject({ url, headers: me.headers })
  return listMessages.response.parse(response.json()).items
}
/** Delivers the outbox and returns the number of requests to LINE. */
async function deliver(...results: SendResult[]): Promise<number> {
  sendResults = results
  pushes = 0
  const delivery = startDelivery(testDesk.context, { pollMs: 50, retryPausesMs: [5, 5] })
  await delivery.drain()
  await delivery.stop()
  return pushes
}
async function failedMessage() {
  const { ticketId, userId } = await openTicket(testDesk)
  const { id } = MessageSchema.parse((await send(ticketId)).json())
  await deliver(REFUSED)
  return { ticketId, userId, id }
}

test('a failed message is sent again once, even when several staff members request it concurrently', async () => {
  const { ticketId, id } = await failedMessage()
  const repeated = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      send(
        ticketId,
        { retry_of: id, client_message_id: crypto.randomUUID() },
        index % 2 === 0 ? me : otherAgent,
      ),
    ),
  )
  repeated.push(await send(ticketId, { retry_of: id }, otherAgent))
  expect(repeated.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200))
  expect(new Set(repeated.map((response) => response.json().id)).size).toBe(1)
  expect(await deliver()).toBe(1)
  const again = repeated[0]?.json().id
  // Closes the ticket and repeats the request for the retry, which returns the same result.
  const url = `/api/staff/tickets/${ticketId}/close`
  await testDesk.app.inject({ method: 'POST', url, headers: me.headers })
  expect((await send(ticketId, { retry_of: id })).json()).toMatchObject({ id: again, delivery: 'sent' })
  expect(await deliver()).toBe(0)
  expect(await list(ticketId)).toMatchObject([
    { direction: 'IN', retry_of: null, retried: false },
    { id, delivery: 'failed', retry_of: null, retried: true },
    { id: again, delivery: 'sent', retry_of: id, retried: false },
  ])
})

test('a retried message is published as sent again, and returned by after_revision', async () => {
  const { ticketId, id } = await failedMessage()
  const [known] = (await list(ticketId)).slice(-1)
  const busEvents: DeskEvent[] = []
  const stop = testDesk.context.bus.subscribe((event) => busEvents.push(event))
  const again = MessageSchema.parse((await send(ticketId, { retry_of: id })).json())
  stop()
  const [received] = busEvents
  const events = received?.kind === 'ticket' ? received.events : []
  const revision = known?.revision ?? 0
  expect(events).toMatchObject([
    { type: 'message', data: { id: again.id, retry_of: id, revision: revision + 1 } },
    { type: 'message', data: { id, retried: true, revision: revision + 2 } },
    { type: 'ticket_update', data: { id: ticketId, revision: revision + 2 } },
  ])
  expect((await list(ticketId, `?after_revision=${revision}`)).map((each) => each.id)).toEqual([again.id, id])
})

test('retry_of sends only failed outbound messages of its ticket again, and otherwise stores nothing', async () => {
  const { ticketId, id } = await failedMessage()
  const other = await openTicket(testDesk)
  const [inbound] = await list(ticketId)
  const queued = MessageSchema.parse((await send(ticketId)).json())
  for (const [where, retry_of] of [
    [other.ticketId, id],
    [ticketId, inbound?.id],
    [ticketId, queued.id],
    [ticketId, crypto.randomUUID()],
  ]) {
    const refused = await send(where ?? '', { retry_of })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_failed'])
  }
  expect((await send(ticketId, { retry_of: 'x' })).statusCode).toBe(400)
  expect(await list(other.ticketId)).toHaveLength(1)
  expect(await list(ticketId)).toHaveLength(3)
  await deliver()
})

test('a failed retry can be sent again', async () => {
  const { ticketId, id } = await failedMessage()
  const second = (await send(ticketId, { retry_of: id })).json()
  await deliver(REFUSED)
  const third = (await send(ticketId, { retry_of: second.id })).json()
  expect(await deliver()).toBe(1)
  expect((await list(ticketId)).slice(1)).toMatchObject([
    { id, retried: true },
    { id: second.id, delivery: 'failed', retry_of: id, retried: true },
    { id: third.id, delivery: 'sent', retry_of: second.id, retried: false },
  ])
})

test('a message to a customer who had blocked the channel can be sent again, once', async () => {
  const { ticketId, userId } = await openTicket(testDesk)
  await postWebhook(testDesk, [lineEvent(userId, { type: 'unfollow' })])
  const { id } = MessageSchema.parse((await send(ticketId)).json())
  // Expects a rejection while the delivery is in progress, because the message may still arrive.
  expect((await send(ticketId, { retry_of: id })).json().code).toBe('not_failed')
  await deliver()
  await postWebhook(testDesk, [lineEvent(userId, { type: 'follow' })])
  const again = [await send(ticketId, { retry_of: id }), await send(ticketId, { retry_of: id }, otherAgent)]
  expect(new Set(again.map((response) => response.json().id)).size).toBe(1)
  expect(await deliver()).toBe(1)
  expect((await list(ticketId)).slice(1)).toMatchObject([
    { id, delivery: 'sent', delivery_error: 'blocked', retried: true },
    { delivery: 'sent', delivery_error: null, retry_of: id, retried: false },
  ])
})

test('a message keeps delivery_error "blocked" after the customer unblocks the channel', async () => {
  const { ticketId, userId } = await openTicket(testDesk)
  await send(ticketId)
  await deliver()
  await postWebhook(testDesk, [lineEvent(userId, { type: 'unfollow' })])
  await send(ticketId)
  await deliver()
  await postWebhook(testDesk, [lineEvent(userId, { type: 'follow' })])
  await send(ticketId)
  await deliver()
  expect((await list(ticketId)).slice(1)).toMatchObject([
    { delivery: 'sent', delivery_error: null },
    { delivery: 'sent', delivery_error: 'blocked' },
    { delivery: 'sent', delivery_error: null },
  ])
})
