import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openTicket } from '../testing/line-events.ts'
import { mockLine } from '../testing/mock-line-channel.ts'
import { FAST, useOutboxWorld } from '../testing/outbox-world.ts'
import { createTestDesk } from '../testing/test-desk.ts'
import { TestSocket } from '../testing/test-socket.ts'
import { ReadMarks } from './read-marks.ts'

const outbox = useOutboxWorld()

test("marks the customer's messages as read after a reply, unless LINE marks them itself", async () => {
  const query = (text: string, values: unknown[] = []) =>
    outbox.world.testDesk.context.db.$client.query(text, values)
  const { ticketId } = await outbox.ticketToAnswer()
  await query("update messages set mark_as_read_token = 'read-me' where ticket_id = $1", [ticketId])
  const marks: string[] = []
  const line = mockLine({
    markAsRead: async (token) => {
      marks.push(token)
      return undefined
    },
  })
  const delivery = outbox.start(FAST, { line })
  await outbox.messagesOf(ticketId)
  expect(marks).toEqual([])
  const reply = await outbox.sendText(ticketId, 'หนึ่ง')
  await delivery.drain()
  await expect.poll(() => marks).toEqual(['read-me'])
  await query("update channels set mark_as_read_mode = 'auto' where key = 'main'")
  await query("update messages set mark_as_read_token = 'not-me' where ticket_id = $1", [ticketId])
  await new ReadMarks({ ...outbox.world.testDesk.context, line }).answered('main', 'a customer', reply.id)
  await query("update channels set mark_as_read_mode = 'manual' where key = 'main'")
  await query(
    "update messages set mark_as_read_token = 'read-me-too' where ticket_id = $1 and direction = 'IN'",
    [ticketId],
  )
  await outbox.sendText(ticketId, 'สาม')
  await delivery.drain()
  await expect.poll(() => marks).toEqual(['read-me', 'read-me-too'])
})

test('opening a conversation sends no request to LINE', async () => {
  const calls: string[] = []
  const line = mockLine({
    markAsRead: async () => void calls.push('markAsRead'),
    showTyping: async () => void calls.push('showTyping'),
  })
  const desk = await createTestDesk({ line })
  try {
    const { ticketId } = await openTicket(desk)
    await desk.context.db.$client.query("update messages set mark_as_read_token = 'read-me'")
    const { headers, token } = await desk.signInAs()
    await desk.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = new TestSocket(
      `http://127.0.0.1:${(desk.app.server.address() as AddressInfo).port}`,
      token,
    )
    await socket.receivesType('hello')
    await socket.subscribe(ticketId)
    const url = `/api/staff/tickets/${ticketId}`
    const responses = [
      await desk.app.inject({ url, headers }),
      await desk.app.inject({ url: `${url}/messages`, headers }),
      await desk.app.inject({ method: 'POST', url: `${url}/read`, headers, payload: { seq: 1 } }),
      await desk.app.inject({ method: 'POST', url: `${url}/accept`, headers }),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(calls).toEqual([])
    // Reports typing, which sends a typing indicator to LINE but no read mark.
    socket.say({ type: 'typing', ticket_id: ticketId })
    await expect.poll(() => calls).toEqual(['showTyping'])
  } finally {
    await desk.close()
  }
})
