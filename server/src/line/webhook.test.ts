import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  lineEvent,
  openTicket,
  postWebhook,
  signatureOf,
  storedMessagesOf,
  textEvent,
} from '../testing/line-events.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { sweepEvents } from './inbox-sweeper.ts'
import { InboxWorker } from './inbox-worker.ts'

const testDesk = useTestDesk()
const { query } = testDesk
beforeAll(() => testDesk.addChannel('vip', 'OA VIP'))

const messagesOf = (userId: string) => storedMessagesOf(testDesk, userId)

type Event = Record<string, unknown>

test('50 concurrent first messages of a customer create one ticket with seq 1 to 50', async () => {
  const user = randomLineUserId()
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => postWebhook(testDesk, [textEvent(user, `ข้อความ ${index}`)])),
  )
  expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200]))
  const stored = await messagesOf(user)
  expect(new Set(stored.map((message) => message.ticket_id)).size).toBe(1)
  expect(stored.map((message) => message.seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  expect(new Set(stored.map((message) => message.text)).size).toBe(50)
})

test('a customer who writes to two channels gets two tickets', async () => {
  const user = randomLineUserId()
  const main = await openTicket(testDesk, { userId: user })
  const vip = await openTicket(testDesk, { userId: user, channelKey: 'vip' })
  expect(main.ticketId).not.toBe(vip.ticketId)
})

test('many events of several customers in one webhook are stored in order', async () => {
  const users = [randomLineUserId(), randomLineUserId(), randomLineUserId()]
  const events = Array.from({ length: 30 }, (_, index) => textEvent(users[index % 3] ?? '', `${index}`))
  expect((await postWebhook(testDesk, events)).statusCode).toBe(200)
  for (const [at, user] of users.entries()) {
    const texts = (await messagesOf(user)).map((message) => message.text)
    expect(texts).toEqual(Array.from({ length: 10 }, (_, index) => `${index * 3 + at}`))
  }
})

test('a webhook gets its response while a message cannot be applied yet, and the message is applied later', async () => {
  const [slow, quick] = [randomLineUserId(), randomLineUserId()]
  await openTicket(testDesk, { userId: slow, text: 'ก่อน' })
  const lockClient = await testDesk.context.db.$client.connect()
  const { context } = testDesk
  try {
    // Locks the customer's ticket like a long transaction.
    await lockClient.query('begin')
    await lockClient.query(
      `select 1 from tickets t join customers c on c.id = t.customer_id where c.line_user_id = $1 for update of t`,
      [slow],
    )
    const body = JSON.stringify({ events: [textEvent(slow, 'ช้า'), textEvent(quick, 'เร็ว')] })
    const response = await testDesk.app.inject({
      method: 'POST',
      url: '/line/webhook/main',
      headers: { 'x-line-signature': signatureOf('secret-main', body) },
      payload: body,
    })
    // Expects a response although the ticket is locked: a response that waited for the lock would never arrive.
    expect(response.statusCode).toBe(200)
    await expect
      .poll(async () => (await messagesOf(quick)).map((message) => message.text), { timeout: 30_000 })
      .toEqual(['เร็ว'])
    expect(await messagesOf(slow)).toHaveLength(1)
  } finally {
    await lockClient.query('rollback')
    lockClient.release()
  }
  await sweepEvents(context, new InboxWorker(context, () => {}), 0)
  await expect
    .poll(async () => (await messagesOf(slow)).map((message) => message.text))
    .toEqual(['ก่อน', 'ช้า'])
})

test('a redelivered event is ignored, and so is a second event with the same message', async () => {
  const user = randomLineUserId()
  const event = textEvent(user, 'ครั้งเดียว')
  await postWebhook(testDesk, [event, event])
  const [before] = await query<{ version: number }>(versionOf, [user])
  await postWebhook(testDesk, [{ ...event, deliveryContext: { isRedelivery: true } }])
  await postWebhook(testDesk, [{ ...event, webhookEventId: '01ANOTHER' }])
  const [after] = await query<{ version: number }>(versionOf, [user])
  expect(await messagesOf(user)).toHaveLength(1)
  expect(after).toEqual(before)
})
const versionOf = `select t.version from tickets t join customers c on c.id = t.customer_id where c.line_user_id = $1`

test('duplicated, redelivered and reordered messages are stored once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(5), fc.boolean()), { minLength: 1, maxLength: 25 }),
      async (deliveries) => {
        const user = randomLineUserId()
        const events = Array.from({ length: 6 }, (_, index) => textEvent(user, `${index}`))
        await Promise.all(
          deliveries.map(([index, isRedelivery]) =>
            postWebhook(testDesk, [{ ...events[index], deliveryContext: { isRedelivery } }]),
          ),
        )
        const stored = await messagesOf(user)
        const expected = new Set(deliveries.map(([index]) => `${index}`))
        expect(new Set(stored.map((message) => message.text))).toEqual(expected)
        expect(stored.map((message) => message.seq)).toEqual([...expected].map((_, index) => index + 1))
      },
    ),
    { numRuns: 15 },
  )
})

test('message text is stored unchanged', async () => {
  const user = randomLineUserId()
  const texts = [
    '  เว้นวรรค\n\n\tบรรทัด  ',
    'e\u0301 กับ \u00e9',
    '👩‍👩‍👧‍👦 น้ำ นํ้า',
    '<b>&amp;</b>',
    "'; drop table--",
  ]
  await postWebhook(
    testDesk,
    texts.map((text) => textEvent(user, text)),
  )
  expect((await messagesOf(user)).map((message) => message.text)).toEqual(texts)
})

test('NUL and lone surrogates in a message are replaced', async () => {
  const user = randomLineUserId()
  const response = await postWebhook(testDesk, [textEvent(user, 'a\0b'), textEvent(user, 'c\ud800d')])
  expect(response.statusCode).toBe(200)
  expect((await messagesOf(user)).map((message) => message.text)).toEqual(['a\uFFFDb', 'c\uFFFDd'])
})

test('every kind of message is stored with a placeholder text and its full payload', async () => {
  const user = randomLineUserId()
  const kinds: [Record<string, unknown>, string][] = [
    [{ type: 'image', contentProvider: { type: 'line' } }, '[รูปภาพ]'],
    [{ type: 'sticker', packageId: '1', stickerId: '2', keywords: ['ok'] }, '[สติกเกอร์] ok'],
    [{ type: 'video', duration: 5 }, '[วิดีโอ]'],
    [{ type: 'audio', duration: 5 }, '[เสียง]'],
    [{ type: 'file', fileName: 'สลิป.pdf', fileSize: 9 }, '[ไฟล์] สลิป.pdf'],
    [{ type: 'location', title: 'บ้าน', latitude: 13.7, longitude: 100.5 }, '[ตำแหน่ง] บ้าน'],
    [{ type: 'hologram', depth: 3 }, '[ข้อความที่ยังแสดงไม่ได้]'],
  ]
  const events = kinds.map(([message], index) =>
    lineEvent(user, { type: 'message', message: { id: `${user}${index}`, ...message } }),
  )
  await postWebhook(testDesk, events)
  const stored = await messagesOf(user)
  expect(stored.map((message) => message.text)).toEqual(kinds.map(([, text]) => text))
  for (const [index, [message]] of kinds.entries()) {
    const { type, ...rest } = message
    const message_type = type === 'image' ? 'image' : 'text'
    expect(stored[index]).toMatchObject({ message_type, payload: { type, ...rest } })
  }
})

test('the text of an unsent message is removed, also from lists', async () => {
  const { userId: user, ticketId } = await openTicket(testDesk)
  const event = textEvent(user, 'ความลับ')
  await postWebhook(testDesk, [event])
  const { id: messageId } = event.message as { id: string }
  await postWebhook(testDesk, [lineEvent(user, { type: 'unsend', unsend: { messageId } })])
  expect((await messagesOf(user)).map((message) => message.text)).toEqual(['สวัสดีค่ะ', 'ยกเลิกข้อความแล้ว'])
  const [ticket] = await query('select last_message_text from tickets where id = $1', [ticketId])
  expect(ticket).toEqual({ last_message_text: 'ยกเลิกข้อความแล้ว' })
})

test.each([
  ['before its message', (unsend: Event, message: Event) => [[unsend], [message]]],
  ['before its message in the same call', (unsend: Event, message: Event) => [[unsend, message]]],
  ['after it', (unsend: Event, message: Event) => [[message], [unsend]]],
])('an unsent message is stored without its text when the unsend event comes %s', async (_name, calls) => {
  const user = randomLineUserId()
  const message = textEvent(user, 'ฝากเงินไม่เข้า 081-234-5678')
  const { id: messageId } = message.message as { id: string }
  const unsend = lineEvent(user, { type: 'unsend', unsend: { messageId } })
  for (const events of calls(unsend, message)) await postWebhook(testDesk, events)
  const again = { ...message, webhookEventId: `again-${messageId}` }
  await postWebhook(testDesk, [message, again])
  expect(await messagesOf(user)).toEqual([
    expect.objectContaining({
      seq: 1,
      text: 'ยกเลิกข้อความแล้ว',
      message_type: 'text',
      payload: { was: 'text' },
    }),
  ])
  const [stored] = await query<{ texts: string; events: string }>(
    `select (select string_agg(t::text, '') from tickets t join customers c on c.id = t.customer_id
       where c.line_user_id = $1) as texts,
       (select string_agg(body::text, '') from line_events where user_id = $1) as events`,
    [user],
  )
  expect(stored?.texts).toContain('ยกเลิกข้อความแล้ว')
  expect(`${stored?.texts} ${stored?.events}`).not.toContain('081-234-5678')
})

test('the ticket of a VIP has priority VIP, and a future message timestamp becomes the current time', async () => {
  const { ticketId, userId } = await openTicket(testDesk)
  await query("update tickets set status = 'CLOSED', closed_at = now() where id = $1", [ticketId])
  await query('update customers set is_vip = true where line_user_id = $1', [userId])
  await postWebhook(testDesk, [textEvent(userId, 'อีกครั้ง', { timestamp: Date.now() + 86_400_000 })])
  const [row] = await query(
    `select t.priority, t.opened_at <= now() as past from tickets t join customers c on c.id = t.customer_id
     where c.line_user_id = $1 and t.status = 'OPEN'`,
    [userId],
  )
  expect(row).toEqual({ priority: 'VIP', past: true })
})
