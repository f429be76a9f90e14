import { MessageContentSchema } from 'shared/contract/messages/message-content.ts'
import { beforeAll, expect, test } from 'vitest'
import { saveTicketPostbacks } from '../channels/ticket-postbacks.ts'
import type { DeskEvent } from '../event-bus.ts'
import { lineEvent, openTicket, openTicketIdOf, postWebhook, textEvent } from '../testing/line-events.ts'
import { randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

const testDesk = useTestDesk()
const { query } = testDesk
let headers: Awaited<ReturnType<TestDesk['signInAs']>>['headers']
beforeAll(async () => {
  await testDesk.addChannel('vip')
  headers = (await testDesk.signInAs()).headers
  await saveTicketPostbacks(testDesk.context.db, 'main', [
    { prefix: 'action=contact', label: 'ติดต่อเรา' },
    { prefix: 'action=contact_admin', label: 'ติดต่อแอดมิน' },
    { prefix: 'menu=deposit', label: 'ยอดฝากไม่เข้า' },
  ])
})

const press = (userId: string, postback: object, more: object = {}) =>
  lineEvent(userId, { type: 'postback', replyToken: `r${userId}`, postback, ...more })
const ticketOf = (userId: string, channelKey?: string) =>
  openTicketIdOf(testDesk.context.db.$client, userId, channelKey)
const get = (url: string) => testDesk.app.inject({ url, headers })

const summaryOf = ({ type, data }: Extract<DeskEvent, { kind: 'ticket' }>['events'][number]) =>
  `${type} ${'reason' in data ? data.reason : ''}`

test('a postback in the list of its channel opens a ticket for an unknown customer like a first message', async () => {
  const [presser, writer] = [randomLineUserId(), randomLineUserId()]
  const published = new Map<string, string[]>()
  const stop = testDesk.context.bus.subscribe((event: DeskEvent) => {
    if (event.kind !== 'ticket') return
    const before = published.get(event.ticketId) ?? []
    published.set(event.ticketId, [...before, ...event.events.map(summaryOf)])
  })
  await postWebhook(testDesk, [press(presser, { data: 'menu=deposit&step=1' })])
  await postWebhook(testDesk, [textEvent(writer, 'ยอดฝากไม่เข้า')])
  stop()
  const tickets = [await ticketOf(presser), await ticketOf(writer)]
  expect(published.get(tickets[0] ?? '')).toEqual(published.get(tickets[1] ?? ''))
  expect(published.get(tickets[0] ?? '')).toContain('ticket_list_update opened')
  const events = async (id: string | undefined) => [
    await query(
      `select subject, priority, status, assignee_id, last_seq, last_in_seq, in_count, version, revision, shown_seq,
         last_message_direction, last_message_type, waiting_since is not null as waits, opened_at <= waiting_since as at_once
       from tickets where id = $1`,
      [id],
    ),
    await query('select kind from ticket_events where ticket_id = $1 order by id', [id]),
    await query('select count(*)::int from reply_tokens where ticket_id = $1', [id]),
  ]
  expect(await events(tickets[0])).toEqual(await events(tickets[1]))
  const url = `/api/staff/tickets?search=${tickets[0]}`
  expect((await get(url)).json().items).toMatchObject([
    { unread_count: 1, last_message: { text: '[กดปุ่ม] ยอดฝากไม่เข้า' }, subject: 'ฝากเงินไม่สำเร็จ' },
  ])
})

test('a postback shows the label of the longest matching prefix', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  await postWebhook(testDesk, [press(userId, { data: 'action=contact&to=1', displayText: 'อื่น' })])
  await postWebhook(testDesk, [
    press(userId, { data: 'action=contact_admin&to=2', params: { date: '2026-01-31' } }),
  ])
  const { items } = (await get(`/api/staff/tickets/${ticketId}/messages`)).json()
  const shown = items.map(({ text, content }: { text: string; content: unknown }) => [text, content])
  expect(shown.slice(1)).toEqual([
    ['[กดปุ่ม] ติดต่อเรา', { kind: 'postback', label: 'ติดต่อเรา' }],
    ['[กดปุ่ม] ติดต่อแอดมิน 31 ม.ค. 2569', { kind: 'postback', label: 'ติดต่อแอดมิน' }],
  ])
  for (const [, content] of shown.slice(1)) MessageContentSchema.parse(content)
})

test('a redelivered postback opens no second ticket and adds no second message', async () => {
  const userId = randomLineUserId()
  const event = press(userId, { data: 'action=contact_admin' })
  await postWebhook(testDesk, [event, event])
  const ticketId = await ticketOf(userId)
  await postWebhook(testDesk, [{ ...event, deliveryContext: { isRedelivery: true } }])
  // Applies the event again, as after a crash between commit and response.
  await query('update line_events set applied_at = null where webhook_event_id = $1', [event.webhookEventId])
  await postWebhook(testDesk, [textEvent(userId, 'สวัสดีค่ะ')])
  const messages = await query('select text from messages where ticket_id = $1 order by seq', [ticketId])
  expect(messages).toEqual([{ text: '[กดปุ่ม] ติดต่อแอดมิน' }, { text: 'สวัสดีค่ะ' }])
})

test('a postback in the list of its channel is added to the open ticket, or opens a new one after a close', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  await postWebhook(testDesk, [press(userId, { data: 'action=contact_admin' })])
  expect(await ticketOf(userId)).toBe(ticketId)
  const closed = await testDesk.app.inject({
    method: 'POST',
    url: `/api/staff/tickets/${ticketId}/close`,
    headers,
    payload: {},
  })
  expect(closed.statusCode).toBe(200)
  await postWebhook(testDesk, [press(userId, { data: 'action=other' })])
  expect(await ticketOf(userId)).toBeUndefined()
  await postWebhook(testDesk, [press(userId, { data: 'action=contact_admin' })])
  expect(await ticketOf(userId)).toEqual(expect.not.stringContaining(ticketId))
})

test.each([
  { data: 'action=other' },
  { data: 'xaction=contact_admin' },
  { data: 'ACTION=contact_admin' },
  { data: '' },
  { data: 7 },
  {},
  null,
])('the postback %j opens no ticket', async (postback) => {
  const userId = randomLineUserId()
  expect((await postWebhook(testDesk, [press(userId, postback as object)])).statusCode).toBe(200)
  expect(await ticketOf(userId)).toBeUndefined()
})

test('the postback list of a channel applies only to that channel, from the next postback on', async () => {
  const userId = randomLineUserId()
  const pressVip = () =>
    postWebhook(testDesk, [press(userId, { data: 'action=contact_admin' })], { channelKey: 'vip' })
  await pressVip()
  expect(await ticketOf(userId, 'vip')).toBeUndefined()
  const entries = [{ prefix: 'action=', label: 'เรียกแอดมิน' }]
  await saveTicketPostbacks(testDesk.context.db, 'vip', entries)
  await pressVip()
  const ticketId = await ticketOf(userId, 'vip')
  expect(await query('select text from messages where ticket_id = $1', [ticketId])).toEqual([
    { text: '[กดปุ่ม] เรียกแอดมิน' },
  ])
  const inMainOnly = await testDesk.signInAs({ role: 'ADMIN', channelKeys: ['main'] })
  const refused = await testDesk.app.inject({
    url: `/api/staff/tickets/${ticketId}/messages`,
    headers: inMainOnly.headers,
  })
  expect(refused.statusCode).toBe(403)
})

test('postback data reach neither browsers nor the search index', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  const received: string[] = []
  const stop = testDesk.context.bus.subscribe((event: DeskEvent) => void received.push(JSON.stringify(event)))
  const params = { newRichMenuAliasId: 'secretalias', status: 'SUCCESS' }
  await postWebhook(testDesk, [press(userId, { data: 'secretdata=1', params })])
  await postWebhook(testDesk, [press(userId, { data: 'action=contact_admin&token=secretdata' })])
  stop()
  const read = await Promise.all(
    [
      `/api/staff/tickets/${ticketId}`,
      `/api/staff/tickets/${ticketId}/messages`,
      `/api/staff/tickets?search=${ticketId}`,
      '/api/staff/channels',
    ].map(async (url) => (await get(url)).body),
  )
  const stored = await query('select * from messages where ticket_id = $1', [ticketId])
  const rows = await query('select * from tickets where id = $1', [ticketId])
  expect(received.length).toBeGreaterThan(0)
  expect(JSON.stringify([received, read, stored, rows])).not.toMatch(/secretdata|secretalias/)
})
