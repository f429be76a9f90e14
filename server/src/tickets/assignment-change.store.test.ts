import type { AssignmentChange } from 'shared/contract/tickets/assignment-change.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTicket } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { findAssignmentChanges } from './assignment-change.store.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
})
afterAll(() => testDesk?.close())

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>

async function post(path: string, { headers }: TestStaff, payload?: object): Promise<void> {
  const url = `/api/staff/tickets/${path}`
  const { statusCode } = await testDesk.app.inject({
    method: 'POST',
    url,
    headers,
    ...(payload && { payload }),
  })
  expect(statusCode).toBe(200)
}
const transfer = (id: string, by: TestStaff, from: TestStaff, to: TestStaff, reason: string) =>
  post(`${id}/transfer`, by, { from: from.staffId, to: to.staffId, reason })

test('a missed transfer is reported for two hours, until the staff member acts on the ticket or it changes again', async () => {
  const { ticketId } = await openTicket(testDesk, { channelKey: 'main' })
  const assignee = await testDesk.signInAs({ displayName: 'เอ' })
  await post(`${ticketId}/accept`, assignee)
  const [lead, newAssignee] = [await testDesk.signInAs({ displayName: 'หัวหน้า' }), await testDesk.signInAs()]
  const allStaff = [assignee, lead, newAssignee]
  const known = async (afterMs = 0) => {
    const now = new Date(Date.now() + afterMs)
    const ids = allStaff.map(({ staffId }) => staffId)
    const found = await findAssignmentChanges(testDesk.context.db, ids, now)
    return allStaff.map(({ staffId }) =>
      found
        .filter((each) => each.staffId === staffId)
        .map(({ assignmentChange }) => assignmentChange.timeline_event.text),
    )
  }
  await transfer(ticketId, lead, assignee, newAssignee, 'พักยาว')
  expect(await known()).toEqual([['พักยาว'], [], ['พักยาว']])
  expect(await known(29 * 60_000)).toEqual([['พักยาว'], [], ['พักยาว']])
  expect(await known(121 * 60_000)).toEqual([[], [], []])
  // Clients without a WebSocket request the list of missed transfers by HTTP.
  for (const staffMember of allStaff) {
    const { headers } = staffMember
    const response = await testDesk.app.inject({ url: '/api/staff/assignment-changes', headers })
    const texts = (response.json() as { items: AssignmentChange[] }).items.map(
      ({ timeline_event }) => timeline_event.text,
    )
    expect(texts).toEqual(staffMember === lead ? [] : ['พักยาว'])
  }
  const [found] = await findAssignmentChanges(testDesk.context.db, [assignee.staffId], new Date())
  expect(found?.assignmentChange).toMatchObject({
    channel_key: 'main',
    customer: expect.any(String),
    timeline_event: {
      ticket_id: ticketId,
      kind: 'transferred',
      staff: { id: lead.staffId },
      to: { id: newAssignee.staffId },
    },
  })
  // The new assignee transfers the ticket back, and is not notified of this transfer.
  await transfer(ticketId, newAssignee, newAssignee, lead, 'ขอคืนค่ะ')
  expect(await known()).toEqual([['พักยาว'], ['ขอคืนค่ะ'], []])
  await post(`${ticketId}/close`, lead)
  expect(await known()).toEqual([['พักยาว'], [], []])
})
