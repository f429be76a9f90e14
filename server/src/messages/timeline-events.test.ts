import { listMessages } from 'shared/contract/messages/list-messages.call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
})
afterAll(() => testDesk?.close())

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>

const post = (path: string, { headers }: TestStaff, payload: object = {}) =>
  testDesk.app.inject({ method: 'POST', url: `/api/staff/tickets/${path}`, headers, payload })
async function read(ticketId: string, { headers }: TestStaff, query = '') {
  const response = await testDesk.app.inject({
    url: `/api/staff/tickets/${ticketId}/messages?${query}`,
    headers,
  })
  return listMessages.response.parse(response.json())
}

/**
 * Returns a ticket that was accepted after the first message, transferred and unassigned after the second, and closed
 * after the third.
 */
async function busyTicket() {
  const [a, b] = [
    await testDesk.signInAs({ displayName: 'เอ' }),
    await testDesk.signInAs({ displayName: 'บี' }),
  ]
  const { ticketId, userId } = await openTicket(testDesk)
  await post(`${ticketId}/accept`, a)
  await postWebhook(testDesk, [textEvent(userId, 'สอง')])
  await post(`${ticketId}/transfer`, a, { from: a.staffId, to: b.staffId, reason: 'ไปพัก' })
  await post(`${ticketId}/unassign`, b, { from: b.staffId, reason: 'ไม่ว่าง' })
  await postWebhook(testDesk, [textEvent(userId, 'สาม')])
  await post(`${ticketId}/close`, a)
  return { ticketId, userId, a, b }
}

test('a timeline event has the message that it follows, and events are ordered by revision', async () => {
  const { ticketId, a, b } = await busyTicket()
  const page = await read(ticketId, a)
  expect(page.items.map(({ seq, revision }) => [seq, revision])).toEqual([
    [1, 1],
    [2, 3],
    [3, 6],
  ])
  const timelineEvents = page.timeline_events.toSorted((x, y) => x.revision - y.revision)
  expect(
    timelineEvents.map(({ kind, after_seq, revision, text }) => [kind, after_seq, revision, text]),
  ).toEqual([
    ['accepted', 1, 2, null],
    ['transferred', 2, 4, 'ไปพัก'],
    ['returned', 2, 5, 'ไม่ว่าง'],
    ['closed', 3, 7, null],
  ])
  expect(
    timelineEvents.map(({ staff, from, to }) => [staff, from, to].map((each) => each?.display_name)),
  ).toEqual([
    ['เอ', undefined, undefined],
    ['เอ', 'เอ', 'บี'],
    ['บี', 'บี', undefined],
    ['เอ', undefined, undefined],
  ])
  expect(page.revision).toBe(7)
  expect(b.staffId).not.toBe(a.staffId)
})

test('timeline events are returned with the page of messages that they belong to', async () => {
  const { ticketId, a } = await busyTicket()
  const kinds = async (query: string) =>
    (await read(ticketId, a, query)).timeline_events.map(({ kind }) => kind).sort()
  expect(await kinds('limit=1')).toEqual(['closed'])
  expect(await kinds('limit=1&before_seq=3')).toEqual(['returned', 'transferred'])
  expect(await kinds('limit=1&before_seq=2')).toEqual(['accepted'])
  expect(await kinds('limit=1&after_seq=1')).toEqual(['accepted', 'returned', 'transferred'])
  expect(await kinds('after_seq=2')).toEqual(['closed', 'returned', 'transferred'])
})

test('reading page by page after a revision returns each message and timeline event exactly once', async () => {
  const { ticketId, a } = await busyTicket()
  for (const limit of [1, 2, 3, 50]) {
    const seen: number[] = []
    for (let after = 0, more = true; more; ) {
      const page = await read(ticketId, a, `after_revision=${after}&limit=${limit}`)
      const revisions = [...page.items, ...page.timeline_events].map(({ revision }) => revision)
      expect(revisions.length).toBeLessThanOrEqual(limit)
      seen.push(...revisions.sort((x, y) => x - y))
      expect(page.revision).toBe(page.has_more ? Math.max(...revisions) : 7)
      after = page.revision
      more = page.has_more
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7])
  }
  expect(await read(ticketId, a, 'after_revision=7')).toEqual({
    items: [],
    has_more: false,
    timeline_events: [],
    revision: 7,
  })
})

test('every revision up to the reported one is returned, even during concurrent changes', async () => {
  const [a, b] = [await testDesk.signInAs(), await testDesk.signInAs()]
  const { ticketId, userId } = await openTicket(testDesk)
  await post(`${ticketId}/accept`, a)
  let hasEnded = false
  const traffic = (async () => {
    for (let round = 0; round < 15; round += 1) {
      const [from, to] = round % 2 === 0 ? [a, b] : [b, a]
      await Promise.all([
        post(`${ticketId}/transfer`, from, { from: from.staffId, to: to.staffId, reason: 'x' }),
        postWebhook(testDesk, [textEvent(userId, `ข้อความ ${round}`)]),
      ])
    }
    hasEnded = true
  })()
  const known = new Set<number>()
  let complete = 0
  for (let last = false; !last; ) {
    last = hasEnded
    const page = await read(ticketId, a, `after_revision=${complete}&limit=7`)
    for (const { revision } of [...page.items, ...page.timeline_events]) known.add(revision)
    complete = page.revision
    for (let each = 1; each <= complete; each += 1) expect(known.has(each), `revision ${each}`).toBe(true)
    if (page.has_more) last = false
  }
  await traffic
  expect(complete).toBe(1 + 1 + 15 + 15)
})

test('timeline events never enter the outbox', async () => {
  await busyTicket()
  const { rows } = await testDesk.context.db.$client.query(
    'select from deliveries union all select from line_sends',
  )
  expect(rows).toEqual([])
})
