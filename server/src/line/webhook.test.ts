import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { lineEvent, openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { countWaitingEvents, findParkedEvents, replayParkedEvents } from './inbox.store.ts'
import { sweepEvents } from './inbox-sweeper.ts'
import { InboxWorker } from './inbox-worker.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip', 'OA VIP')
})
afterAll(() => testDesk?.close())

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await testDesk.context.db.$client.query<T>(text, values)).rows

type Event = Record<string, unknown>

interface Stored {
  ticket_id: string
  seq: number
  text: string
  message_type: string
  payload: Record<string, unknown> | null
}
const messagesOf = (userId: string) =>
  query<Stored>(
    `select m.ticket_id, m.seq, m.text, m.message_type, m.payload from messages m
     join tickets t on t.id = m.ticket_id join customers c on c.id = t.customer_id
     where c.line_user_id = $1 order by t.opened_at, m.seq`,
    [userId],
  )

describe('who may post', () => {
  const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
    testDesk.app.inject({ method: 'POST', url, payload, headers })
  const sign = (body: string | Buffer, secret = 'secret-main') =>
    createHmac('sha256', secret).update(body).digest('base64')

  test("LINE's own example of a signature fits", async () => {
    await query("update channels set secret = 'test_secret' where key = 'vip'")
    const answer = await post('/line/webhook/vip', '{"hello":"world"}', {
      'x-line-signature': 't7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM=',
    })
    await query("update channels set secret = 'secret-vip' where key = 'vip'")
    // Past the signature: it is the body that is refused.
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request'])
  })

  test.each([
    ['none', {}],
    ['an empty one', { 'x-line-signature': '' }],
    ['one of another secret', { 'x-line-signature': sign('{"events":[]}', 'another') }],
    ['one of other bytes', { 'x-line-signature': sign('{"events": []}') }],
  ])('a signature that does not fit: %s', async (_name, headers: Record<string, string>) => {
    const answer = await post('/line/webhook/main', '{"events":[]}', headers)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid_signature'])
  })

  test('the signature is over the raw bytes, whatever the content type and however the JSON is written', async () => {
    const body = '{ "events" : [ ],\n "destination":"xxxxxxxxxx" , "é\\u00e9": 1e2 }'
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await post('/line/webhook/main', body, {
        'content-type': type,
        'x-line-signature': sign(body),
      })
      expect(answer.statusCode).toBe(200)
    }
  })

  test('an unknown channel, broken JSON, another destination, too large a body', async () => {
    const unknown = await post('/line/webhook/nowhere', '{}', { 'x-line-signature': sign('{}') })
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'channel_not_found'])
    const broken = await post('/line/webhook/main', '{"events":', { 'x-line-signature': sign('{"events":') })
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'invalid_json'])
    const user = randomLineUserId()
    const strayed = await postWebhook(testDesk, [textEvent(user, 'ผิดบ้าน')], {
      destination: randomLineUserId(),
    })
    expect([strayed.statusCode, strayed.json().code]).toEqual([400, 'invalid_request'])
    expect(await messagesOf(user)).toEqual([])
    const large = Buffer.alloc(2 * 1024 * 1024 + 1, 0x20)
    const tooLarge = await post('/line/webhook/main', large, { 'x-line-signature': sign(large) })
    expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'payload_too_large'])
  })
})

describe('messages', () => {
  test('50 first messages of one customer at once make one ticket, seq 1 to 50', async () => {
    const user = randomLineUserId()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => postWebhook(testDesk, [textEvent(user, `ข้อความ ${index}`)])),
    )
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
    const stored = await messagesOf(user)
    expect(new Set(stored.map((message) => message.ticket_id)).size).toBe(1)
    expect(stored.map((message) => message.seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    expect(new Set(stored.map((message) => message.text)).size).toBe(50)
  })

  test('the same customer in two channels has two tickets', async () => {
    const user = randomLineUserId()
    const main = await openTicket(testDesk, { userId: user })
    const vip = await openTicket(testDesk, { userId: user, channelKey: 'vip' })
    expect(main.ticketId).not.toBe(vip.ticketId)
  })

  test('many events of several customers in one call stay in order', async () => {
    const users = [randomLineUserId(), randomLineUserId(), randomLineUserId()]
    const events = Array.from({ length: 30 }, (_, index) => textEvent(users[index % 3] ?? '', `${index}`))
    expect((await postWebhook(testDesk, events)).statusCode).toBe(200)
    for (const [place, user] of users.entries()) {
      const texts = (await messagesOf(user)).map((message) => message.text)
      expect(texts).toEqual(Array.from({ length: 10 }, (_, index) => `${index * 3 + place}`))
    }
  })

  test('what cannot be applied in time is acknowledged in time, and applied afterwards', async () => {
    const [slow, quick] = [randomLineUserId(), randomLineUserId()]
    await openTicket(testDesk, { userId: slow, text: 'ก่อน' })
    const holder = await testDesk.context.db.$client.connect()
    const { context } = testDesk
    try {
      // Somebody holds the customer's ticket, as a long transaction would.
      await holder.query('begin')
      await holder.query(
        `select 1 from tickets t join customers c on c.id = t.customer_id where c.line_user_id = $1 for update of t`,
        [slow],
      )
      const body = JSON.stringify({ events: [textEvent(slow, 'ช้า'), textEvent(quick, 'เร็ว')] })
      const began = performance.now()
      const answer = await testDesk.app.inject({
        method: 'POST',
        url: '/line/webhook/main',
        headers: { 'x-line-signature': createHmac('sha256', 'secret-main').update(body).digest('base64') },
        payload: body,
      })
      expect(answer.statusCode).toBe(200)
      expect(performance.now() - began).toBeLessThan(2_000)
      expect((await messagesOf(quick)).map((message) => message.text)).toEqual(['เร็ว'])
      expect(await messagesOf(slow)).toHaveLength(1)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await sweepEvents(context, new InboxWorker(context, () => {}), 0)
    await expect
      .poll(async () => (await messagesOf(slow)).map((message) => message.text))
      .toEqual(['ก่อน', 'ช้า'])
  })

  test('a redelivered event changes nothing, nor does a second event with the same message', async () => {
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

  test('duplicates, repetitions and changed order still store each message once', async () => {
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
          const wanted = new Set(deliveries.map(([index]) => `${index}`))
          expect(new Set(stored.map((message) => message.text))).toEqual(wanted)
          expect(stored.map((message) => message.seq)).toEqual([...wanted].map((_, index) => index + 1))
        },
      ),
      { numRuns: 15 },
    )
  })

  test('text is kept to the letter', async () => {
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

  test('what a database cannot hold is mended, not lost', async () => {
    const user = randomLineUserId()
    const answer = await postWebhook(testDesk, [textEvent(user, 'a\0b'), textEvent(user, 'c\ud800d')])
    expect(answer.statusCode).toBe(200)
    expect((await messagesOf(user)).map((message) => message.text)).toEqual(['a\uFFFDb', 'c\uFFFDd'])
  })

  test('every kind is stored with words for it and everything LINE told', async () => {
    const user = randomLineUserId()
    const kinds: [Record<string, unknown>, string][] = [
      [{ type: 'image', contentProvider: { type: 'line' } }, '[รูปภาพ]'],
      [{ type: 'sticker', packageId: '1', stickerId: '2', keywords: ['ok'] }, '[สติกเกอร์]'],
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
      expect(stored[index]).toMatchObject({ message_type: type, payload: rest })
    }
  })

  test('a message that is unsent loses its text, also in the list', async () => {
    const { userId: user, ticketId } = await openTicket(testDesk)
    const event = textEvent(user, 'ความลับ')
    await postWebhook(testDesk, [event])
    const { id: messageId } = event.message as { id: string }
    await postWebhook(testDesk, [lineEvent(user, { type: 'unsend', unsend: { messageId } })])
    expect((await messagesOf(user)).map((message) => message.text)).toEqual(['สวัสดีค่ะ', '[ยกเลิกข้อความ]'])
    const [ticket] = await query('select last_message_text from tickets where id = $1', [ticketId])
    expect(ticket).toEqual({ last_message_text: '[ยกเลิกข้อความ]' })
  })

  test.each([
    ['before its message', (unsend: Event, message: Event) => [[unsend], [message]]],
    ['in one call with it, first', (unsend: Event, message: Event) => [[unsend, message]]],
    ['after it', (unsend: Event, message: Event) => [[message], [unsend]]],
  ])('an unsend that comes %s leaves the same, and the text nowhere', async (_name, calls) => {
    const user = randomLineUserId()
    const message = textEvent(user, 'ฝากเงินไม่เข้า 081-234-5678')
    const { id: messageId } = message.message as { id: string }
    const unsend = lineEvent(user, { type: 'unsend', unsend: { messageId } })
    for (const events of calls(unsend, message)) await postWebhook(testDesk, events)
    const again = { ...message, webhookEventId: `again-${messageId}` }
    await postWebhook(testDesk, [message, again])
    expect(await messagesOf(user)).toEqual([
      expect.objectContaining({ seq: 1, text: '[ยกเลิกข้อความ]', message_type: 'text', payload: null }),
    ])
    const [kept] = await query<{ said: string; events: string }>(
      `select (select string_agg(t::text, '') from tickets t join customers c on c.id = t.customer_id
         where c.line_user_id = $1) as said,
         (select string_agg(body::text, '') from line_events where user_id = $1) as events`,
      [user],
    )
    expect(kept?.said).toContain('[ยกเลิกข้อความ]')
    expect(`${kept?.said} ${kept?.events}`).not.toContain('081-234-5678')
  })

  test("a VIP's ticket says so, and a time in the future counts as now", async () => {
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
})

describe('other events', () => {
  const friendshipOf = async (user: string) =>
    (
      await query<{ friendship: string }>('select friendship from customers where line_user_id = $1', [user])
    )[0]?.friendship

  test('following and leaving are noted on the customer', async () => {
    const user = randomLineUserId()
    await postWebhook(testDesk, [lineEvent(user, { type: 'follow', follow: { isUnblocked: false } })])
    expect(await friendshipOf(user)).toBe('friend')
    await postWebhook(testDesk, [lineEvent(user, { type: 'unfollow' })])
    expect(await friendshipOf(user)).toBe('blocked')
  })

  test('an old block that comes late changes nothing, after a follow and after a message alike', async () => {
    const [follower, writer] = [randomLineUserId(), randomLineUserId()]
    const now = Date.now()
    const event = (user: string, type: string, minutesAgo: number) =>
      lineEvent(user, { type, timestamp: now - minutesAgo * 60_000 })
    await postWebhook(testDesk, [event(follower, 'follow', 10)])
    await postWebhook(testDesk, [event(follower, 'unfollow', 20)])
    expect(await friendshipOf(follower)).toBe('friend')
    await postWebhook(testDesk, [event(writer, 'follow', 30)])
    await postWebhook(testDesk, [textEvent(writer, 'ยังอยู่', { timestamp: now - 10 * 60_000 })])
    await postWebhook(testDesk, [event(writer, 'unfollow', 20)])
    expect(await friendshipOf(writer)).toBe('friend')
    await postWebhook(testDesk, [event(writer, 'unfollow', 5)])
    expect(await friendshipOf(writer)).toBe('blocked')
  })

  test('who writes after a block has lifted it; a message from before it that comes late lifts nothing', async () => {
    const { userId, ticketId } = await openTicket(testDesk)
    const now = Date.now()
    await query("update customers set last_message_at = now() - interval '1 h' where line_user_id = $1", [
      userId,
    ])
    await postWebhook(testDesk, [lineEvent(userId, { type: 'unfollow', timestamp: now - 20 * 60_000 })])
    await postWebhook(testDesk, [textEvent(userId, 'เก่า', { timestamp: now - 30 * 60_000 })])
    expect(await friendshipOf(userId)).toBe('blocked')
    const { headers } = await testDesk.signInAs()
    await postWebhook(testDesk, [textEvent(userId, 'กลับมาแล้ว', { timestamp: now })])
    expect(await friendshipOf(userId)).toBe('friend')
    const url = `/api/staff/tickets/${ticketId}`
    expect((await testDesk.app.inject({ url, headers })).json().profile.friendship).toBe('friend')
  })

  test('a message that comes late is in the conversation, and the row goes on to show the newest', async () => {
    const { userId, ticketId } = await openTicket(testDesk)
    const newest = textEvent(userId, 'ใหม่สุด')
    await postWebhook(testDesk, [newest])
    await postWebhook(testDesk, [textEvent(userId, 'มาช้า', { timestamp: Date.now() - 3_600_000 })])
    const shown = async () =>
      (await query('select last_message_text, shown_seq from tickets where id = $1', [ticketId]))[0]
    expect(await shown()).toEqual({ last_message_text: 'ใหม่สุด', shown_seq: 2 })
    expect((await messagesOf(userId)).map(({ text }) => text)).toEqual(['สวัสดีค่ะ', 'ใหม่สุด', 'มาช้า'])
    const { id: messageId } = newest.message as { id: string }
    await postWebhook(testDesk, [lineEvent(userId, { type: 'unsend', unsend: { messageId } })])
    expect(await shown()).toEqual({ last_message_text: '[ยกเลิกข้อความ]', shown_seq: 2 })
    await postWebhook(testDesk, [textEvent(userId, 'ต่อ')])
    expect(await shown()).toEqual({ last_message_text: 'ต่อ', shown_seq: null })
  })

  test('groups, unknown types and strange shapes are acknowledged and change nothing', async () => {
    const user = randomLineUserId()
    const before = await query('select count(*) from messages')
    const answer = await postWebhook(testDesk, [
      textEvent(user, 'ในกลุ่ม', { source: { type: 'group', groupId: 'C1', userId: user } }),
      lineEvent(user, { type: 'somethingNew', deeply: { nested: [1, null] } }),
      { type: 'message' },
      null as never,
      'nonsense' as never,
      { type: 'toString', source: { type: 'user', userId: user } },
    ])
    expect(answer.statusCode).toBe(200)
    expect(await query('select count(*) from messages')).toEqual(before)
    expect(
      await query('select 1 from line_events where user_id = $1 and applied_at is null', [user]),
    ).toEqual([])
  })
})

describe('what was stored but not applied', () => {
  const worker = () => new InboxWorker(testDesk.context, () => {})

  test('is applied by the sweeper, in order', async () => {
    const user = randomLineUserId()
    await store(user, ['หนึ่ง', 'สอง', 'สาม'])
    expect(await messagesOf(user)).toEqual([])
    await sweepEvents(testDesk.context, worker(), 0)
    expect((await messagesOf(user)).map((message) => message.text)).toEqual(['หนึ่ง', 'สอง', 'สาม'])
  })

  test('comes before what a webhook brings afterwards', async () => {
    const user = randomLineUserId()
    await store(user, ['ก่อน'])
    await postWebhook(testDesk, [textEvent(user, 'หลัง')])
    expect((await messagesOf(user)).map((message) => message.text)).toEqual(['ก่อน', 'หลัง'])
  })

  test('is applied once, however many sweep at the same time', async () => {
    const user = randomLineUserId()
    await store(user, ['ก', 'ข', 'ค', 'ง'])
    const warnings: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) })
    const context = { ...testDesk.context, log }
    await Promise.all(
      Array.from({ length: 8 }, () => sweepEvents(context, new InboxWorker(context, () => {}), 0)),
    )
    expect((await messagesOf(user)).map((message) => message.text)).toEqual(['ก', 'ข', 'ค', 'ง'])
    // They took turns: none stumbled over another.
    expect(warnings).toEqual([])
  })

  /** Messages that say 'poison' cannot be stored while `work` runs. */
  async function withPoison(work: (stop: () => Promise<void>) => Promise<void>): Promise<void> {
    const owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
    await owner.connect()
    await owner.query("alter table messages add constraint no_poison check (text <> 'poison') not valid")
    const stop = async () => {
      await owner.query('alter table messages drop constraint if exists no_poison')
    }
    try {
      await work(stop)
    } finally {
      await stop()
      await owner.end()
    }
  }
  const waitingOf = (user: string) =>
    query<{ id: string; attempts: number; error: string; parked: boolean; wait_secs: number }>(
      `select id, attempts, error, parked_at is not null as parked,
         extract(epoch from next_attempt_at - now())::float8 as wait_secs
       from line_events where user_id = $1 and applied_at is null order by id`,
      [user],
    )
  const textsOf = async (user: string) => (await messagesOf(user)).map((message) => message.text)
  const comesDue = () =>
    query("update line_events set next_attempt_at = now() - interval '1 s' where applied_at is null")

  test('an event that cannot be applied waits longer each time, and nothing of its customer overtakes it', async () => {
    const user = randomLineUserId()
    await withPoison(async () => {
      await store(user, ['poison', 'ต่อไป'])
      const waits: number[] = []
      for (let failure = 1; failure <= 5; failure += 1) {
        await comesDue()
        await sweepEvents(testDesk.context, worker(), 0)
        const [first] = await waitingOf(user)
        expect(first).toMatchObject({
          attempts: failure,
          parked: false,
          error: expect.stringContaining('no_poison'),
        })
        waits.push(first?.wait_secs ?? 0)
        await postWebhook(testDesk, [lineEvent(randomLineUserId(), { type: 'follow' })])
      }
      expect(waits).toEqual(waits.toSorted((a, b) => a - b))
      expect(waits.at(-1)).toBeGreaterThan(200)
      expect(await textsOf(user)).toEqual([])
    })
    await comesDue()
    await sweepEvents(testDesk.context, worker(), 0)
    expect(await textsOf(user)).toEqual(['poison', 'ต่อไป'])
  })

  test('in the end it is parked with its error, what came after it goes on, and a replay applies it', async () => {
    const user = randomLineUserId()
    await withPoison(async (stop) => {
      await store(user, ['poison', 'ต่อไป'])
      for (let failure = 1; failure <= 9; failure += 1) {
        expect(await textsOf(user)).toEqual([])
        await comesDue()
        await sweepEvents(testDesk.context, worker(), 0)
      }
      expect(await textsOf(user)).toEqual(['ต่อไป'])
      const [parked] = await findParkedEvents(testDesk.context.db, 10)
      expect(parked).toMatchObject({
        user_id: user,
        attempts: 9,
        error: 'new row for relation "messages" violates check constraint "no_poison" (23514)',
      })
      expect(await countWaitingEvents(testDesk.context.db)).toEqual({ pending: 0, parked: 1 })
      // It is left alone, however often is swept.
      await comesDue()
      await sweepEvents(testDesk.context, worker(), 0)
      expect((await waitingOf(user))[0]?.attempts).toBe(9)

      await stop()
      expect(await replayParkedEvents(testDesk.context.db, { id: parked?.id ?? '' }, new Date())).toBe(1)
      await sweepEvents(testDesk.context, worker(), 0)
      expect(await textsOf(user)).toEqual(['ต่อไป', 'poison'])
      expect(await countWaitingEvents(testDesk.context.db)).toEqual({ pending: 0, parked: 0 })
    })
  })

  /** As a process leaves it that dies right after it has stored a webhook. */
  async function store(user: string, texts: string[]): Promise<void> {
    for (const text of texts) {
      const event = textEvent(user, text)
      await query(
        `insert into line_events (webhook_event_id, channel_key, type, user_id, body, received_at, next_attempt_at)
         values ($1, 'main', 'message', $2, $3, now() - interval '5 s', now() - interval '5 s')`,
        [event.webhookEventId, user, JSON.stringify(event)],
      )
    }
  }
})
