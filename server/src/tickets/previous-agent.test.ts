import { sql } from 'drizzle-orm'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { ticketSelect } from './ticket-row.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
})
afterAll(() => testDesk?.close())

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>

const post = (path: string, { headers }: TestStaff, payload?: object) =>
  testDesk.app.inject({ method: 'POST', url: `/api/staff/tickets/${path}`, headers, payload })

/** Returns the customer's open ticket as the queue of this staff member shows it. */
async function openTicketOf(userId: string, { headers }: TestStaff): Promise<Ticket> {
  const { rows } = await testDesk.context.db.$client.query<{ id: string }>(
    `select t.id from tickets t join customers c on c.id = t.customer_id where c.line_user_id = $1 and t.status = 'OPEN'`,
    [userId],
  )
  const response = await testDesk.app.inject({ url: `/api/staff/tickets?status=OPEN&page_size=100`, headers })
  const found = (response.json() as { items: Ticket[] }).items.find(({ id }) => id === rows[0]?.id)
  if (found === undefined) throw new Error('there is no open case')
  return found
}

test('a new ticket names the agent of the previous ticket of the customer, until it is accepted', async () => {
  const [first, second, looker] = [
    await testDesk.signInAs({ displayName: 'เอ' }),
    await testDesk.signInAs({ displayName: 'บี' }),
    await testDesk.signInAs({ displayName: 'ซี' }),
  ]
  const userId = randomLineUserId()
  const { ticketId } = await openTicket(testDesk, { userId })
  expect((await openTicketOf(userId, looker)).previous_agent).toBeNull()
  await post(`${ticketId}/accept`, first)
  await post(`${ticketId}/close`, first)
  await postWebhook(testDesk, [textEvent(userId, 'อีกเรื่องค่ะ')])
  const next = await openTicketOf(userId, looker)
  expect(next.previous_agent).toMatchObject({ id: first.staffId, display_name: 'เอ' })
  expect((await post(`${next.id}/accept`, second)).json().previous_agent).toBeNull()
  await post(`${next.id}/close`, second)
  await postWebhook(testDesk, [textEvent(userId, 'ขอบคุณค่ะ')])
  expect((await openTicketOf(userId, looker)).previous_agent?.id).toBe(second.staffId)
  // The staff member is suspended and therefore no longer named as the previous agent.
  await testDesk.context.db.$client.query(`update staff set status = 'SUSPENDED' where id = $1`, [
    second.staffId,
  ])
  expect((await openTicketOf(userId, looker)).previous_agent?.id).toBe(first.staffId)
})

test('a previous agent who may no longer work in the channel is not named', async () => {
  const [assignee, looker] = [await testDesk.signInAs({ channelKeys: ['main'] }), await testDesk.signInAs()]
  const [returned, closed] = [randomLineUserId(), randomLineUserId()]
  const { ticketId } = await openTicket(testDesk, { userId: returned })
  await post(`${ticketId}/accept`, assignee)
  await post(`${ticketId}/unassign`, assignee, { from: assignee.staffId, reason: 'พักก่อน' })
  const before = await openTicket(testDesk, { userId: closed })
  await post(`${before.ticketId}/accept`, assignee)
  await post(`${before.ticketId}/close`, assignee)
  await postWebhook(testDesk, [textEvent(closed, 'อีกเรื่องค่ะ')])
  for (const userId of [returned, closed])
    expect((await openTicketOf(userId, looker)).previous_agent?.id).toBe(assignee.staffId)
  await testDesk.context.db.$client.query('delete from staff_channels where staff_id = $1', [
    assignee.staffId,
  ])
  for (const userId of [returned, closed])
    expect((await openTicketOf(userId, looker)).previous_agent).toBeNull()
})

test('an unassigned ticket names its last assignee rather than agents of earlier tickets', async () => {
  const [first, second, looker] = [
    await testDesk.signInAs({ displayName: 'เอ' }),
    await testDesk.signInAs({ displayName: 'บี' }),
    await testDesk.signInAs({ displayName: 'ซี' }),
  ]
  const userId = randomLineUserId()
  const earlier = await openTicket(testDesk, { userId })
  await post(`${earlier.ticketId}/accept`, looker)
  await post(`${earlier.ticketId}/close`, looker)
  await postWebhook(testDesk, [textEvent(userId, 'อีกเรื่องค่ะ')])
  const { id } = await openTicketOf(userId, looker)
  for (const assignee of [first, second]) {
    await post(`${id}/accept`, assignee)
    const returned = await post(`${id}/unassign`, assignee, { from: assignee.staffId, reason: 'จบกะ' })
    expect(returned.json().previous_agent?.id).toBe(assignee.staffId)
    expect((await openTicketOf(userId, looker)).previous_agent?.id).toBe(assignee.staffId)
  }
  await testDesk.context.db.$client.query(`update staff set status = 'SUSPENDED' where id = $1`, [
    second.staffId,
  ])
  expect((await openTicketOf(userId, looker)).previous_agent?.id).toBe(first.staffId)
})

test('the last assignee of a ticket is found by index', async () => {
  const assignee = await testDesk.signInAs()
  const { db } = testDesk.context
  const [often, other] = [await openTicket(testDesk, {}), await openTicket(testDesk, {})]
  for (const [{ ticketId }, count] of [
    [often, 20],
    [other, 20_000],
  ] as const)
    await db.$client.query(
      `insert into ticket_assignments (ticket_id, staff_id, started_at, ended_at) select $1, $2, now(), now() from generate_series(1, $3::int)`,
      [ticketId, assignee.staffId, count],
    )
  const reads = await readsOf(
    db,
    'ticket_assignments',
    sql`${ticketSelect(null)} where t.id = ${often.ticketId}::uuid`,
  )
  expect(reads.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  expect(reads.map(({ loops }) => loops)).toEqual([1])
  expect(reads[0]?.rows).toBeLessThanOrEqual(20)
})
