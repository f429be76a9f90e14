import { expect, test } from 'vitest'
import { FAST, useOutboxWorld } from '../testing/outbox-world.ts'

const outbox = useOutboxWorld()
const query = (text: string, values: unknown[] = []) =>
  outbox.world.testDesk.context.db.$client.query(text, values).then(({ rows }) => rows)
/** Returns the message ids of each request to LINE, in order. */
const callsOf = async (userId: string) =>
  (
    await query(
      `select s.message_ids from line_sends s join customers c on c.id = s.customer_id
       where c.line_user_id = $1 and s.outcome = 'accepted' order by s.created_at`,
      [userId],
    )
  ).map(({ message_ids }) => message_ids.length)
const texts = async (userId: string) =>
  (await outbox.world.inbox(userId)).map(({ text, type }) => text ?? type)

test('sends queued messages to LINE five at a time, in order, and stores each LINE message id', async () => {
  const { userId, ticketId } = await outbox.ticketToAnswer()
  const expected = ['1', '2', '3', '4', '5', '6', '7']
  for (const text of expected) await outbox.sendText(ticketId, text)
  const delivery = outbox.start()
  await delivery.drain()
  expect(await texts(userId)).toEqual(expected)
  expect(await callsOf(userId)).toEqual([5, 2])
  const stored = await query(
    `select line_message_id from messages where ticket_id = $1 and direction = 'OUT' order by seq`,
    [ticketId],
  )
  expect(stored.map(({ line_message_id }) => line_message_id)).toEqual(
    (await outbox.world.inbox(userId)).map(({ id }) => id),
  )
})

test('a LINE request with several messages is repeated unchanged after a lost response, without duplicates', async () => {
  const { userId, ticketId } = await outbox.conversation()
  await query('delete from reply_tokens where ticket_id = $1', [ticketId])
  await outbox.world.fault({ target: 'push', mode: 'drop_answer', calls: 1 })
  for (const text of ['1', '2', '3']) await outbox.sendText(ticketId, text)
  const delivery = outbox.start()
  await delivery.drain()
  expect(await texts(userId)).toEqual(['1', '2', '3'])
  const keys = new Set((await outbox.world.inbox(userId)).map(({ retry_key }) => retry_key))
  expect(keys.size).toBe(1)
  expect((await outbox.messagesOf(ticketId)).slice(1).map(({ delivery }) => delivery)).toEqual(
    Array(3).fill('sent'),
  )
})

test('sends the other messages of a LINE request when LINE or the desk refuses one', async () => {
  const { userId, ticketId } = await outbox.ticketToAnswer()
  const sent = []
  for (const text of ['1', '2', '3']) sent.push(await outbox.sendText(ticketId, text))
  const image = await outbox.send(ticketId, { type: 'image', image_url: 'https://example.com/a.png' })
  await outbox.sendText(ticketId, '5')
  await query(`update messages set text = repeat('ก', 5001) where id = $1`, [sent[1]?.id])
  await query(`update messages set image_url = 'ftp://example.com/a.png' where id = $1`, [image.id])
  const delivery = outbox.start()
  await delivery.drain()
  expect(await texts(userId)).toEqual(['1', '3', '5'])
  expect((await outbox.messagesOf(ticketId)).slice(1).map(({ delivery_error }) => delivery_error)).toEqual([
    null,
    'line_rejected',
    null,
    'image_not_https',
    null,
  ])
})

test('messages to a customer stay in order across a close and a new ticket', async () => {
  const { userId, ticketId } = await outbox.ticketToAnswer()
  await outbox.world.fault({ target: 'reply', mode: '500' })
  const delivery = outbox.start({ ...FAST, replyPausesMs: [20] })
  await outbox.sendText(ticketId, 'ลาก่อน')
  const url = `/api/staff/tickets/${ticketId}/close`
  await outbox.world.testDesk.app.inject({ method: 'POST', url, headers: outbox.headers })
  const next = await outbox.ticketToAnswer(userId)
  expect(next.ticketId).not.toBe(ticketId)
  await outbox.sendText(next.ticketId, 'สวัสดีใหม่')
  await outbox.world.clearFaults()
  await delivery.drain()
  expect(await texts(userId)).toEqual(['ลาก่อน', 'สวัสดีใหม่'])
})
