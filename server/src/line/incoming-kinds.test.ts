import { type WebhookFixture, webhookFixtures } from 'line-simulator/line-schemas/webhook-fixtures.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import { MessageContentSchema } from 'shared/contract/messages/message-content.ts'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../db/client.ts'
import type { DeskEvent } from '../event-bus.ts'
import { findQuoting } from '../messages/message.store.ts'
import { lineEvent, openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

const testDesk = useTestDesk()
const { query } = testDesk
let headers: Awaited<ReturnType<TestDesk['signInAs']>>['headers']
beforeAll(async () => {
  headers = (await testDesk.signInAs()).headers
})

type Event = Record<string, unknown>
const idOf = (event: Event) => (event.message as { id: string }).id

async function ticketIdOf(userId: string): Promise<string> {
  const [ticket] = await query<{ id: string }>(
    `select t.id from tickets t join customers c on c.id = t.customer_id where c.line_user_id = $1`,
    [userId],
  )
  return ticket?.id ?? ''
}

/** Returns a customer's messages as staff see them: by sort_at, then seq. */
async function conversation(userId: string): Promise<Message[]> {
  const url = `/api/staff/tickets/${await ticketIdOf(userId)}/messages?limit=200`
  const { items } = (await testDesk.app.inject({ url, headers })).json() as { items: Message[] }
  return items.toSorted((a, b) => Date.parse(a.sort_at) - Date.parse(b.sort_at) || a.seq - b.seq)
}

let prefix = 0
function fixtures(userId: string): WebhookFixture[] {
  prefix += 1
  return webhookFixtures({
    userId,
    // Time of the first event: all events lie within a minute, so that they are sorted by LINE's time.
    timestamp: Date.now() - 100_000,
    idPrefix: String(prefix).padStart(12, '5'),
  })
}

const WORDLESS = /^\[(รูปภาพ|วิดีโอ|เสียง)\]$/

test('every LINE event of one-to-one chats is shown readably, or changes nothing', async () => {
  const userId = randomLineUserId()
  const all = fixtures(userId)
  // Sends a postback before the customer's first message; this postback opens no ticket.
  const [early] = all.filter(({ name }) => name === 'postback')
  await postWebhook(testDesk, [early?.event ?? {}])
  expect(await ticketIdOf(userId)).toBe('')
  for (const { event } of all) expect((await postWebhook(testDesk, [event])).statusCode).toBe(200)

  const texts = await conversation(userId)
  const shown = all.filter(({ event }) => event.type === 'message' || event.type === 'postback')
  // Expects one message fewer, because no ticket existed yet when the early postback was stored.
  expect(texts).toHaveLength(shown.length - 1)
  for (const message of texts) {
    expect(message.text?.trim()).not.toBe('')
    expect(['text', 'image']).toContain(message.message_type)
    if (message.content !== null) MessageContentSchema.parse(message.content)
  }
  const messages = all.filter(({ event }) => event.type === 'message')
  const of = (name: string) => {
    const at = messages.findIndex((each) => each.name === name)
    return texts[at]
  }
  expect(of('text')).toMatchObject({ text: 'ยกเลิกข้อความแล้ว', content: { kind: 'unsent' } })
  expect(of('text with LINE emoji')).toMatchObject({
    text: '(hello) สวัสดี (love)',
    content: {
      kind: 'text',
      emojis: [
        {
          index: 0,
          length: 7,
          url: 'https://stickershop.line-scdn.net/sticonshop/v1/sticon/5ac1bfd5040ab15980c9b435/android/001.png',
        },
        { index: 15, length: 6, url: expect.stringMatching(/\/002\.png$/) },
      ],
      mentions: [],
    },
  })
  expect(of('text with mentions')?.content).toMatchObject({
    mentions: [
      { index: 0, length: 8, is_self: true },
      { index: 19, length: 4, is_self: false },
    ],
  })
  expect(of('text that quotes')?.content).toMatchObject({
    kind: 'text',
    quoted: { message_id: of('text')?.id, text: 'ยกเลิกข้อความแล้ว' },
  })
  expect(of('text that quotes an unknown message')?.content).toMatchObject({
    quoted: { message_id: null, text: null },
  })
  expect(of('sticker that quotes')?.content).toMatchObject({
    kind: 'sticker',
    quoted: { message_id: of('text')?.id },
  })
  const pending = expect.objectContaining({ state: 'pending', url: null })
  expect(of('image')).toMatchObject({
    message_type: 'image',
    content: { kind: 'image', media: pending, set: null },
  })
  expect(of('image 2 of a set of 3')?.content).toMatchObject({ set: { index: 2, total: 3 } })
  expect(of('image of a set without its position')?.content).toMatchObject({
    set: { index: null, total: null },
  })
  expect(of('image, external')).toMatchObject({
    image_url: 'https://example.com/original.jpg',
    content: null,
  })
  expect(of('video')?.content).toMatchObject({ kind: 'video', media: pending, duration_ms: 5_200 })
  expect(of('video, external, no duration')).toMatchObject({
    media_url: 'https://example.com/original.mp4',
    content: { kind: 'video', media: null, duration_ms: null },
  })
  expect(of('audio')?.content).toMatchObject({ kind: 'audio', media: pending, duration_ms: 3_400 })
  expect(of('file')).toMatchObject({
    text: '[ไฟล์] ใบเสร็จ พ.ย. 2569.pdf',
    content: { kind: 'file', file_name: 'ใบเสร็จ พ.ย. 2569.pdf', bytes: 2_138, media: pending },
  })
  expect(of('location')).toMatchObject({
    text: '[ตำแหน่ง] อนุสาวรีย์ชัยสมรภูมิ ถนนพญาไท เขตราชเทวี กรุงเทพมหานคร 10400',
    content: { kind: 'location', latitude: 13.7649, longitude: 100.5383 },
  })
  expect(of('location with only coordinates')?.content).toMatchObject({ title: null, latitude: -33.86 })
  expect(of('sticker, ANIMATION')).toMatchObject({
    text: '[สติกเกอร์] สวัสดี, hello',
    content: {
      kind: 'sticker',
      image_url: 'https://stickershop.line-scdn.net/stickershop/v1/sticker/52002734/android/sticker.png',
      keywords: ['สวัสดี', 'hello'],
    },
  })
  expect(of('message of an unknown type')?.content).toMatchObject({ kind: 'unknown', type: 'hologram' })
  const buttons = texts.filter((each) => each.content?.kind === 'postback').map(({ text }) => text)
  expect(buttons).toEqual(['[กดปุ่ม] 22 พ.ย. 2569 14:30 น.', '[กดปุ่ม] 22 พ.ย. 2569', '[กดปุ่ม]'])
  expect(JSON.stringify(texts)).not.toMatch(/action=|menu=|richmenu-alias/)
  expect(texts.filter(({ text }) => WORDLESS.test(text ?? '')).length).toBeGreaterThan(0)
  // Expects that media stored by LINE are pending, each once, and that external media are not.
  const waiting = await query(
    `select m.kind from media md join messages m on m.id = md.message_id where m.ticket_id = $1 and md.state = 'pending'`,
    [await ticketIdOf(userId)],
  )
  expect(waiting).toHaveLength(messages.filter(({ event }) => isStoredByLine(event.message)).length)
})

function isElsewhere(message: unknown): boolean {
  const { contentProvider } = (message ?? {}) as { contentProvider?: { type: string } }
  return contentProvider?.type === 'external'
}

function isStoredByLine(message: unknown): boolean {
  const { type } = message as { type: string }
  return ['image', 'video', 'audio', 'file'].includes(type) && !isElsewhere(message)
}

test('a quoted message of the customer is shown in its current state, whatever the order of arrival', async () => {
  const { userId } = await openTicket(testDesk)
  const other = await openTicket(testDesk)
  const long = 'ก้'.repeat(100)
  const quoted = textEvent(userId, long)
  const foreign = textEvent(other.userId, 'ของคนอื่น')
  const quoting = (id: string) => {
    const event = textEvent(userId, 'อันนี้ค่ะ', { timestamp: Date.now() + 10 })
    Object.assign(event.message as object, { quotedMessageId: id })
    return event
  }
  await postWebhook(testDesk, [foreign])
  await postWebhook(testDesk, [quoting(idOf(quoted)), quoting(idOf(foreign))])
  const received: Message[] = []
  const stop = testDesk.context.bus.subscribe((busEvent: DeskEvent) => {
    if (busEvent.kind !== 'ticket') return
    for (const event of busEvent.events) if (event.type === 'message') received.push(event.data)
  })
  await postWebhook(testDesk, [quoted])
  const [, first, , stranger] = await conversation(userId)
  const quotation = () =>
    received.filter(({ text }) => text === 'อันนี้ค่ะ').map(({ content }) => content?.quoted)
  expect(quotation()).toEqual([{ message_id: first?.id, text: `${'ก้'.repeat(60)}…` }])
  expect(stranger?.content?.quoted).toEqual({ message_id: null, text: null })
  await postWebhook(testDesk, [lineEvent(userId, { type: 'unsend', unsend: { messageId: idOf(quoted) } })])
  stop()
  expect(quotation().at(-1)).toEqual({ message_id: first?.id, text: 'ยกเลิกข้อความแล้ว' })
  expect(JSON.stringify(await conversation(userId))).not.toContain('ก้')
})

test('only the newest messages of a long ticket are searched for replies that quote a message', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  const quoted = textEvent(userId, 'ถูกอ้างถึง')
  const texts = (text: string) => {
    const event = textEvent(userId, text, { timestamp: Date.now() + 10 })
    Object.assign(event.message as object, { quotedMessageId: idOf(quoted) })
    return event
  }
  await postWebhook(testDesk, [quoted])
  await postWebhook(testDesk, [texts('นานแล้ว')])
  await query(
    `insert into messages (ticket_id, channel_key, direction, message_type, text, event_time, seq)
     select $1, 'main', 'OUT', 'text', 'x', now(), 3 + n from generate_series(1, 500) n`,
    [ticketId],
  )
  await query('update tickets set last_seq = 503, version = 503 where id = $1', [ticketId])
  await postWebhook(testDesk, [texts('เมื่อครู่')])
  const { db } = testDesk.context
  const ids = await inTransaction(db, (tx) => findQuoting(tx, ticketId, idOf(quoted)))
  const found = await query('select text from messages where id = any($1)', [ids])
  expect(found).toEqual([{ text: 'เมื่อครู่' }])
})

test('when an image is unsent, its file is removed, and its type and hash are retained', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  const image = lineEvent(userId, {
    type: 'message',
    message: {
      id: `p${userId}`,
      type: 'image',
      contentProvider: { type: 'line' },
      markAsReadToken: 'read-it',
    },
  })
  await postWebhook(testDesk, [image])
  const [stored] = await query('select mark_as_read_token from messages where line_message_id = $1', [
    idOf(image),
  ])
  expect(stored).toEqual({ mark_as_read_token: 'read-it' })
  await query(
    `insert into blobs (key, scope, sha256, content_type, bytes) values ($1, 'private', 'abc', 'image/jpeg', 5)`,
    [userId],
  )
  await query(`update media set state = 'ready', original_blob = $1 where line_message_id = $2`, [
    userId,
    idOf(image),
  ])
  const [, ready] = await conversation(userId)
  expect(ready?.image_url).toMatch(/^\/media\//)
  await postWebhook(testDesk, [lineEvent(userId, { type: 'unsend', unsend: { messageId: idOf(image) } })])
  expect(
    await query('select state, reason, original_blob from media where line_message_id = $1', [idOf(image)]),
  ).toEqual([{ state: 'gone', reason: 'unsent', original_blob: null }])
  const [, gone] = await conversation(userId)
  expect(gone).toMatchObject({
    text: 'ยกเลิกข้อความแล้ว',
    message_type: 'text',
    image_url: null,
    content: { kind: 'unsent' },
  })
  const [row] = await query(
    `select m.payload, m.kind, t.last_message_type, t.last_message_text from messages m join tickets t on t.id = m.ticket_id
     where m.ticket_id = $1 and m.seq = 2`,
    [ticketId],
  )
  expect(row).toEqual({
    payload: { was: 'image', media_sha256: 'abc' },
    kind: 'unsent',
    last_message_type: 'text',
    last_message_text: 'ยกเลิกข้อความแล้ว',
  })
})

test('a standby message is shown, and nothing is sent until the next active event', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  const now = Date.now()
  const standby = textEvent(userId, 'ถามอีกระบบ', {
    mode: 'standby',
    replyToken: undefined,
    timestamp: now + 1,
  })
  const send = async () => {
    const payload = { type: 'text', text: 'ค่ะ' }
    const url = `/api/staff/tickets/${ticketId}/send`
    return (await testDesk.app.inject({ method: 'POST', url, headers, payload })).json()
  }
  await postWebhook(testDesk, [standby])
  expect((await conversation(userId)).map(({ text }) => text)).toEqual(['สวัสดีค่ะ', 'ถามอีกระบบ'])
  expect(await send()).toMatchObject({ code: 'line_standby' })
  // Sends an active event that is older than the standby but arrives late.
  await postWebhook(testDesk, [textEvent(userId, 'ก่อนหน้า', { timestamp: now - 5_000 })])
  expect(await send()).toMatchObject({ code: 'line_standby' })
  await postWebhook(testDesk, [
    lineEvent(userId, { type: 'postback', postback: { data: 'x' }, timestamp: now + 2 }),
  ])
  expect(await send()).toMatchObject({ text: 'ค่ะ', delivery: 'queued' })
  // Sends a standby event that is older than the customer's latest message.
  await postWebhook(testDesk, [
    { ...standby, webhookEventId: `again-${userId}`, type: 'beacon', timestamp: now },
  ])
  expect(await send()).toMatchObject({ delivery: 'queued' })
})
