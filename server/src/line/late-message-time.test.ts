import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineEvent, openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { messageTimeOf, withLateness } from './late-message-time.ts'

const testDesk = useTestDesk()
const { query } = testDesk

interface Timed {
  text: string
  sort_at: Date
  event_time: Date
  late_ms: number | null
  received_at: Date
}

/** Returns a customer's messages as staff see them. */
const conversation = (userId: string) =>
  query<Timed>(
    `select m.text, m.sort_at, m.event_time, (m.content ->> 'late_ms')::float8 as late_ms, e.received_at
     from messages m join tickets t on t.id = m.ticket_id join customers c on c.id = t.customer_id
     left join line_events e on e.line_message_id = m.line_message_id
     where c.line_user_id = $1 order by m.sort_at, m.seq`,
    [userId],
  )

const at = (seconds: number) => new Date(1_790_000_000_000 + seconds * 1_000)

test('a message is sorted by the time of LINE, unless it is over a minute older than the newest message', () => {
  const receivedAt = at(500)
  const timeOf = (sent: number, newest: number | null) =>
    messageTimeOf({ sentAt: at(sent), receivedAt, newestAt: newest === null ? null : at(newest) })
  expect(timeOf(100, null)).toEqual({ sortAt: at(100), lateMs: null })
  expect(timeOf(100, 50)).toEqual({ sortAt: at(100), lateMs: null })
  expect(timeOf(100, 160)).toEqual({ sortAt: at(100), lateMs: null })
  expect(timeOf(100, 161)).toEqual({ sortAt: receivedAt, lateMs: 400_000 })
  // Expects no `lateMs` for a message that was received in time but applied late.
  expect(timeOf(499, 600)).toEqual({ sortAt: receivedAt, lateMs: null })
})

test('the delay of a late plain text is recorded in its content', () => {
  expect(withLateness(null, null)).toBeNull()
  expect(withLateness(null, 70_000)).toEqual({ kind: 'text', emojis: [], mentions: [], late_ms: 70_000 })
})

test('messages of one minute that are duplicated or reordered are stored once and sorted by the time of LINE', async () => {
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 })
  const doubles = fc.array(fc.tuple(fc.nat(7), fc.constantFrom('same', 'redelivered', 'other event')))
  await fc.assert(
    fc.asyncProperty(order, doubles, async (shuffled, again) => {
      const userId = randomLineUserId()
      const begin = Date.now() - 60_000
      const events = shuffled.map((_, index) =>
        textEvent(userId, `${index}`, { timestamp: begin + index * 7_000 }),
      )
      const [...deliveries] = shuffled.map((timeOf) => events[timeOf] ?? {})
      for (const [timeOf, how] of again) {
        const event = events[timeOf] ?? {}
        const changes = {
          same: {},
          redelivered: { deliveryContext: { isRedelivery: true } },
          'other event': { webhookEventId: `other-${event.webhookEventId}` },
        }
        deliveries.push({ ...event, ...changes[how as keyof typeof changes] })
      }
      for (const event of deliveries) await postWebhook(testDesk, [event])
      const texts = await conversation(userId)
      // Removes duplicates, because a second event with the same message has its own row in the inbox.
      const once = texts.filter((each, index) => each.text !== texts[index - 1]?.text)
      expect(once.map(({ text }) => text)).toEqual(events.map((_, index) => `${index}`))
      expect(once.every(({ late_ms }) => late_ms === null)).toBe(true)
      const [stored] = await query<{ count: number }>(
        `select count(*)::int as count from messages m join tickets t on t.id = m.ticket_id
         join customers c on c.id = t.customer_id where c.line_user_id = $1`,
        [userId],
      )
      expect(stored?.count).toBe(8)
    }),
    { numRuns: 8 },
  )
})

test('a message that arrives an hour late is sorted by arrival, and its sending time is recorded', async () => {
  const { userId } = await openTicket(testDesk)
  const sent = Date.now() - 3_600_000
  await postWebhook(testDesk, [textEvent(userId, 'มาช้า', { timestamp: sent })])
  const [, late] = await conversation(userId)
  expect(late?.text).toBe('มาช้า')
  expect(late?.sort_at).toEqual(late?.received_at)
  expect(late?.late_ms).toBe((late?.received_at.getTime() ?? 0) - sent)
})

test('a reply token is valid for a minute from receipt, and again from a redelivery within 20 minutes', async () => {
  const { userId } = await openTicket(testDesk)
  const sent = Date.now() - 19 * 60_000
  const event = textEvent(userId, 'สวัสดี', { timestamp: sent })
  const token = async () => {
    const [row] = await query<{ received_at: Date; expires_at: Date; event_received: Date }>(
      `select r.received_at, r.expires_at, e.received_at as event_received from reply_tokens r
       join line_events e on e.body ->> 'replyToken' = r.token where r.token = $1`,
      [event.replyToken],
    )
    if (row === undefined) throw new Error('there is no such token')
    return row
  }
  await postWebhook(testDesk, [event])
  const first = await token()
  expect(first.received_at).toEqual(first.event_received)
  expect(first.expires_at.getTime() - first.received_at.getTime()).toBe(60_000)
  await query(`update reply_tokens set received_at = received_at - interval '30 s' where token = $1`, [
    event.replyToken,
  ])
  await postWebhook(testDesk, [{ ...event, deliveryContext: { isRedelivery: true } }])
  const renewedAt = async () => (await token()).received_at.getTime()
  await expect.poll(renewedAt).toBeGreaterThan(first.received_at.getTime() - 30_000)
  const again = await token()
  expect(again.expires_at.getTime()).toBe(Math.min(again.received_at.getTime() + 60_000, sent + 20 * 60_000))
  // A redelivery leaves a used reply token unchanged.
  await query(`update reply_tokens set used_at = now(), received_at = to_timestamp(0) where token = $1`, [
    event.replyToken,
  ])
  await postWebhook(testDesk, [{ ...event, deliveryContext: { isRedelivery: true } }])
  expect((await token()).received_at.getTime()).toBe(0)
})

test('a message without a LINE id is stored once', async () => {
  const userId = randomLineUserId()
  const event = lineEvent(userId, { type: 'message', message: { type: 'text', text: 'ไม่มีเลข' } })
  await postWebhook(testDesk, [event])
  await query('delete from line_events where webhook_event_id = $1', [event.webhookEventId])
  await postWebhook(testDesk, [event])
  expect(await conversation(userId)).toHaveLength(1)
})
