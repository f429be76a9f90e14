import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channels, staff } from '../db/schema.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await createTestDesk()
  const { staffId } = await desk.signInAs()
  await fillTickets(desk.context.db, {
    count: 20,
    channelKeys: ['main'],
    staffIds: [staffId],
    openShare: 0.5,
  })
})
afterAll(() => desk.close())

/** Returns the channels and the number of tickets that a staff member sees. */
async function view({ headers }: { headers: { authorization: string } }) {
  const ownChannels = await desk.app.inject({ url: '/api/staff/channels', headers })
  const tickets = await desk.app.inject({ url: '/api/staff/tickets', headers })
  const keys = ownChannels.json().items.map(({ key }: { key: string }) => key)
  return { keys, tickets: tickets.json().total }
}

test('deleting a channel removes the rights to it and grants no other rights', async () => {
  await desk.addChannel('gold')
  await desk.addChannel('silver')
  const onlyGold = await desk.signInAs({ channelKeys: ['gold'] })
  const both = await desk.signInAs({ channelKeys: ['gold', 'silver'] })
  expect(await view(onlyGold)).toEqual({ keys: ['gold'], tickets: 0 })
  await desk.context.db.delete(channels).where(eq(channels.key, 'gold'))
  expect(await view(onlyGold)).toEqual({ keys: [], tickets: 0 })
  expect(await view(both)).toEqual({ keys: ['silver'], tickets: 0 })
  const [ticket] = (await desk.context.db.$client.query<{ id: string }>('select id from tickets limit 1'))
    .rows
  const refused = await desk.app.inject({
    url: `/api/staff/tickets/${ticket?.id}`,
    headers: onlyGold.headers,
  })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden_channel'])
})

test('all_channels includes channels created later, until it is revoked', async () => {
  const agent = await desk.signInAs()
  await desk.addChannel('later')
  expect(await view(agent)).toEqual({ keys: expect.arrayContaining(['main', 'later']), tickets: 20 })
  await desk.context.db.update(staff).set({ allChannels: false }).where(eq(staff.id, agent.staffId))
  expect(await view(agent)).toEqual({ keys: [], tickets: 0 })
})
