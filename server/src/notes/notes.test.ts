import { MAX_NOTES } from 'shared/contract/constants.ts'
import { listMessages } from 'shared/contract/messages/list-messages.call.ts'
import { TimelineEventSchema } from 'shared/contract/messages/timeline-event.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskEvent } from '../event-bus.ts'
import { openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip', 'OA VIP')
})
afterAll(() => testDesk?.close())

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>

let clientIds = 0
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { headers }: TestStaff,
  payload?: object,
) => testDesk.app.inject({ method, url: `/api/staff${url}`, headers, ...(payload ? { payload } : {}) })
const write = (ticketId: string, by: TestStaff, text: string, more: object = {}) => {
  clientIds += 1
  return call('POST', `/tickets/${ticketId}/notes`, by, {
    text,
    client_id: `c${clientIds}`,
    mentions: [],
    ...more,
  })
}
const written = async (...given: Parameters<typeof write>) => {
  const response = await write(...given)
  expect(response.statusCode).toBe(200)
  return TimelineEventSchema.parse(response.json())
}
const read = async (ticketId: string, by: TestStaff, query = '') =>
  listMessages.response.parse((await call('GET', `/tickets/${ticketId}/messages?${query}`, by)).json())
const rowOf = async (ticketId: string) =>
  (await testDesk.context.db.$client.query('select * from tickets where id = $1', [ticketId])).rows[0]

test('a note is added after the newest message and published, and changes nothing else of the ticket', async () => {
  const me = await testDesk.signInAs({ displayName: 'เอ' })
  const { ticketId, userId } = await openTicket(testDesk)
  const before = await rowOf(ticketId)
  const events: DeskEvent[] = []
  const stop = testDesk.context.bus.subscribe((event) => events.push(event))
  const timelineEvent = await written(ticketId, me, '  ลูกค้ายืนยันสลิปแล้ว\nรอฝ่ายการเงิน ')
  stop()
  expect(timelineEvent).toMatchObject({
    kind: 'note',
    ticket_id: ticketId,
    after_seq: 1,
    revision: 2,
    text: 'ลูกค้ายืนยันสลิปแล้ว\nรอฝ่ายการเงิน',
    staff: { id: me.staffId, display_name: 'เอ' },
    note: { mentions: [], edited_at: null, is_deleted: false },
  })
  expect(events).toEqual([
    {
      kind: 'ticket',
      channelKey: 'main',
      ticketId,
      events: [{ type: 'timeline_event', data: timelineEvent }],
    },
  ])
  const { revision, ...after } = await rowOf(ticketId)
  expect([revision, after]).toEqual([2, (({ revision: _, ...rest }) => rest)(before)])
  await postWebhook(testDesk, [textEvent(userId, 'สอง')])
  expect((await read(ticketId, me)).timeline_events).toEqual([timelineEvent])
  expect((await read(ticketId, me, 'after_revision=1')).timeline_events).toEqual([timelineEvent])
  expect((await read(ticketId, me, 'after_seq=1')).timeline_events).toEqual([timelineEvent])
  expect((await read(ticketId, me, 'after_revision=2')).timeline_events).toEqual([])
})

test('one note is stored per client id', async () => {
  const me = await testDesk.signInAs()
  const { ticketId } = await openTicket(testDesk)
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => write(ticketId, me, 'ครั้งเดียว', { client_id: 'same' })),
  )
  expect(new Set(responses.map((each) => each.body)).size).toBe(1)
  expect((await read(ticketId, me)).timeline_events).toHaveLength(1)
})

test('only its writer may change and delete a note; deleting removes the text everywhere and is published', async () => {
  const [me, otherAgent] = [await testDesk.signInAs(), await testDesk.signInAs()]
  const { ticketId } = await openTicket(testDesk)
  const { id } = await written(ticketId, me, 'เลขบัญชีลับ 123')
  for (const method of ['PUT', 'DELETE'] as const)
    expect(
      (await call(method, `/notes/${id}`, otherAgent, { text: 'ของฉัน', mentions: [] })).json().code,
    ).toBe('forbidden')
  const changed = (await call('PUT', `/notes/${id}`, me, { text: 'เลขบัญชีลับ 456', mentions: [] })).json()
  expect(changed).toMatchObject({ id, after_seq: 1, revision: 3, text: 'เลขบัญชีลับ 456' })
  expect(changed.note.edited_at).toEqual(expect.any(String))

  const gone = (await call('DELETE', `/notes/${id}`, me)).json()
  expect(gone).toMatchObject({ id, revision: 4, text: null, note: { is_deleted: true } })
  expect((await call('DELETE', `/notes/${id}`, me)).json()).toEqual(gone)
  expect((await call('PUT', `/notes/${id}`, me, { text: 'อีกครั้ง', mentions: [] })).json().code).toBe(
    'not_found',
  )
  expect((await read(ticketId, me)).timeline_events).toEqual([])
  expect((await read(ticketId, me, 'after_revision=1')).timeline_events).toMatchObject([{ id, text: null }])
  const { rows } = await testDesk.context.db.$client.query('select from internal_notes where text like $1', [
    'เลขบัญชีลับ%',
  ])
  expect(rows).toEqual([])
})

test('notes are accepted in closed tickets, and rejected in forbidden channels or when empty, too long or too many', async () => {
  const me = await testDesk.signInAs()
  const stranger = await testDesk.signInAs({ channelKeys: ['vip'] })
  const { ticketId } = await openTicket(testDesk)
  await call('POST', `/tickets/${ticketId}/accept`, me)
  await call('POST', `/tickets/${ticketId}/close`, me)
  const { id } = await written(ticketId, me, 'ปิดแล้ว ลูกค้าโทรมาขอบคุณ')
  expect((await rowOf(ticketId)).status).toBe('CLOSED')
  expect((await write(ticketId, stranger, 'x')).json().code).toBe('forbidden_channel')
  expect((await call('DELETE', `/notes/${id}`, stranger)).json().code).toBe('forbidden_channel')
  expect((await write(ticketId, me, ' \n ')).json().code).toBe('invalid_request')
  expect((await write(ticketId, me, '🙂'.repeat(2_501))).json().code).toBe('text_too_long')
  expect((await write(ticketId, me, 'a\0b')).json().code).toBe('invalid_request')
  await testDesk.context.db.$client.query(
    `insert into internal_notes (ticket_id, staff_id, client_id, text, after_seq, revision, created_at)
     select $1, $2, 'many ' || n, 'x', 1, 100 + n, now() from generate_series(1, ${MAX_NOTES - 1}) n`,
    [ticketId, me.staffId],
  )
  expect((await write(ticketId, me, 'อีกหนึ่ง')).json().code).toBe('notes_full')
  expect((await read(ticketId, me)).timeline_events.filter(({ kind }) => kind === 'note')).toHaveLength(
    MAX_NOTES,
  )
  await call('DELETE', `/notes/${id}`, me)
  expect((await write(ticketId, me, 'มีที่แล้ว')).statusCode).toBe(200)
})

test('concurrent notes and messages get revisions without gaps or duplicates', async () => {
  const me = await testDesk.signInAs()
  const { ticketId, userId } = await openTicket(testDesk)
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => [
      write(ticketId, me, `โน้ต ${n}`),
      postWebhook(testDesk, [textEvent(userId, `ข้อความ ${n}`)]),
    ]).flat(),
  )
  const seen: number[] = []
  for (let after = 0, more = true; more; ) {
    const page = await read(ticketId, me, `after_revision=${after}&limit=3`)
    seen.push(
      ...[...page.items, ...page.timeline_events].map(({ revision }) => revision).sort((a, b) => a - b),
    )
    after = page.revision
    more = page.has_more
  }
  expect(seen).toEqual(Array.from({ length: 21 }, (_, n) => n + 1))
})

describe('notes are never sent to LINE', () => {
  test('a note sends nothing to LINE and does not change the waiting time', async () => {
    const me = await testDesk.signInAs()
    const { ticketId } = await openTicket(testDesk)
    const waits = (await rowOf(ticketId)).waiting_since
    const { id } = await written(ticketId, me, 'อย่าให้ลูกค้าเห็น')
    await call('PUT', `/notes/${id}`, me, { text: 'อย่าให้ลูกค้าเห็นเลย', mentions: [] })
    const { rows } = await testDesk.context.db.$client.query(
      `select 1 from deliveries union all select 1 from line_sends
       union all select 1 from messages where text like 'อย่าให้%'`,
    )
    expect(rows).toEqual([])
    expect((await rowOf(ticketId)).waiting_since).toEqual(waits)
  })

  test('no table or column of the outbox can refer to a note', async () => {
    const { rows } = await testDesk.context.db.$client.query(
      `select conrelid::regclass::text as table from pg_constraint
       where contype = 'f' and confrelid in ('internal_notes'::regclass, 'mentions'::regclass)`,
    )
    expect(rows).toEqual([{ table: 'mentions' }])
    const { rows: columns } = await testDesk.context.db.$client.query(
      `select column_name from information_schema.columns
       where table_name in ('deliveries', 'line_sends') and column_name like '%note%'`,
    )
    expect(columns).toEqual([])
  })

  test('retry_of rejects the id of a note', async () => {
    const me = await testDesk.signInAs()
    const { ticketId } = await openTicket(testDesk)
    const { id } = await written(ticketId, me, 'ภายใน')
    const response = await call('POST', `/tickets/${ticketId}/send`, me, {
      type: 'text',
      text: 'ก',
      retry_of: id,
    })
    expect(response.json().code).toBe('not_failed')
    expect((await call('POST', `/tickets/${ticketId}/messages/${id}/withdraw`, me)).statusCode).toBe(409)
  })
})
