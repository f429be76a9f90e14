import { withdrawMessage } from 'shared/contract/messages/withdraw-message.call.ts'
import { expect, test } from 'vitest'
import type { DeskEvent } from '../event-bus.ts'
import { ANY_CAPACITY, useOutboxWorld } from '../testing/outbox-world.ts'
import { claimDue } from './outbox.store.ts'

const outbox = useOutboxWorld()

async function withdraw(ticketId: string, messageId: string, headers = outbox.headers) {
  const url = `/api/staff/tickets/${ticketId}/messages/${messageId}/withdraw`
  const response = await outbox.world.testDesk.app.inject({ method: 'POST', url, headers })
  return { status: response.statusCode, body: response.json() }
}
const ticketOf = async (ticketId: string) => {
  const url = `/api/staff/tickets/${ticketId}`
  return (await outbox.world.testDesk.app.inject({ url, headers: outbox.headers })).json()
}

test('withdraws a pending message, sends the next messages and restores the waiting time', async () => {
  const { userId, ticketId } = await outbox.ticketToAnswer()
  const first = await outbox.sendText(ticketId, 'ผิด')
  const events: DeskEvent[] = []
  const stop = outbox.world.testDesk.context.bus.subscribe((event) => events.push(event))
  const { status, body } = await withdraw(ticketId, first.id)
  stop()
  expect(status).toBe(200)
  expect(withdrawMessage.response.parse(body)).toMatchObject({
    id: first.id,
    delivery: 'failed',
    delivery_error: 'withdrawn',
  })
  // Skips other published events, such as the customer's profile.
  const received = events.find((event) => event.kind === 'ticket' && event.events[0]?.type === 'message')
  expect(received).toMatchObject({
    ticketId,
    events: [
      { type: 'message', data: { id: first.id, delivery_error: 'withdrawn' } },
      { type: 'ticket_update', data: { needs_reply: true } },
      { type: 'ticket_list_update' },
    ],
  })
  expect((await withdraw(ticketId, first.id)).body).toMatchObject({ delivery_error: 'withdrawn' })
  await outbox.sendText(ticketId, 'ถูก')
  await outbox.start().drain()
  expect((await outbox.world.inbox(userId)).map(({ text }) => text)).toEqual(['ถูก'])
  expect(await ticketOf(ticketId)).toMatchObject({ needs_reply: false })
})

/** Sends replies that LINE refuses because of the quota, so that each reply fails. */
async function failedReplies(ticketId: string, count: number) {
  await outbox.world.fault({ target: 'push', mode: 'quota' })
  await outbox.world.testDesk.context.db.$client.query('delete from reply_tokens where ticket_id = $1', [
    ticketId,
  ])
  const delivery = outbox.start()
  const failed = []
  for (let number = 1; number <= count; number += 1)
    failed.push((await outbox.sendText(ticketId, `ข้อความ ${number}`)).id)
  await delivery.drain()
  await delivery.stop()
  return failed as [string, ...string[]]
}

test('withdraws a failed message, but not a message that is being sent or was sent again', async () => {
  const { ticketId } = await outbox.ticketToAnswer()
  const [first, second = ''] = await failedReplies(ticketId, 2)
  expect((await withdraw(ticketId, first)).body).toMatchObject({ delivery_error: 'withdrawn' })
  const again = await outbox.send(ticketId, { type: 'text', text: 'สอง', retry_of: second })
  const refused = { status: 409, body: { code: 'message_under_way' } }
  expect(await withdraw(ticketId, second)).toMatchObject(refused)
  await claimDue(outbox.world.testDesk.context.db, outbox.world.testDesk.context.config, 30_000, ANY_CAPACITY)
  expect(await withdraw(ticketId, again.id)).toMatchObject(refused)
})

test('excludes a withdrawn message from resending and from alerts in lists', async () => {
  const { ticketId } = await outbox.ticketToAnswer()
  const [id] = await failedReplies(ticketId, 1)
  expect(await ticketOf(ticketId)).toMatchObject({
    last_message: { delivery: 'failed', delivery_error: 'line_quota' },
  })
  await withdraw(ticketId, id)
  expect(await ticketOf(ticketId)).toMatchObject({
    last_message: { delivery: null, delivery_error: 'withdrawn' },
    needs_reply: true,
  })
  const before = await outbox.messagesOf(ticketId)
  const again = outbox.send(ticketId, { type: 'text', text: 'อีกครั้ง', retry_of: id })
  await expect(again).rejects.toThrow('not_failed')
  expect(await outbox.messagesOf(ticketId)).toEqual(before)
})

test('reports that a withdrawn message may have been delivered', async () => {
  const { ticketId } = await outbox.ticketToAnswer()
  await outbox.world.fault({ target: 'reply', mode: 'drop_answer', calls: 1 })
  const delivery = outbox.start()
  const { id } = await outbox.sendText(ticketId, 'หนึ่ง')
  await delivery.drain()
  expect((await outbox.messagesOf(ticketId)).at(-1)).toMatchObject({ delivery_error: 'reply_unknown' })
  const responses = [await withdraw(ticketId, id), await withdraw(ticketId, id)]
  expect(responses.map(({ body }) => body.delivery_error)).toEqual(['withdrawn_unknown', 'withdrawn_unknown'])
})

test("withdrawing requires the message's own ticket and rights to the channel", async () => {
  const [mine, other] = [await outbox.ticketToAnswer(), await outbox.ticketToAnswer()]
  const { id } = await outbox.sendText(mine.ticketId, 'x')
  expect((await withdraw(other.ticketId, id)).status).toBe(409)
  const stranger = await outbox.world.testDesk.signInAs({ channelKeys: [] })
  expect((await withdraw(mine.ticketId, id, stranger.headers)).status).toBe(403)
})
