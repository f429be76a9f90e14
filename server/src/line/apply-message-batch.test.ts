import { expect, test } from 'vitest'
import { inTransaction } from '../db/client.ts'
import type { DeskEvent } from '../event-bus.ts'
import { lineEvent, openTicket, storedMessagesOf, textEvent } from '../testing/line-events.ts'
import { queryOnce } from '../testing/query-once.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { storeEvents } from './inbox.store.ts'
import { InboxWorker } from './inbox-worker.ts'
import { readWebhook } from './parse-webhook.ts'

const testDesk = useTestDesk()
const { query } = testDesk

type Event = Record<string, unknown>

/** Applies all pending events of these customers with one worker, in one batch as far as possible. */
const apply = (userIds: readonly string[], worker = new InboxWorker(testDesk.context, () => {})) =>
  worker.applyAll(userIds.map((userId) => ({ channelKey: 'main', userId })))

/** Stores events without applying them, as a webhook does first. */
const store = (events: Event[]) =>
  storeEvents(testDesk.context.db, 'main', readWebhook({ destination: 'U1', events })?.events ?? [])

const textsOf = async (userId: string) => (await storedMessagesOf(testDesk, userId)).map(({ text }) => text)

const idOf = (event: Event) => (event.message as { id: string }).id

const attemptsOf = async (userId: string) =>
  (
    await query<{ attempts: number; applied: boolean }>(
      'select attempts, applied_at is not null as applied from line_events where user_id = $1 order by id',
      [userId],
    )
  ).map(({ attempts, applied }) => [attempts, applied])

const refuse = (text: string) =>
  asOwner(`alter table messages add constraint bad_event check (text <> '${text}') not valid`)
const refuseNothing = () => asOwner('alter table messages drop constraint bad_event')
const asOwner = (statement: string) => queryOnce(testDesk.database.ownerAddress, statement)

test('a batch applies messages of several customers in order per customer, with one event per ticket', async () => {
  const [first, second] = [randomLineUserId(), randomLineUserId()]
  await store([
    textEvent(first, 'หนึ่ง'),
    textEvent(second, 'ก'),
    textEvent(first, 'สอง'),
    lineEvent(first, {
      type: 'message',
      message: { id: `${Date.now()}`, type: 'image', contentProvider: { type: 'line' } },
    }),
    textEvent(second, 'ข'),
  ])
  const events: DeskEvent[] = []
  const unsubscribe = testDesk.context.bus.subscribe((event) => events.push(event))
  await apply([first, second])
  unsubscribe()
  expect(await textsOf(first)).toEqual(['หนึ่ง', 'สอง', '[รูปภาพ]'])
  expect(await textsOf(second)).toEqual(['ก', 'ข'])
  const received = events.flatMap((event) =>
    event.kind === 'ticket' ? [event.events.map(({ type }) => type)] : [],
  )
  expect(received.toSorted((a, b) => b.length - a.length)).toEqual([
    ['message', 'message', 'message', 'ticket_update', 'ticket_list_update'],
    ['message', 'message', 'ticket_update', 'ticket_list_update'],
  ])
  expect(
    await query(
      `select last_seq, last_in_seq, in_count, revision, shown_seq, last_message_text from tickets t
       join customers c on c.id = t.customer_id where line_user_id = $1`,
      [first],
    ),
  ).toEqual([
    { last_seq: 3, last_in_seq: 3, in_count: 3, revision: 3, shown_seq: null, last_message_text: '[รูปภาพ]' },
  ])
  expect(
    await query(
      `select m.seq, m.revision, md.state from messages m join tickets t on t.id = m.ticket_id
       join customers c on c.id = t.customer_id left join media md on md.message_id = m.id where line_user_id = $1 order by m.seq`,
      [first],
    ),
  ).toMatchObject([
    { seq: 1, revision: 1, state: null },
    { seq: 2, revision: 2, state: null },
    { seq: 3, revision: 3 },
  ])
})

test('an older message of a batch is added to the conversation, and lists show the newest', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  const now = Date.now()
  await store([
    textEvent(userId, 'ใหม่สุด', { timestamp: now }),
    textEvent(userId, 'มาช้า', { timestamp: now - 3_600_000 }),
  ])
  await apply([userId])
  expect(await textsOf(userId)).toEqual(['สวัสดีค่ะ', 'ใหม่สุด', 'มาช้า'])
  expect(
    await query('select last_seq, shown_seq, last_message_text from tickets where id = $1', [ticketId]),
  ).toEqual([{ last_seq: 3, shown_seq: 2, last_message_text: 'ใหม่สุด' }])
})

test('valid events of a batch are applied, and only the invalid one is retried', async () => {
  const [before, bad, after] = [randomLineUserId(), randomLineUserId(), randomLineUserId()]
  await refuse('เสีย')
  try {
    await store([
      textEvent(before, 'ดี'),
      textEvent(bad, 'ก่อน'),
      textEvent(bad, 'เสีย'),
      textEvent(bad, 'หลัง'),
      textEvent(after, 'ดีเหมือนกัน'),
    ])
    await apply([before, bad, after])
    expect(await textsOf(before)).toEqual(['ดี'])
    expect(await textsOf(after)).toEqual(['ดีเหมือนกัน'])
    expect(await textsOf(bad)).toEqual(['ก่อน'])
    expect(await attemptsOf(bad)).toEqual([
      [1, true],
      [1, false],
      [0, false],
    ])
  } finally {
    await refuseNothing()
  }
  await query('update line_events set next_attempt_at = now() where user_id = $1', [bad])
  await apply([bad])
  expect(await textsOf(bad)).toEqual(['ก่อน', 'เสีย', 'หลัง'])
})

test('a message that occurs twice in a batch is stored once', async () => {
  const user = randomLineUserId()
  const event = textEvent(user, 'ครั้งเดียว')
  await store([event, { ...event, webhookEventId: `${event.webhookEventId}X` }, textEvent(user, 'ต่อ')])
  await apply([user])
  expect(await textsOf(user)).toEqual(['ครั้งเดียว', 'ต่อ'])
  expect((await attemptsOf(user)).every(([, applied]) => applied)).toBe(true)
})

test('a message and its unsend event in one batch are applied in either order', async () => {
  const user = randomLineUserId()
  const [first, second] = [textEvent(user, 'ลบที่หลัง'), textEvent(user, 'ลบไปแล้ว')]
  const unsend = (event: Event) => lineEvent(user, { type: 'unsend', unsend: { messageId: idOf(event) } })
  await store([first, unsend(first), textEvent(user, 'อยู่'), unsend(second), second])
  await apply([user])
  expect(await textsOf(user)).toEqual(['ยกเลิกข้อความแล้ว', 'อยู่', 'ยกเลิกข้อความแล้ว'])
  expect(
    await query("select 1 from line_events where user_id = $1 and body::text like '%ลบ%'", [user]),
  ).toEqual([])
})

test('one batch applies a follow, messages, a block and another message of a new customer', async () => {
  const user = randomLineUserId()
  const now = Date.now()
  const at = (secondsAgo: number) => ({ timestamp: now - secondsAgo * 1_000 })
  await store([
    lineEvent(user, { type: 'follow', ...at(9) }),
    textEvent(user, 'สวัสดี', at(8)),
    textEvent(user, 'มีใครอยู่ไหม', at(7)),
    lineEvent(user, { type: 'unfollow', ...at(6) }),
    textEvent(user, 'กลับมาแล้ว', at(5)),
  ])
  await apply([user])
  expect(await textsOf(user)).toEqual(['สวัสดี', 'มีใครอยู่ไหม', 'กลับมาแล้ว'])
  expect(await query('select friendship from customers where line_user_id = $1', [user])).toEqual([
    { friendship: 'friend' },
  ])
})

test('two servers that apply events of the same customers store each message once, in order and without gaps', async () => {
  const users = Array.from({ length: 12 }, randomLineUserId)
  const texts = ['หนึ่ง', 'สอง', 'สาม', 'สี่', 'ห้า']
  const [one, other] = [
    new InboxWorker(testDesk.context, () => {}),
    new InboxWorker(testDesk.context, () => {}),
  ]
  for (const text of texts) {
    await store(users.map((user) => textEvent(user, text)))
    await Promise.all([apply(users, one), apply(users.toReversed(), other)])
  }
  for (const user of users) {
    const stored = await storedMessagesOf(testDesk, user)
    expect(stored.map(({ text, seq }) => [seq, text])).toEqual(texts.map((text, index) => [index + 1, text]))
  }
  expect((await attemptsOf(users[0] ?? '')).map(([attempts]) => attempts)).toEqual([1, 1, 1, 1, 1])
})

test('a locked ticket delays only the events of its own customer', async () => {
  const held = await openTicket(testDesk)
  const other = await openTicket(testDesk)
  await store([textEvent(held.userId, 'รอ'), textEvent(other.userId, 'ไม่รอ')])
  let applied: Promise<void> | undefined
  await inTransaction(testDesk.context.db, async (tx) => {
    await tx.execute(`select 1 from tickets where id = '${held.ticketId}' for update`)
    const worker = new InboxWorker(testDesk.context, () => {})
    applied = apply([held.userId, other.userId], worker)
    await worker.applyPending({ channelKey: 'main', userId: other.userId })
    expect(await textsOf(other.userId)).toEqual(['สวัสดีค่ะ', 'ไม่รอ'])
    expect(await textsOf(held.userId)).toEqual(['สวัสดีค่ะ'])
  })
  await applied
  expect(await textsOf(held.userId)).toEqual(['สวัสดีค่ะ', 'รอ'])
})
