import type { HandedOver } from 'shared/contract/tickets/handed-over.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTicket } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { findHandedOver } from './handed-over.store.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
})
afterAll(() => testDesk?.close())

type Person = Awaited<ReturnType<TestDesk['signInAs']>>

async function post(path: string, { headers }: Person, payload?: object): Promise<void> {
  const url = `/api/staff/tickets/${path}`
  const { statusCode } = await testDesk.app.inject({
    method: 'POST',
    url,
    headers,
    ...(payload && { payload }),
  })
  expect(statusCode).toBe(200)
}
const transfer = (id: string, by: Person, from: Person, to: Person, reason: string) =>
  post(`${id}/transfer`, by, { from: from.staffId, to: to.staffId, reason })

test('returns recent transfers for two hours to staff who missed them, until they act on the ticket or it changes again', async () => {
  const { ticketId } = await openTicket(testDesk, { channelKey: 'main' })
  const holder = await testDesk.signInAs({ displayName: 'เอ' })
  await post(`${ticketId}/accept`, holder)
  const [lead, receiver] = [await testDesk.signInAs({ displayName: 'หัวหน้า' }), await testDesk.signInAs()]
  const everybody = [holder, lead, receiver]
  const known = async (afterMs = 0) => {
    const now = new Date(Date.now() + afterMs)
    const ids = everybody.map(({ staffId }) => staffId)
    const found = await findHandedOver(testDesk.context.db, ids, now)
    return everybody.map(({ staffId }) =>
      found
        .filter((each) => each.staffId === staffId)
        .map(({ handedOver }) => handedOver.timeline_event.text),
    )
  }
  await transfer(ticketId, lead, holder, receiver, 'พักยาว')
  expect(await known()).toEqual([['พักยาว'], [], ['พักยาว']])
  expect(await known(29 * 60_000)).toEqual([['พักยาว'], [], ['พักยาว']])
  expect(await known(121 * 60_000)).toEqual([[], [], []])
  // Clients without a socket request the list.
  for (const person of everybody) {
    const { headers } = person
    const response = await testDesk.app.inject({ url: '/api/staff/hand-overs', headers })
    const texts = (response.json() as { items: HandedOver[] }).items.map(
      ({ timeline_event }) => timeline_event.text,
    )
    expect(texts).toEqual(person === lead ? [] : ['พักยาว'])
  }
  const [found] = await findHandedOver(testDesk.context.db, [holder.staffId], new Date())
  expect(found?.handedOver).toMatchObject({
    channel_key: 'main',
    customer: expect.any(String),
    timeline_event: {
      ticket_id: ticketId,
      kind: 'transferred',
      staff: { id: lead.staffId },
      to: { id: receiver.staffId },
    },
  })
  // The new assignee transfers it: no notification to the one who acted.
  await transfer(ticketId, receiver, receiver, lead, 'ขอคืนค่ะ')
  expect(await known()).toEqual([['พักยาว'], ['ขอคืนค่ะ'], []])
  await post(`${ticketId}/close`, lead)
  expect(await known()).toEqual([['พักยาว'], [], []])
})
