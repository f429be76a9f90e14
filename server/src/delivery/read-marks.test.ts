import { expect, test } from 'vitest'
import { mockLine } from '../testing/mock-line-channel.ts'
import { FAST, useOutboxWorld } from '../testing/outbox-world.ts'

const outbox = useOutboxWorld()

test('what a customer wrote is marked as read once it is answered, where LINE does not do so by itself', async () => {
  const query = (text: string, values: unknown[] = []) =>
    outbox.world.testDesk.context.db.$client.query(text, values)
  const { ticketId } = await outbox.asked()
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
  await outbox.sendText(ticketId, 'หนึ่ง')
  await delivery.drain()
  await expect.poll(() => marks).toEqual(['read-me'])
  await query("update channels set mark_as_read_mode = 'auto' where key = 'main'")
  const other = await outbox.asked()
  await query("update messages set mark_as_read_token = 'not-me' where ticket_id = $1", [other.ticketId])
  await outbox.sendText(other.ticketId, 'สอง')
  await delivery.drain()
  await query("update channels set mark_as_read_mode = 'manual' where key = 'main'")
  await query(
    "update messages set mark_as_read_token = 'read-me-too' where ticket_id = $1 and direction = 'IN'",
    [ticketId],
  )
  await outbox.sendText(ticketId, 'สาม')
  await delivery.drain()
  await expect.poll(() => marks).toEqual(['read-me', 'read-me-too'])
})
