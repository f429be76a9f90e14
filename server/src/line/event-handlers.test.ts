import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/client.ts'
import { lineEvent, openTicket, postWebhook, storedMessagesOf, textEvent } from '../testing/line-events.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

const testDesk = useTestDesk()
const { query } = testDesk

const messagesOf = (userId: string) => storedMessagesOf(testDesk, userId)

const friendshipOf = async (user: string) =>
  (await query<{ friendship: string }>('select friendship from customers where line_user_id = $1', [user]))[0]
    ?.friendship

test('follow and unfollow events set the friendship of the customer', async () => {
  const user = randomLineUserId()
  await postWebhook(testDesk, [lineEvent(user, { type: 'follow', follow: { isUnblocked: false } })])
  expect(await friendshipOf(user)).toBe('friend')
  await postWebhook(testDesk, [lineEvent(user, { type: 'unfollow' })])
  expect(await friendshipOf(user)).toBe('blocked')
})

test('an unfollow event older than the last follow or message is ignored', async () => {
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

test('a message sent after the customer blocked the channel ends the block; one sent before does not', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  const now = Date.now()
  await query("update customers set last_message_at = now() - interval '1 h' where line_user_id = $1", [
    userId,
  ])
  await postWebhook(testDesk, [lineEvent(userId, { type: 'unfollow', timestamp: now - 20 * 60_000 })])
  await postWebhook(testDesk, [textEvent(userId, 'เก่า', { timestamp: now - 30 * 60_000 })])
  expect(await friendshipOf(userId)).toBe('blocked')
  const { headers } = await testDesk.signInAs()
  const list = await testDesk.app.inject({ url: `/api/staff/tickets?search=${ticketId}`, headers })
  expect(list.json().items[0].profile.friendship).toBe('blocked')
  await postWebhook(testDesk, [textEvent(userId, 'กลับมาแล้ว', { timestamp: now })])
  expect(await friendshipOf(userId)).toBe('friend')
  const url = `/api/staff/tickets/${ticketId}`
  expect((await testDesk.app.inject({ url, headers })).json().profile.friendship).toBe('friend')
})

test('a late message is added to the conversation, and lists still show the newest message', async () => {
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
  expect(await shown()).toEqual({ last_message_text: 'ยกเลิกข้อความแล้ว', shown_seq: 2 })
  await postWebhook(testDesk, [textEvent(userId, 'ต่อ')])
  expect(await shown()).toEqual({ last_message_text: 'ต่อ', shown_seq: null })
})

test('a postback and a profile update of one customer are applied concurrently without deadlock', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  const event = lineEvent(userId, { type: 'postback', postback: { data: 'a=1', displayText: 'ยืนยัน' } })
  let response: ReturnType<typeof postWebhook> | undefined
  // Locks the customer and then the ticket, as a profile update does.
  await inTransaction(testDesk.context.db, async (tx) => {
    await tx.execute(sql`update customers set display_name = 'สมใจ' where line_user_id = ${userId}`)
    response = postWebhook(testDesk, [event])
    await untilLockWaits()
    await tx.execute(sql`update tickets set version = version + 1 where id = ${ticketId}::uuid`)
  })
  expect((await response)?.statusCode).toBe(200)
  expect((await messagesOf(userId)).map(({ text }) => text)).toEqual(['สวัสดีค่ะ', '[กดปุ่ม] ยืนยัน'])
  expect(
    await query('select attempts from line_events where webhook_event_id = $1', [event.webhookEventId]),
  ).toEqual([{ attempts: 1 }])
})

/** Resolves when an SQL statement in this database waits for a row lock. */
async function untilLockWaits(): Promise<void> {
  for (;;) {
    const waiting = await query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'transactionid'`,
    )
    if (waiting.length > 0) return
    await pause(10)
  }
}

test('a LINE event whose reply token or id is too long does not delay other events', async () => {
  const user = randomLineUserId()
  const long = () => randomBytes(6_000).toString('base64')
  const [token, id] = [long(), long()]
  const withLongId = textEvent(user, 'รหัสยาว', { message: { id, type: 'text', text: 'รหัสยาว' } })
  await postWebhook(testDesk, [
    textEvent(user, 'โทเค็นยาว', { replyToken: token }),
    withLongId,
    lineEvent(user, { type: 'unsend', unsend: { messageId: id } }),
    textEvent(user, 'หลัง'),
  ])
  await postWebhook(testDesk, [{ ...withLongId, deliveryContext: { isRedelivery: true } }])
  expect((await messagesOf(user)).map(({ text }) => text)).toEqual(['โทเค็นยาว', 'รหัสยาว', 'หลัง'])
  expect(await query('select 1 from reply_tokens where token = $1', [token])).toEqual([])
  expect(await query('select 1 from line_events where user_id = $1 and applied_at is null', [user])).toEqual(
    [],
  )
})

test('group events, unknown event types and malformed events are acknowledged and ignored', async () => {
  const user = randomLineUserId()
  const before = await query('select count(*) from messages')
  const response = await postWebhook(testDesk, [
    textEvent(user, 'ในกลุ่ม', { source: { type: 'group', groupId: 'C1', userId: user } }),
    lineEvent(user, { type: 'somethingNew', deeply: { nested: [1, null] } }),
    { type: 'message' },
    null as never,
    'nonsense' as never,
    lineEvent(user, { type: 'toString' }),
  ])
  expect(response.statusCode).toBe(200)
  expect(await query('select count(*) from messages')).toEqual(before)
  expect(await query('select 1 from line_events where user_id = $1 and applied_at is null', [user])).toEqual(
    [],
  )
})
