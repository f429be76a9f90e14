import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
})
afterAll(() => testDesk?.close())

type Person = Awaited<ReturnType<TestDesk['signInAs']>>

const post = (path: string, { headers }: Person) =>
  testDesk.app.inject({ method: 'POST', url: `/api/staff/tickets/${path}`, headers })

/** The customer's open case, as the queue shows it. */
async function openCaseOf(userId: string, { headers }: Person): Promise<Ticket> {
  const { rows } = await testDesk.context.db.$client.query<{ id: string }>(
    `select t.id from tickets t join customers c on c.id = t.customer_id where c.line_user_id = $1 and t.status = 'OPEN'`,
    [userId],
  )
  const answer = await testDesk.app.inject({ url: `/api/staff/tickets?status=OPEN&page_size=100`, headers })
  const found = (answer.json() as { items: Ticket[] }).items.find(({ id }) => id === rows[0]?.id)
  if (found === undefined) throw new Error('there is no open case')
  return found
}

test('a new case names who had the customer’s last one, until somebody takes it', async () => {
  const [first, second, looker] = [
    await testDesk.signInAs({ displayName: 'เอ' }),
    await testDesk.signInAs({ displayName: 'บี' }),
    await testDesk.signInAs({ displayName: 'ซี' }),
  ]
  const userId = randomLineUserId()
  const { ticketId } = await openTicket(testDesk, { userId })
  expect((await openCaseOf(userId, looker)).previous_agent).toBeNull()
  await post(`${ticketId}/accept`, first)
  await post(`${ticketId}/close`, first)
  await postWebhook(testDesk, [textEvent(userId, 'อีกเรื่องค่ะ')])
  const next = await openCaseOf(userId, looker)
  expect(next.previous_agent).toMatchObject({ id: first.staffId, display_name: 'เอ' })
  expect((await post(`${next.id}/accept`, second)).json().previous_agent).toBeNull()
  await post(`${next.id}/close`, second)
  await postWebhook(testDesk, [textEvent(userId, 'ขอบคุณค่ะ')])
  expect((await openCaseOf(userId, looker)).previous_agent?.id).toBe(second.staffId)
  // Who may not work any more is nobody to wait for.
  await testDesk.context.db.$client.query(`update staff set status = 'SUSPENDED' where id = $1`, [
    second.staffId,
  ])
  expect((await openCaseOf(userId, looker)).previous_agent?.id).toBe(first.staffId)
})
