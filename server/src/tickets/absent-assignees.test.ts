import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '../db/client.ts'
import type { DeskEvent } from '../event-bus.ts'
import { openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { claimAbsentAlerts, clearAbsence } from './absent-assignees.store.ts'
import { type AbsenceWatchOptions, watchAbsentAssignees } from './absent-assignees.ts'
import { publishChangedTickets } from './publish-changed-tickets.ts'

let desk: TestDesk
const watches: { stop(): Promise<void> }[] = []
beforeAll(async () => {
  desk = await createTestDesk()
})
afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.stop()
})
afterAll(() => desk?.close())

const NO_GRACE: AbsenceWatchOptions = { pollMs: 10, graceMs: 0, alertAfterMs: 0 }

/** Starts the absence watch of one server. `present` contains the present staff and may change later. */
function watch(present: Set<string>, options: AbsenceWatchOptions = NO_GRACE) {
  watches.push(watchAbsentAssignees(desk.context, { ids: () => present }, { ...options }))
}

/** Returns a list to which the id of each ticket with a published alert is added. */
function alerts(): string[] {
  const found: string[] = []
  desk.context.bus.subscribe((event: DeskEvent) => {
    if (event.kind === 'tickets_changed')
      found.push(...event.tickets.filter(({ isAlert }) => isAlert).map(({ id }) => id))
  })
  return found
}

/** Returns a ticket that an agent has accepted, and a function that sends another message of its customer. */
async function acceptedTicket() {
  const agent = await desk.signInAs()
  const { userId, ticketId } = await openTicket(desk)
  const url = `/api/staff/tickets/${ticketId}/accept`
  await desk.app.inject({ method: 'POST', url, headers: agent.headers })
  const read = async () =>
    (await desk.app.inject({ url: `/api/staff/tickets/${ticketId}`, headers: agent.headers })).json()
  return { agent, userId, ticketId, read, write: () => postWebhook(desk, [textEvent(userId, 'มีใครอยู่ไหม')]) }
}

test('each message causes one alert while the assignee is absent, from any number of servers', async () => {
  const { ticketId, read, write } = await acceptedTicket()
  const found = alerts()
  const ofTicket = () => found.filter((id) => id === ticketId)
  watch(new Set())
  watch(new Set())
  await vi.waitFor(() => expect(ofTicket()).toHaveLength(1))
  expect(await read()).toMatchObject({ assignee_absent: true })
  await write()
  await vi.waitFor(() => expect(ofTicket()).toHaveLength(2))
})

test('no absence alert is published while the assignee is present or before the customer has waited for a minute', async () => {
  const [early, present] = [await acceptedTicket(), await acceptedTicket()]
  const found = alerts()
  watch(new Set([present.agent.staffId]))
  await vi.waitFor(() => expect(found).toContain(early.ticketId))
  expect(found).not.toContain(present.ticketId)
  for (const each of watches.splice(0)) await each.stop()
  const late = await acceptedTicket()
  // The customer of this ticket wrote an hour ago. Its alert shows that a check has run since the other ticket changed.
  const other = await acceptedTicket()
  await desk.context.db.$client.query(
    `update messages set created_at = created_at - interval '1 hour' where ticket_id = $1`,
    [other.ticketId],
  )
  watch(new Set(), { ...NO_GRACE, alertAfterMs: 60_000 })
  await vi.waitFor(() => expect(found).toContain(other.ticketId))
  expect(found).not.toContain(late.ticketId)
  expect(await late.read()).toMatchObject({ assignee_absent: false })
})

test('an assignee who returns clears the absence mark, and one who leaves without a reply causes a new alert', async () => {
  const { ticketId, agent, read } = await acceptedTicket()
  const found = alerts()
  const present = new Set<string>()
  watch(present)
  await vi.waitFor(() => expect(found).toContain(ticketId))
  present.add(agent.staffId)
  await vi.waitFor(async () => expect(await read()).toMatchObject({ assignee_absent: false }))
  found.length = 0
  present.delete(agent.staffId)
  await vi.waitFor(() => expect(found).toContain(ticketId))
})

test('an absence mark that another server set wrongly is cleared while the assignee is present', async () => {
  const { ticketId, agent, read } = await acceptedTicket()
  const other = await acceptedTicket()
  const found = alerts()
  watch(new Set([agent.staffId]))
  await vi.waitFor(() => expect(found).toContain(other.ticketId))
  expect(await claimAbsentAlerts(desk.context.db, [], new Date())).toContain(ticketId)
  await vi.waitFor(async () => expect(await read()).toMatchObject({ assignee_absent: false }))
})

test('the absence check skips a locked ticket, and alerts or clears its absence at a later check', async () => {
  const [locked, free] = [await acceptedTicket(), await acceptedTicket()]
  const { db } = desk.context
  const both = [locked.ticketId, free.ticketId]
  const staffIds = [locked.agent.staffId, free.agent.staffId]
  const ofBoth = (ids: string[]) => ids.filter((id) => both.includes(id))
  const lock = (work: () => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await tx.execute(sql`select 1 from tickets where id = ${locked.ticketId}::uuid for update`)
      await work()
    })
  await lock(async () => expect(ofBoth(await claimAbsentAlerts(db, [], new Date()))).toEqual([free.ticketId]))
  expect(ofBoth(await claimAbsentAlerts(db, [], new Date()))).toEqual([locked.ticketId])
  await lock(async () => expect(await clearAbsence(db, staffIds)).toEqual([free.ticketId]))
  expect(await clearAbsence(db, staffIds)).toEqual([locked.ticketId])
})

test('an assignee whose page reloads within the grace period counts as present', async () => {
  const { ticketId, agent } = await acceptedTicket()
  const other = await acceptedTicket()
  const found = alerts()
  let now = 0
  const present = new Set([agent.staffId])
  watch(present, { ...NO_GRACE, graceMs: 15_000, clock: () => now })
  now = 20_000
  await vi.waitFor(() => expect(found).toContain(other.ticketId))
  present.clear()
  now = 30_000
  await other.write()
  await vi.waitFor(() => expect(found.filter((id) => id === other.ticketId)).toHaveLength(2))
  expect(found).not.toContain(ticketId)
  now = 40_000
  await vi.waitFor(() => expect(found).toContain(ticketId))
})

test('sockets of the channel receive the absence alert and the changed ticket', async () => {
  const { ticketId, agent } = await acceptedTicket()
  const events: DeskEvent[] = []
  desk.context.bus.subscribe((event) => events.push(event))
  watch(new Set())
  await vi.waitFor(() => expect(events.some(({ kind }) => kind === 'tickets_changed')).toBe(true))
  await publishChangedTickets(desk.context, [{ id: ticketId, isAlert: true }])
  const ofTicket = events.filter((event) => event.kind === 'ticket' && event.ticketId === ticketId)
  expect(ofTicket.at(-1)).toMatchObject({
    channelKey: 'main',
    events: [
      { type: 'ticket_update', data: { id: ticketId } },
      { type: 'assignee_absent', data: { ticket_id: ticketId, assigned_to: { id: agent.staffId }, seq: 1 } },
    ],
  })
})
