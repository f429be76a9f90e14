import { setImmediate as nextTick } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileResult } from '../line-api/line-response.ts'
import { openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { createLineWorld } from '../testing/line-world.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { ProfileFetcher } from './customer-profile.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
})
afterAll(() => testDesk?.close())

test('shutdown drops queued profile fetches and waits for running ones', async () => {
  const made = await testDesk.context.db.$client.query<{ id: string }>(
    `insert into customers (channel_key, line_user_id)
     select 'main', $1 || n from generate_series(1, 50) n returning id`,
    [randomLineUserId().slice(0, 30)],
  )
  const pendingProfiles: ((resolveProfile: ProfileResult) => void)[] = []
  const profile = () => new Promise<ProfileResult>((resolve) => pendingProfiles.push(resolve))
  const channel = await testDesk.context.line.forChannel('main')
  const line = { ...testDesk.context.line, forChannel: async () => ({ ...channel, profile }) }
  const fetcher = new ProfileFetcher({ ...testDesk.context, line })
  for (const { id } of made.rows) fetcher.requestRefresh(id)
  await expect.poll(() => pendingProfiles.length).toBe(4)

  let hasStopped = false
  const stopped = fetcher.stop().then(() => {
    hasStopped = true
  })
  // Waits one tick, in which `stop` would resolve if it did not wait for running fetches.
  await nextTick()
  expect(hasStopped).toBe(false)
  for (const resolveProfile of pendingProfiles) resolveProfile({ kind: 'unknown' })
  await stopped
  expect(pendingProfiles).toHaveLength(4)
  const stored = await testDesk.context.db.$client.query(
    'select 1 from customers where profile_fetched_at is not null and id = any($1)',
    [made.rows.map(({ id }) => id)],
  )
  expect(stored.rowCount).toBe(4)
})

test('the profile of a customer is fetched, stored and shown', async () => {
  const world = await createLineWorld()
  try {
    const { headers } = await world.testDesk.signInAs()
    const { user_id, display_name } = world.customer()
    const named = new Promise<(string | undefined)[]>((resolve) => {
      world.testDesk.context.bus.subscribe((busEvent) => {
        if (busEvent.kind !== 'ticket') return
        const { events } = busEvent
        const names = events.map(
          (event) => event.type === 'ticket_update' && event.data.profile?.display_name,
        )
        const texts = events.map((event) =>
          event.type === 'ticket_list_update' ? event.data.reason : event.type,
        )
        if (names.includes(display_name)) resolve(texts)
      })
    })
    const { ticketId } = await openTicket(world.testDesk, { userId: user_id })
    // Lists are fetched again, because a search for the name must now find the ticket.
    expect(await named).toEqual(['ticket_update', 'renamed'])
    await postWebhook(world.testDesk, [textEvent(user_id, 'อีกข้อความ')])
    const ticket = (
      await world.testDesk.app.inject({ url: `/api/staff/tickets/${ticketId}`, headers })
    ).json()
    expect(ticket.profile).toMatchObject({ display_name, picture_url: expect.stringMatching(/^http/) })
  } finally {
    await world.close()
  }
})

test('a new picture of a customer is shown, and does not make lists fetch again', async () => {
  const { ticketId } = await openTicket(testDesk)
  const profile = { displayName: 'ชื่อเดิม', pictureUrl: 'https://example.com/new.png', statusMessage: null }
  const named = await testDesk.context.db.$client.query<{ id: string }>(
    `update customers set display_name = $2 where id = (select customer_id from tickets where id = $1) returning id`,
    [ticketId, profile.displayName],
  )
  const published = new Promise<string[]>((resolve) => {
    testDesk.context.bus.subscribe((event) => {
      if (event.kind === 'ticket' && event.ticketId === ticketId)
        resolve(event.events.map(({ type }) => type))
    })
  })
  const channel = await testDesk.context.line.forChannel('main')
  const found = { ...channel, profile: async (): Promise<ProfileResult> => ({ kind: 'found', profile }) }
  const line = { ...testDesk.context.line, forChannel: async () => found }
  new ProfileFetcher({ ...testDesk.context, line }).requestRefresh(named.rows[0]?.id ?? '')
  expect(await published).toEqual(['ticket_update'])
})
