import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskEvent } from '../event-bus.ts'
import { openTicket } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip', 'OA VIP')
})
afterAll(() => testDesk?.close())

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>
const { deposit, withdrawal } = ISSUE_TYPES

const correct = (id: string, { headers }: TestStaff, subject: string) =>
  testDesk.app.inject({
    method: 'PUT',
    url: `/api/staff/tickets/${id}/subject`,
    headers,
    payload: { subject },
  })
const post = (path: string, { headers }: TestStaff) =>
  testDesk.app.inject({ method: 'POST', url: `/api/staff/tickets/${path}`, headers })

/** Returns an accepted ticket whose issue type is deposit. */
async function acceptedTicket() {
  const assignee = await testDesk.signInAs({ displayName: 'เอ' })
  const { ticketId } = await openTicket(testDesk)
  expect((await post(`${ticketId}/accept`, assignee)).statusCode).toBe(200)
  expect((await correct(ticketId, assignee, deposit)).statusCode).toBe(200)
  return { ticketId, assignee }
}

async function withoutRole(): Promise<TestStaff> {
  const staffMember = await testDesk.signInAs()
  await testDesk.context.db.$client.query('update staff set role = null where id = $1', [staffMember.staffId])
  return staffMember
}

async function subjectEventsOf(ticketId: string, { headers }: TestStaff) {
  const response = await testDesk.app.inject({ url: `/api/staff/tickets/${ticketId}/messages`, headers })
  const { timeline_events } = response.json() as { timeline_events: TimelineEvent[] }
  return timeline_events
    .filter(({ kind }) => kind === 'subject_changed')
    .sort((a, b) => a.revision - b.revision)
}

test('a corrected issue type is published to lists and conversation, together with the previous issue type', async () => {
  const { ticketId, assignee } = await acceptedTicket()
  const events: DeskEvent[] = []
  const stop = testDesk.context.bus.subscribe((event) => events.push(event))
  const response = await correct(ticketId, assignee, withdrawal)
  stop()
  expect(response.json()).toMatchObject({ subject: withdrawal, status: 'OPEN' })
  const timelineEvent = expect.objectContaining({
    kind: 'subject_changed',
    after_seq: 1,
    text: null,
    staff: expect.objectContaining({ id: assignee.staffId }),
    subject: { from: deposit, to: withdrawal },
  })
  expect(events.flatMap((event) => (event.kind === 'ticket' ? event.events : []))).toEqual([
    { type: 'timeline_event', data: timelineEvent },
    { type: 'ticket_update', data: expect.objectContaining({ subject: withdrawal }) },
    {
      type: 'ticket_list_update',
      data: { reason: 'subject_changed', ticket_id: ticketId, channel_key: 'main' },
    },
  ])
  expect((await subjectEventsOf(ticketId, assignee)).at(-1)).toEqual(timelineEvent)
})

test('correcting an issue type to the current one changes and publishes nothing', async () => {
  const { ticketId, assignee } = await acceptedTicket()
  const before = (await subjectEventsOf(ticketId, assignee)).length
  const events: DeskEvent[] = []
  const stop = testDesk.context.bus.subscribe((event) => events.push(event))
  expect((await correct(ticketId, assignee, deposit)).statusCode).toBe(200)
  stop()
  expect(events).toEqual([])
  expect(await subjectEventsOf(ticketId, assignee)).toHaveLength(before)
})

test('two concurrent corrections of the issue type are recorded in order', async () => {
  const { ticketId, assignee } = await acceptedTicket()
  const manager = await testDesk.signInAs()
  await Promise.all([
    correct(ticketId, assignee, withdrawal),
    correct(ticketId, manager, ISSUE_TYPES.website),
  ])
  const [first, second] = (await subjectEventsOf(ticketId, assignee)).slice(-2).map(({ subject }) => subject)
  expect(first?.from).toBe(deposit)
  expect(second?.from).toBe(first?.to)
})

test('the issue type of a closed ticket can be corrected', async () => {
  const { ticketId, assignee } = await acceptedTicket()
  await post(`${ticketId}/close`, assignee)
  expect((await correct(ticketId, assignee, withdrawal)).json()).toMatchObject({
    subject: withdrawal,
    status: 'CLOSED',
  })
})

test('the assignee and staff who may close any ticket may correct the issue type', async () => {
  const { ticketId } = await acceptedTicket()
  const response = await correct(ticketId, await withoutRole(), withdrawal)
  expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden_not_assignee'])
  const stranger = await testDesk.signInAs({ channelKeys: ['vip'] })
  expect((await correct(ticketId, stranger, withdrawal)).json().code).toBe('forbidden_channel')
  expect((await correct(ticketId, await testDesk.signInAs(), withdrawal)).statusCode).toBe(200)
})

test('correcting the issue type returns 400 for an unknown type', async () => {
  const { ticketId, assignee } = await acceptedTicket()
  expect((await correct(ticketId, assignee, 'เรื่องอื่น')).statusCode).toBe(400)
})
