import { TicketSchema } from 'shared/contract/tickets/ticket.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip', 'OA VIP')
})
afterAll(() => testDesk?.close())

type Headers = { authorization: string }
const call = (method: 'GET' | 'POST', path: string, headers: Headers, payload?: object) =>
  testDesk.app.inject({ method, url: `/api/staff/tickets/${path}`, headers, ...(payload ? { payload } : {}) })
const send = (id: string, headers: Headers, text: string) =>
  call('POST', `${id}/send`, headers, { type: 'text', text })

async function eventsOf(ticketId: string): Promise<string[]> {
  const found = await testDesk.context.db.$client.query<{ kind: string }>(
    'select kind from ticket_events where ticket_id = $1 order by id',
    [ticketId],
  )
  return found.rows.map((row) => row.kind)
}

describe('accepting a ticket', () => {
  test('one of 50 concurrent accepts succeeds, and 49 get 409 with the name of the assignee', async () => {
    const { ticketId } = await openTicket(testDesk)
    const agents = await Promise.all(
      Array.from({ length: 50 }, (_, index) => testDesk.signInAs({ displayName: `พนักงาน ${index}` })),
    )
    const responses = await Promise.all(
      agents.map(({ headers }) => call('POST', `${ticketId}/accept`, headers)),
    )
    const winners = responses.filter((response) => response.statusCode === 200)
    const losers = responses.filter((response) => response.statusCode === 409)
    expect([winners.length, losers.length]).toEqual([1, 49])
    const winner = winners[0]?.json().assigned_to
    for (const loser of losers) {
      expect(loser.json()).toMatchObject({
        code: 'already_accepted',
        assigned_to: winner,
        message: `คุณ${winner.display_name} รับเคสนี้แล้ว`,
      })
    }
    expect(await eventsOf(ticketId)).toEqual(['opened', 'accepted'])
  })

  test('one of 50 concurrent accepts by seven staff members succeeds, and 49 get 409 with the name of the assignee', async () => {
    const { ticketId } = await openTicket(testDesk)
    const agents = await Promise.all(Array.from({ length: 7 }, () => testDesk.signInAs()))
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        call('POST', `${ticketId}/accept`, (agents[index % 7] as { headers: Headers }).headers),
      ),
    )
    const [winner, ...more] = responses.filter((response) => response.statusCode === 200)
    expect(more).toEqual([])
    expect(TicketSchema.parse(winner?.json()).id).toBe(ticketId)
    const losers = responses
      .filter((response) => response.statusCode === 409)
      .map((response) => response.json())
    expect(losers).toHaveLength(49)
    for (const loser of losers) {
      expect(loser).toMatchObject({ code: 'already_accepted', assigned_to: winner?.json().assigned_to })
    }
    expect(await eventsOf(ticketId)).toEqual(['opened', 'accepted'])
  })

  test('accepting a ticket needs no body, even with the JSON content type', async () => {
    const { ticketId } = await openTicket(testDesk)
    const { headers } = await testDesk.signInAs()
    const response = await testDesk.app.inject({
      method: 'POST',
      url: `/api/staff/tickets/${ticketId}/accept`,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    expect(response.statusCode).toBe(200)
  })

  test('closed, missing and forbidden tickets cannot be accepted', async () => {
    const { ticketId } = await openTicket(testDesk, { channelKey: 'vip' })
    const anyone = await testDesk.signInAs()
    const stranger = await testDesk.signInAs({ channelKeys: ['main'] })
    const foreign = await call('POST', `${ticketId}/accept`, stranger.headers)
    expect([foreign.statusCode, foreign.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'forbidden_channel', message: 'forbidden_channel' }),
    ])
    await call('POST', `${ticketId}/close`, anyone.headers)
    const closed = await call('POST', `${ticketId}/accept`, anyone.headers)
    expect([closed.statusCode, closed.json().code]).toEqual([409, 'already_closed'])
    const missing = await call('POST', `${crypto.randomUUID()}/accept`, anyone.headers)
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'ticket_not_found'])
    const malformed = await call('POST', 'nonsense/accept', anyone.headers)
    expect([malformed.statusCode, malformed.json().code]).toEqual([400, 'invalid_request'])
  })
})

describe('closing a ticket', () => {
  test('closing records who closed the ticket and the resolution time, and ends the waiting time', async () => {
    const { ticketId } = await openTicket(testDesk)
    const { headers, staffId } = await testDesk.signInAs()
    await call('POST', `${ticketId}/accept`, headers)
    const response = await call('POST', `${ticketId}/close`, headers)
    expect(response.statusCode).toBe(200)
    const ticket = TicketSchema.parse(response.json())
    expect(ticket).toMatchObject({
      status: 'CLOSED',
      closed_by: { id: staffId },
      waiting_since: null,
      // The message is unread, because the staff member who closed the ticket has not read it.
      unread_count: 1,
    })
    const secs = (Date.parse(ticket.closed_at ?? '') - Date.parse(ticket.opened_at)) / 1000
    expect(ticket.metrics.resolution_secs).toBe(Math.round(secs))
    const again = await call('POST', `${ticketId}/close`, headers)
    expect([again.statusCode, again.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'already_closed', message: 'already_closed' }),
    ])
    expect(await eventsOf(ticketId)).toEqual(['opened', 'accepted', 'closed'])
  })

  test('the assignee and staff who may close any ticket may close a ticket', async () => {
    const { ticketId } = await openTicket(testDesk)
    const assignee = await withoutRole()
    const other = await withoutRole()
    const permitted = await withoutRole(['close_any_ticket'])
    await call('POST', `${ticketId}/accept`, assignee)
    const refused = await call('POST', `${ticketId}/close`, other)
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'forbidden_not_assignee', message: 'forbidden_not_assignee' }),
    ])
    expect((await call('POST', `${ticketId}/close`, assignee)).statusCode).toBe(200)
    const second = await openTicket(testDesk)
    expect((await call('POST', `${second.ticketId}/close`, permitted)).statusCode).toBe(200)
  })

  test('concurrent requests to close a ticket close it only once', async () => {
    const { ticketId } = await openTicket(testDesk)
    const { headers } = await testDesk.signInAs({ role: 'BUSINESS' })
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', `${ticketId}/close`, headers)),
    )
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1)
    expect(await eventsOf(ticketId)).toEqual(['opened', 'closed'])
  })

  test('closing returns 409 when the ticket changed since the caller read it', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    const [one, two] = [await testDesk.signInAs(), await testDesk.signInAs()]
    await call('POST', `${ticketId}/accept`, one.headers)
    await postWebhook(testDesk, [textEvent(userId, 'แล้วถอนได้เมื่อไหร่คะ')])
    const early = await call('POST', `${ticketId}/close`, one.headers, { last_in_seq: 1, from: one.staffId })
    expect([early.statusCode, early.json()]).toEqual([
      409,
      {
        code: 'conflict',
        message: 'ลูกค้าเพิ่งส่งข้อความมาใหม่ กรุณาอ่านก่อนปิดเคส',
      },
    ])
    const of = await call('POST', `${ticketId}/close`, one.headers, { last_in_seq: 2, from: two.staffId })
    expect([of.statusCode, of.json().code]).toEqual([409, 'assignee_changed'])
    expect(await eventsOf(ticketId)).toEqual(['opened', 'accepted'])
    const seen = await call('POST', `${ticketId}/close`, one.headers, { last_in_seq: 2, from: one.staffId })
    expect(seen.statusCode).toBe(200)
    const again = await call('POST', `${ticketId}/close`, one.headers, { last_in_seq: 1, from: two.staffId })
    expect(again.json().code).toBe('already_closed')
  })

  test('a request to close a ticket waits for a message that is being stored, and then leaves the ticket open', async () => {
    const { ticketId } = await openTicket(testDesk)
    const { headers } = await testDesk.signInAs()
    const pool = testDesk.context.db.$client
    const writer = await pool.connect()
    try {
      await writer.query('begin')
      await writer.query(
        'update tickets set last_seq = last_seq + 1, last_in_seq = last_seq + 1 where id = $1',
        [ticketId],
      )
      const closing = call('POST', `${ticketId}/close`, headers, { last_in_seq: 1 })
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
      await writer.query('commit')
      expect((await closing).json().code).toBe('conflict')
    } finally {
      writer.release()
    }
    expect(await eventsOf(ticketId)).toEqual(['opened'])
  })

  test('a ticket that gets a message while it is being closed is closed without the message or stays open', async () => {
    const { headers } = await testDesk.signInAs()
    const tickets = await Promise.all(Array.from({ length: 12 }, () => openTicket(testDesk)))
    await Promise.all(
      tickets.map(async ({ ticketId, userId }) => {
        const [response] = await Promise.all([
          call('POST', `${ticketId}/close`, headers, { last_in_seq: 1 }),
          postWebhook(testDesk, [textEvent(userId, 'อีกเรื่องค่ะ')]),
        ])
        const { status, last_in_seq } = (await call('GET', ticketId, headers)).json()
        expect([response.statusCode, status, last_in_seq]).toEqual(
          response.statusCode === 200 ? [200, 'CLOSED', 1] : [409, 'OPEN', 2],
        )
      }),
    )
  })

  test('closing a ticket needs no body, even with the JSON content type', async () => {
    for (const body of [undefined, '', 'null', '{}']) {
      const { ticketId } = await openTicket(testDesk)
      const { headers } = await testDesk.signInAs()
      const json = body === undefined ? {} : { payload: body }
      const response = await testDesk.app.inject({
        method: 'POST',
        url: `/api/staff/tickets/${ticketId}/close`,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...json,
      })
      expect([body, response.statusCode]).toEqual([body, 200])
    }
  })

  test('after a close the next message of the customer opens a new ticket', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    const { headers } = await testDesk.signInAs()
    await call('POST', `${ticketId}/close`, headers)
    const next = await openTicket(testDesk, { userId, text: 'ถอนเงินไม่ได้ค่ะ' })
    expect(next.ticketId).not.toBe(ticketId)
    const { subject } = (await call('GET', next.ticketId, headers)).json()
    expect(subject).toBe('ถอนเงินช้า')
  })

  async function withoutRole(permissions: string[] = []): Promise<Headers> {
    const { headers, staffId } = await testDesk.signInAs({ permissions })
    await testDesk.context.db.$client.query('update staff set role = null where id = $1', [staffId])
    return headers
  }
})

describe('unread count of a ticket', () => {
  test('unread messages are counted per staff member since the last read, regardless of replies', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    await postWebhook(testDesk, [textEvent(userId, 'สอง'), textEvent(userId, 'สาม')])
    const [one, two] = [await testDesk.signInAs(), await testDesk.signInAs()]
    const unread = async (staffMember: { headers: Headers }) =>
      (await call('GET', ticketId, staffMember.headers)).json().unread_count
    expect([await unread(one), await unread(two)]).toEqual([3, 3])

    const read = await call('POST', `${ticketId}/read`, one.headers, { seq: 2 })
    expect(read.json()).toEqual({ seq: 2, unread_count: 1 })
    expect([await unread(one), await unread(two)]).toEqual([1, 3])
    const back = await call('POST', `${ticketId}/read`, one.headers, { seq: 1 })
    expect(back.json()).toEqual({ seq: 2, unread_count: 1 })
    const ahead = await call('POST', `${ticketId}/read`, one.headers, { seq: 2 ** 40 })
    expect(ahead.json()).toEqual({ seq: 3, unread_count: 0 })

    await send(ticketId, one.headers, 'สวัสดีค่ะ')
    expect([await unread(one), await unread(two)]).toEqual([0, 3])
    await postWebhook(testDesk, [textEvent(userId, 'ขอบคุณค่ะ')])
    expect([await unread(one), await unread(two)]).toEqual([1, 4])
    await send(ticketId, two.headers, 'ยินดีค่ะ')
    await postWebhook(testDesk, [textEvent(userId, 'สวัสดี')])
    await call('POST', `${ticketId}/close`, one.headers)
    expect([await unread(one), await unread(two)]).toEqual([2, 5])
    await call('POST', `${ticketId}/read`, two.headers, { seq: 7 })
    expect([await unread(one), await unread(two)]).toEqual([2, 0])
  })
})
