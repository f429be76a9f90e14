import { expect, test } from 'vitest'
import { lineEvent, openTicket, postWebhook, storedMessagesOf, textEvent } from '../testing/line-events.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

const testDesk = useTestDesk()
const { query } = testDesk

const messagesOf = (userId: string) => storedMessagesOf(testDesk, userId)

const friendshipOf = async (user: string) =>
  (await query<{ friendship: string }>('select friendship from customers where line_user_id = $1', [user]))[0]
    ?.friendship

test("follow and unfollow set the customer's friendship", async () => {
  const user = randomLineUserId()
  await postWebhook(testDesk, [lineEvent(user, { type: 'follow', follow: { isUnblocked: false } })])
  expect(await friendshipOf(user)).toBe('friend')
  await postWebhook(testDesk, [lineEvent(user, { type: 'unfollow' })])
  expect(await friendshipOf(user)).toBe('blocked')
})

test('a late unfollow older than the last follow or message changes nothing', async () => {
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

test('a message after a block sets friend; a late message from before it does not', async () => {
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

test('a late message joins the conversation, and lists go on to show the newest', async () => {
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

test('events of groups, unknown types and malformed events are acknowledged and ignored', async () => {
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
  expect(await query('select 1 from line_events where user_id = $1 and applied_at is null', [user])).toEqual(
    [],
  )
})
