import { expect, test } from 'vitest'
import type { LineClients } from '../line-api/line-client.ts'
import { openTicket } from '../testing/line-events.ts'
import { useOutboxWorld } from '../testing/outbox-world.ts'
import { sealedColumn } from '../testing/test-encryption.ts'

const outbox = useOutboxWorld()

/** Returns the delivery errors of a ticket's outbound messages. */
const errorsOf = async (ticketId: string) =>
  (await outbox.messagesOf(ticketId))
    .filter((message) => message.direction === 'OUT')
    .map((message) => message.delivery_error)

test('a message that LINE refuses fails with the reason, and the next message is sent', async () => {
  const { userId, ticketId } = await outbox.conversation()
  const { id } = await outbox.send(ticketId, { type: 'image', image_url: 'https://example.com/a.png' })
  const query = "update messages set image_url = 'ftp://example.com/a.png' where id = $1"
  await outbox.world.testDesk.context.db.$client.query(query, [id])
  await outbox.send(ticketId, { type: 'image', image_url: 'https://example.com/a.png' })
  const delivery = outbox.start()
  await delivery.drain()
  const ours = (await outbox.messagesOf(ticketId)).slice(1)
  expect(ours.map(({ delivery, delivery_error }) => [delivery, delivery_error])).toEqual([
    ['failed', 'image_not_https'],
    ['sent', null],
  ])
  expect((await outbox.world.inbox(userId)).map((message) => message.type)).toEqual(['image'])
})

test('sends an http:// image link as https://', async () => {
  const { userId, ticketId } = await outbox.conversation()
  await outbox.send(ticketId, { type: 'image', image_url: 'http://example.com/a.png' })
  const delivery = outbox.start()
  await delivery.drain()
  expect(await outbox.world.inbox(userId)).toEqual([
    expect.objectContaining({
      message: expect.objectContaining({ originalContentUrl: 'https://example.com/a.png' }),
    }),
  ])
})

test('reports that the monthly quota is used up', async () => {
  const { ticketId } = await outbox.conversation()
  await outbox.world.fault({ target: 'push', mode: 'quota', rate: 1 })
  await outbox.sendText(ticketId, 'x')
  await outbox.start().drain()
  expect(await errorsOf(ticketId)).toEqual(['line_quota'])
})

test('reports that LINE does not know the recipient', async () => {
  const { ticketId } = await openTicket(outbox.world.testDesk)
  await outbox.sendText(ticketId, 'x')
  await outbox.start().drain()
  expect(await errorsOf(ticketId)).toEqual(['line_recipient'])
})

test("marks the channel's token as refused until LINE accepts it", async () => {
  const { ticketId } = await outbox.conversation()
  const { db } = outbox.world.testDesk.context
  const tokenState = async () => {
    const query =
      "select token_refused_at is not null as refused, token_refusal from channels where key = 'main'"
    return (await db.$client.query(query)).rows[0]
  }
  const { rows } = await db.$client.query("select access_token from channels where key = 'main'")
  await db.$client.query("update channels set access_token = $1 where key = 'main'", [
    sealedColumn('main', 'access_token', 'wrong'),
  ])
  const delivery = outbox.start()
  await outbox.sendText(ticketId, 'y')
  await delivery.drain()
  expect(await tokenState()).toEqual({
    refused: true,
    token_refusal: expect.stringContaining('Authentication'),
  })
  await db.$client.query("update channels set access_token = $1 where key = 'main'", [rows[0].access_token])
  // Restores the token, as if it had been renewed at LINE without the desk's command.
  await outbox.sendText(ticketId, 'z')
  await delivery.drain()
  expect(await tokenState()).toEqual({ refused: false, token_refusal: null })
  expect(await errorsOf(ticketId)).toEqual(['line_token', null])
})

test('counts an attempt only when LINE was called, not when the process crashed after the claim', async () => {
  const { userId, ticketId } = await outbox.conversation()
  const { id } = await outbox.sendText(ticketId, 'อยู่ต่อ')
  await outbox.world.testDesk.context.db.$client.query(
    "update deliveries set state = 'sending', attempts = 7, leased_until = now() where message_id = $1",
    [id],
  )
  let calls = 0
  const { line } = outbox.world.testDesk.context
  const failsOnce: LineClients = {
    async forChannel(key) {
      const channel = await line.forChannel(key)
      calls += 1
      return calls > 1 ? channel : { ...channel, push: async () => ({ kind: 'retry', message: '500' }) }
    },
  }
  const delivery = outbox.start({ pollMs: 50, retryPausesMs: [5, 5, 5, 5, 5, 5, 5] }, { line: failsOnce })
  await delivery.drain()
  expect((await outbox.world.inbox(userId)).map((message) => message.text)).toEqual(['อยู่ต่อ'])
})

test('gives up a message that keeps failing and sends the next message', async () => {
  const { userId, ticketId } = await outbox.conversation()
  await outbox.world.fault({ target: 'push', mode: '500', rate: 1 })
  const delivery = outbox.start({ pollMs: 50, retryPausesMs: [5, 5, 5] })
  await outbox.sendText(ticketId, 'หายไป')
  await delivery.drain()
  await outbox.world.clearFaults()
  await outbox.sendText(ticketId, 'ถึงแล้ว')
  await delivery.drain()
  const ours = (await outbox.messagesOf(ticketId)).slice(1)
  expect(ours.map(({ delivery, delivery_error }) => [delivery, delivery_error])).toEqual([
    ['failed', 'line_unreachable'],
    ['sent', null],
  ])
  expect((await outbox.world.inbox(userId)).map((message) => message.text)).toEqual(['ถึงแล้ว'])
})
