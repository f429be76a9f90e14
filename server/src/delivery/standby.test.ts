import { expect, test } from 'vitest'
import { postWebhook, textEvent } from '../testing/line-events.ts'
import { ANY_CAPACITY, useOutboxWorld } from '../testing/outbox-world.ts'
import { claimDue } from './outbox.store.ts'

const outbox = useOutboxWorld()
const LEASE_MS = 30_000

const query = (text: string, values: unknown[] = []) =>
  outbox.world.testDesk.context.db.$client.query(text, values)
let later = 0
/** Sends a customer message with a later timestamp than the message before it. */
const writes = (userId: string, more: object) =>
  postWebhook(outbox.world.testDesk, [
    textEvent(userId, 'ถามต่อ', { ...more, timestamp: Date.now() + ++later }),
  ])
const standby = (userId: string) => writes(userId, { mode: 'standby', replyToken: undefined })
const replies = async (ticketId: string) =>
  (await outbox.messagesOf(ticketId)).filter(({ direction }) => direction === 'OUT')
const claim = () => {
  const { db, config } = outbox.world.testDesk.context
  return claimDue(db, config, LEASE_MS, ANY_CAPACITY)
}

test('fails pending replies when another module takes over the chat, and lets staff send them later', async () => {
  const { userId, ticketId } = await outbox.conversation()
  const first = await outbox.sendText(ticketId, 'หนึ่ง')
  await outbox.sendText(ticketId, 'สอง')
  await standby(userId)
  const delivery = outbox.start()
  await delivery.drain()
  const failed = { delivery: 'failed', delivery_error: 'line_standby' }
  expect(await replies(ticketId)).toMatchObject([failed, failed])
  expect(await outbox.world.inbox(userId)).toEqual([])
  expect((await query('select used_at from reply_tokens where ticket_id = $1', [ticketId])).rows).toEqual([
    { used_at: null },
  ])
  const { app } = outbox.world.testDesk
  const ticket = await app.inject({ url: `/api/staff/tickets/${ticketId}`, headers: outbox.headers })
  expect(ticket.json()).toMatchObject({ needs_reply: true })

  await writes(userId, {})
  await outbox.send(ticketId, { type: 'text', text: 'หนึ่ง', retry_of: first.id })
  await delivery.drain()
  expect((await outbox.world.inbox(userId)).map(({ text }) => text)).toEqual(['หนึ่ง'])
})

test("another module's takeover cancels a composed but unsent LINE request with all its messages", async () => {
  const { userId, ticketId } = await outbox.conversation()
  await outbox.sendText(ticketId, 'หนึ่ง')
  await outbox.sendText(ticketId, 'สอง')
  expect(await claim()).toMatchObject([{ work: { messageIds: [expect.any(String), expect.any(String)] } }])
  await standby(userId)
  await outbox.start().drain()
  const failed = { delivery: 'failed', delivery_error: 'line_standby' }
  expect(await replies(ticketId)).toMatchObject([failed, failed])
  expect(await outbox.world.inbox(userId)).toEqual([])
})

test("another module's takeover does not end a LINE request that was already sent and may be accepted", async () => {
  const { userId, ticketId } = await outbox.conversation()
  await query('delete from reply_tokens where ticket_id = $1', [ticketId])
  const { id } = await outbox.sendText(ticketId, 'หนึ่ง')
  await claim()
  await query('update line_sends set calls = 1, first_called_at = now() where $1 = any(message_ids)', [id])
  await standby(userId)
  await outbox.start().drain()
  expect(await replies(ticketId)).toMatchObject([{ delivery: 'sent', delivery_error: null }])
  expect((await outbox.world.inbox(userId)).map(({ text }) => text)).toEqual(['หนึ่ง'])
})
