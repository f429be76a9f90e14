import type { AddressInfo } from 'node:net'
import { unassignOwnTickets } from 'shared/contract/tickets/change-assignee.call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskEvent } from '../event-bus.ts'
import { openTicket } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { TestSocket } from '../testing/test-socket.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip', 'OA VIP')
})
afterAll(() => testDesk?.close())

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>

const post = (path: string, { headers }: TestStaff, payload?: object) =>
  testDesk.app.inject({
    method: 'POST',
    url: `/api/staff/tickets/${path}`,
    headers,
    ...(payload ? { payload } : {}),
  })
const query = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await testDesk.context.db.$client.query<Row>(text, values)).rows
const transfer = (id: string, by: TestStaff, from: TestStaff, to: TestStaff, reason = 'ลูกค้าขอคุยกับคนเดิม') =>
  post(`${id}/transfer`, by, { from: from.staffId, to: to.staffId, reason })
const unassign = (id: string, by: TestStaff, from: TestStaff, reason = 'พักก่อน') =>
  post(`${id}/unassign`, by, { from: from.staffId, reason })

/** Returns the id of an accepted ticket and its assignee. */
async function acceptedTicket(channelKey = 'main', by?: TestStaff) {
  const assignee = by ?? (await testDesk.signInAs({ displayName: 'เอ' }))
  const { ticketId } = await openTicket(testDesk, { channelKey })
  expect((await post(`${ticketId}/accept`, assignee)).statusCode).toBe(200)
  return { ticketId, assignee }
}

async function withoutRole(permissions: string[] = []): Promise<TestStaff> {
  const staffMember = await testDesk.signInAs({ permissions })
  await query('update staff set role = null where id = $1', staffMember.staffId)
  return staffMember
}

const intervalsOf = (ticketId: string) =>
  query<{ staff_id: string; started_by_id: string; ended_by_id: string | null; reason: string | null }>(
    'select staff_id, started_by_id, ended_by_id, reason, ended_at is null as is_open from ticket_assignments where ticket_id = $1 order by id',
    ticketId,
  )
const eventsOf = async (ticketId: string) =>
  (
    await query<{ kind: string }>('select kind from ticket_events where ticket_id = $1 order by id', ticketId)
  ).map(({ kind }) => kind)

/** Returns the events that were published while `work` ran. */
async function publishedDuring(work: () => Promise<unknown>): Promise<DeskEvent[]> {
  const events: DeskEvent[] = []
  const stop = testDesk.context.bus.subscribe((event) => events.push(event))
  await work()
  stop()
  return events
}

describe('transferring a ticket to another staff member', () => {
  test('a transfer with its reason appears in assignments, timeline, lists and conversation', async () => {
    const { ticketId, assignee } = await acceptedTicket()
    const otherAgent = await testDesk.signInAs({ displayName: 'บี' })
    const events = await publishedDuring(async () => {
      const response = await transfer(ticketId, assignee, assignee, otherAgent, '  ลูกค้าพูดจีน  ')
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({ status: 'OPEN', assigned_to: { id: otherAgent.staffId } })
    })
    expect(await intervalsOf(ticketId)).toEqual([
      {
        staff_id: assignee.staffId,
        started_by_id: assignee.staffId,
        ended_by_id: assignee.staffId,
        reason: 'ลูกค้าพูดจีน',
        is_open: false,
      },
      {
        staff_id: otherAgent.staffId,
        started_by_id: assignee.staffId,
        ended_by_id: null,
        reason: null,
        is_open: true,
      },
    ])
    expect(await eventsOf(ticketId)).toEqual(['opened', 'accepted', 'transferred'])
    const received = events.flatMap((event) => (event.kind === 'ticket' ? event.events : []))
    expect(received).toEqual([
      {
        type: 'timeline_event',
        data: expect.objectContaining({
          kind: 'transferred',
          after_seq: 1,
          revision: 3,
          text: 'ลูกค้าพูดจีน',
          staff: expect.objectContaining({ id: assignee.staffId }),
          from: expect.objectContaining({ id: assignee.staffId }),
          to: expect.objectContaining({ id: otherAgent.staffId, display_name: 'บี' }),
        }),
      },
      {
        type: 'ticket_update',
        data: expect.objectContaining({
          assigned_to: expect.objectContaining({ id: otherAgent.staffId }),
          revision: 3,
        }),
      },
      {
        type: 'ticket_list_update',
        data: { reason: 'transferred', ticket_id: ticketId, channel_key: 'main' },
      },
    ])
    const mine = await testDesk.app.inject({
      url: '/api/staff/tickets?assignee=me&status=OPEN',
      headers: otherAgent.headers,
    })
    expect(mine.json().items).toMatchObject([{ id: ticketId }])
  })

  test('a transfer notifies only staff who receive or lose the ticket through another person', async () => {
    const { ticketId, assignee } = await acceptedTicket()
    const lead = await testDesk.signInAs({ displayName: 'หัวหน้า' })
    const newAssignee = await testDesk.signInAs({ channelKeys: ['main', 'vip'] })
    await testDesk.app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(testDesk.app.server.address() as AddressInfo).port}`
    const sockets = [assignee, lead, newAssignee].map(({ token }) => new TestSocket(url, token))
    for (const socket of sockets) await socket.receivesType('hello')
    const known = new Set<string>()
    const receivedReasons = async () => {
      for (const socket of sockets) {
        const answered = socket.received.length
        socket.say({ type: 'ping' })
        await socket.receives((event) => event.type === 'pong' && socket.received.indexOf(event) >= answered)
      }
      // Removes duplicates: a new socket may receive a transfer twice, as a missed transfer and as a new event.
      return sockets.map((socket, index) => {
        const assignmentChanges = socket.received.flatMap((event) =>
          event.type === 'assignment_changed' ? [event.data.timeline_event] : [],
        )
        const isNews = (id: string) => !known.has(`${index} ${id}`) && known.add(`${index} ${id}`)
        return assignmentChanges.filter(({ id }) => isNews(id)).map(({ text }) => text)
      })
    }
    await transfer(ticketId, lead, assignee, newAssignee, 'พักยาว')
    expect(await receivedReasons()).toEqual([['พักยาว'], [], ['พักยาว']])
    await transfer(ticketId, newAssignee, newAssignee, lead, 'ขอคืนค่ะ')
    expect(await receivedReasons()).toEqual([[], ['ขอคืนค่ะ'], []])
    await post(`${ticketId}/transfer`, newAssignee, { from: lead.staffId, to: newAssignee.staffId })
    expect(await receivedReasons()).toEqual([[], [null], []])
    await unassign(ticketId, lead, newAssignee, 'กลับคิว')
    expect(await receivedReasons()).toEqual([[], [], ['กลับคิว']])
    await post(`${ticketId}/accept`, assignee)
    await unassign(ticketId, assignee, assignee)
    expect(await receivedReasons()).toEqual([[], [], []])
    // Staff are notified of missed transfers when they connect, but only in channels that they may still access.
    const { ticketId: vip } = await acceptedTicket('vip', lead)
    await transfer(vip, lead, lead, newAssignee)
    await query(`delete from staff_channels where staff_id = $1 and channel_key = 'vip'`, newAssignee.staffId)
    sockets.push(new TestSocket(url, newAssignee.token))
    await sockets.at(-1)?.receives(({ type }) => type === 'assignment_changed')
    expect((await receivedReasons()).at(-1)).toEqual(['กลับคิว'])
    for (const { socket } of sockets) socket.close()
  })

  test('a transfer keeps the waiting time and the first pickup time', async () => {
    const { ticketId, assignee } = await acceptedTicket()
    const [before] = await query('select waiting_since, accepted_at from tickets where id = $1', ticketId)
    await transfer(ticketId, assignee, assignee, await testDesk.signInAs())
    expect(await query('select waiting_since, accepted_at from tickets where id = $1', ticketId)).toEqual([
      before,
    ])
  })

  test('transferring a ticket requires a reason, but taking it over does not', async () => {
    const { ticketId, assignee } = await acceptedTicket()
    const otherAgent = await testDesk.signInAs()
    for (const reason of ['', '  \n '])
      expect((await transfer(ticketId, assignee, assignee, otherAgent, reason)).json().code).toBe(
        'reason_required',
      )
    const taken = await post(`${ticketId}/transfer`, otherAgent, {
      from: assignee.staffId,
      to: otherAgent.staffId,
    })
    expect([taken.statusCode, taken.json().assigned_to.id]).toEqual([200, otherAgent.staffId])
    expect(await intervalsOf(ticketId)).toMatchObject([
      { staff_id: assignee.staffId, ended_by_id: otherAgent.staffId, reason: null },
      { staff_id: otherAgent.staffId, started_by_id: otherAgent.staffId },
    ])
  })

  test('a transfer to the current assignee, or to suspended, missing or unpermitted staff is rejected', async () => {
    const { ticketId, assignee } = await acceptedTicket('vip')
    const [stranger, suspended] = [
      await testDesk.signInAs({ channelKeys: ['main'] }),
      await testDesk.signInAs(),
    ]
    await query(`update staff set status = 'SUSPENDED' where id = $1`, suspended.staffId)
    const codeOf = async (to: TestStaff) => {
      const response = await transfer(ticketId, assignee, assignee, to)
      return [response.statusCode, response.json().code]
    }
    expect(await codeOf(assignee)).toEqual([409, 'already_assigned'])
    for (const to of [stranger, suspended, { ...assignee, staffId: crypto.randomUUID() }])
      expect(await codeOf(to)).toEqual([409, 'assignee_not_allowed'])
    expect(await eventsOf(ticketId)).toEqual(['opened', 'accepted'])
  })

  test('the assignee and staff who may act on any ticket may transfer a ticket', async () => {
    const { ticketId } = await openTicket(testDesk)
    const [assignee, other, newAssignee] = [
      await withoutRole(),
      await withoutRole(),
      await testDesk.signInAs(),
    ]
    await post(`${ticketId}/accept`, assignee)
    for (const refused of [
      await transfer(ticketId, other, assignee, newAssignee),
      await transfer(ticketId, other, assignee, other),
      await unassign(ticketId, other, assignee),
    ])
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden_transfer'])
    const foreign = await testDesk.signInAs({ channelKeys: ['vip'] })
    expect((await transfer(ticketId, foreign, assignee, newAssignee)).json().code).toBe('forbidden_channel')
    const permitted = await withoutRole(['close_any_ticket'])
    expect((await transfer(ticketId, permitted, assignee, newAssignee)).statusCode).toBe(200)
  })

  test('a transfer is rejected for closed and unassigned tickets, and when the assignee has changed', async () => {
    const { ticketId, assignee } = await acceptedTicket()
    const [b, c] = [await testDesk.signInAs(), await testDesk.signInAs()]
    await transfer(ticketId, assignee, assignee, b)
    const stale = await transfer(ticketId, assignee, assignee, c)
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'assignee_changed',
        message: 'เคสนี้เปลี่ยนผู้รับผิดชอบไปแล้ว กรุณาตรวจสอบอีกครั้ง',
        assigned_to: expect.objectContaining({ id: b.staffId }),
      }),
    ])
    await unassign(ticketId, b, b)
    expect((await transfer(ticketId, b, b, c)).json()).toMatchObject({
      code: 'assignee_changed',
      assigned_to: null,
    })
    await post(`${ticketId}/close`, c)
    expect((await transfer(ticketId, b, b, c)).json().code).toBe('already_closed')
    expect((await unassign(ticketId, b, b)).json().code).toBe('already_closed')
  })
})

describe('returning tickets to the queue', () => {
  test('an unassigned ticket has no assignee, and keeps its first pickup time when it is accepted again', async () => {
    const { ticketId, assignee } = await acceptedTicket()
    const [before] = await query<{ accepted_at: Date }>(
      'select accepted_at from tickets where id = $1',
      ticketId,
    )
    const unassigned = await unassign(ticketId, assignee, assignee, 'หมดกะ')
    expect([unassigned.statusCode, unassigned.json().assigned_to]).toEqual([200, null])
    const next = await testDesk.signInAs()
    expect((await post(`${ticketId}/accept`, next)).statusCode).toBe(200)
    expect(await query('select accepted_at from tickets where id = $1', ticketId)).toEqual([before])
    expect(await intervalsOf(ticketId)).toMatchObject([
      { staff_id: assignee.staffId, ended_by_id: assignee.staffId, reason: 'หมดกะ', is_open: false },
      { staff_id: next.staffId, is_open: true },
    ])
    await post(`${ticketId}/close`, next)
    expect(await intervalsOf(ticketId)).toMatchObject([{}, { ended_by_id: next.staffId, is_open: false }])
    expect(await eventsOf(ticketId)).toEqual(['opened', 'accepted', 'returned', 'accepted', 'closed'])
  })

  test('unassigning all tickets of the caller requires a reason and returns only open tickets to the queue', async () => {
    const { ticketId: foreign } = await acceptedTicket()
    const me = await testDesk.signInAs()
    const own = await Promise.all(Array.from({ length: 5 }, () => openTicket(testDesk)))
    for (const { ticketId } of own) await post(`${ticketId}/accept`, me)
    const closed = own[0]?.ticketId ?? ''
    await post(`${closed}/close`, me)
    expect((await post('unassign-own', me, { reason: ' ' })).json().code).toBe('reason_required')
    const response = await post('unassign-own', me, { reason: 'หมดกะ ฝากต่อด้วยค่ะ' })
    const received = unassignOwnTickets.response.parse(response.json())
    expect(received).toEqual({ unassigned: expect.any(Array), failed: [], left: 0 })
    expect(received.unassigned.sort()).toEqual(
      own
        .slice(1)
        .map(({ ticketId }) => ticketId)
        .sort(),
    )
    const held = await query<{ id: string }>(
      'select id from tickets where assignee_id is not null and id = any($1)',
      [foreign, ...own.map(({ ticketId }) => ticketId)],
    )
    expect(held.map(({ id }) => id).sort()).toEqual([foreign, closed].sort())
    expect((await post('unassign-own', me, { reason: 'อีกครั้ง' })).json()).toEqual({
      unassigned: [],
      failed: [],
      left: 0,
    })
  })

  test('unassigning all tickets of the caller reports each as unassigned, or as closed by a concurrent call', async () => {
    const me = await testDesk.signInAs()
    const own = await Promise.all(Array.from({ length: 12 }, () => openTicket(testDesk)))
    for (const { ticketId } of own) await post(`${ticketId}/accept`, me)
    const [response] = await Promise.all([
      post('unassign-own', me, { reason: 'หมดกะ' }),
      ...own.map(({ ticketId }) => post(`${ticketId}/close`, me)),
    ])
    const received = unassignOwnTickets.response.parse(response?.json())
    const ends = await Promise.all(
      own.map(async ({ ticketId }) => ({ ticketId, events: await eventsOf(ticketId) })),
    )
    const wentBack = ends.filter(({ events }) => events.includes('returned')).map(({ ticketId }) => ticketId)
    expect(received.unassigned.sort()).toEqual(wentBack.sort())
    for (const failed of received.failed) expect(failed.code).toBe('already_closed')
  })

  test('unassigning all tickets of the caller reports a ticket of a forbidden channel and unassigns the others', async () => {
    const me = await testDesk.signInAs({ channelKeys: ['main', 'vip'] })
    const [one, two] = [await openTicket(testDesk), await openTicket(testDesk, { channelKey: 'vip' })]
    for (const { ticketId } of [one, two]) await post(`${ticketId}/accept`, me)
    await query(`delete from staff_channels where staff_id = $1 and channel_key = 'vip'`, me.staffId)
    expect((await post('unassign-own', me, { reason: 'หมดกะ' })).json()).toEqual({
      unassigned: [one.ticketId],
      failed: [{ id: two.ticketId, customer: '', code: 'forbidden_channel' }],
      left: 0,
    })
  })
})

describe('concurrent changes of an assignee', () => {
  test('one of many concurrent transfers succeeds, and the others return the new assignee', async () => {
    const { ticketId, assignee } = await acceptedTicket()
    const candidates = await Promise.all(Array.from({ length: 8 }, () => testDesk.signInAs()))
    const responses = await Promise.all(candidates.map((to) => transfer(ticketId, assignee, assignee, to)))
    const winners = responses.filter(({ statusCode }) => statusCode === 200)
    expect(winners).toHaveLength(1)
    const newAssignee = winners[0]?.json().assigned_to
    for (const lost of responses.filter(({ statusCode }) => statusCode !== 200))
      expect([lost.statusCode, lost.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'assignee_changed', assigned_to: newAssignee }),
      ])
    expect(await intervalsOf(ticketId)).toHaveLength(2)
  })

  test.each(Array.from({ length: 6 }, (_, round) => round))(
    'the history is consistent after concurrent transfer, unassign, close and accept (%i)',
    async (round) => {
      const { ticketId, assignee } = await acceptedTicket()
      const [b, c, d] = [await testDesk.signInAs(), await testDesk.signInAs(), await testDesk.signInAs()]
      const calls = [
        () => transfer(ticketId, assignee, assignee, b),
        () => transfer(ticketId, c, assignee, c),
        () => unassign(ticketId, assignee, assignee),
        () => post(`${ticketId}/close`, assignee),
        () => post(`${ticketId}/accept`, d),
      ]
      const turned = [...calls.slice(round % calls.length), ...calls.slice(0, round % calls.length)]
      const responses = await Promise.all(turned.map((call) => call()))
      for (const response of responses) expect([200, 409]).toContain(response.statusCode)
      for (const lost of responses.filter(({ statusCode }) => statusCode === 409))
        expect(['assignee_changed', 'already_closed', 'already_accepted']).toContain(lost.json().code)
      const events = (await eventsOf(ticketId)).slice(2)
      // At most one transfer or unassignment succeeds, and none succeeds after the close.
      expect(
        events.filter((kind) => kind === 'transferred' || kind === 'returned').length,
      ).toBeLessThanOrEqual(1)
      expect(events.at(-1)).toBe('closed')
      const [ticket] = await query<{ status: string }>('select status from tickets where id = $1', ticketId)
      expect(ticket?.status).toBe('CLOSED')
      const open = await query(
        'select from ticket_assignments where ticket_id = $1 and ended_at is null',
        ticketId,
      )
      expect(open).toEqual([])
    },
  )
})

test('a repeated transfer returns the first result and changes the ticket once', async () => {
  const { ticketId, assignee } = await acceptedTicket()
  const [otherAgent, lead] = [await testDesk.signInAs(), await testDesk.signInAs()]
  const events = await publishedDuring(async () => {
    for (const _ of ['first', 'again']) {
      const given = await transfer(ticketId, assignee, assignee, otherAgent)
      expect(given.json()).toMatchObject({ assigned_to: { id: otherAgent.staffId } })
    }
    // The same request by another staff member is a different change and therefore fails.
    expect((await transfer(ticketId, lead, assignee, otherAgent)).json().code).toBe('assignee_changed')
    for (const _ of ['first', 'again']) {
      const unassigned = await unassign(ticketId, otherAgent, otherAgent)
      expect(unassigned.json()).toMatchObject({ status: 'OPEN', assigned_to: null })
    }
    expect((await unassign(ticketId, assignee, assignee)).json().code).toBe('assignee_changed')
  })
  expect(await eventsOf(ticketId)).toEqual(['opened', 'accepted', 'transferred', 'returned'])
  expect(events.filter(({ kind }) => kind === 'ticket')).toHaveLength(2)
})
