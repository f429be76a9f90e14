import type { Message } from 'shared/contract/messages/message.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskEvent } from '../event-bus.ts'
import type { SendResult } from '../line-api/line-response.ts'
import { lineEvent, openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { mockLine } from '../testing/mock-line-channel.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { startDelivery } from './outbox-worker.ts'

const ACCEPTED: SendResult = { kind: 'accepted', requestId: null, sentMessages: [] }
const REFUSED: SendResult = { kind: 'rejected', code: 'line_rejected', message: '400' }

let testDesk: TestDesk
let me: Awaited<ReturnType<TestDesk['signInAs']>>
/** LINE's results for the next pushes, in order; LINE accepts all later pushes. */
let sendResults: SendResult[] = []
beforeAll(async () => {
  const line = mockLine({ push: async () => sendResults.shift() ?? ACCEPTED })
  testDesk = await createTestDesk({ line })
  me = await testDesk.signInAs()
})
afterAll(() => testDesk?.close())

async function send(ticketId: string, text = 'สวัสดีค่ะ'): Promise<Message> {
  const url = `/api/staff/tickets/${ticketId}/send`
  const payload = { type: 'text', text }
  const response = await testDesk.app.inject({ method: 'POST', url, headers: me.headers, payload })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json()
}
const close = (ticketId: string) =>
  testDesk.app.inject({
    method: 'POST',
    url: `/api/staff/tickets/${ticketId}/close`,
    headers: me.headers,
  })
async function ticketOf(ticketId: string): Promise<Ticket> {
  return (await testDesk.app.inject({ url: `/api/staff/tickets/${ticketId}`, headers: me.headers })).json()
}
async function deliver(...results: SendResult[]): Promise<DeskEvent[]> {
  sendResults = results
  const events: DeskEvent[] = []
  const stop = testDesk.context.bus.subscribe((event) => events.push(event))
  const delivery = startDelivery(testDesk.context, { pollMs: 50, retryPausesMs: [5, 5] })
  await delivery.drain()
  await delivery.stop()
  stop()
  return events
}
interface HistoryRow {
  kind: string
  staff_id: string | null
  at: Date
  data: { waiting_since?: string } | null
}

/** Returns the ticket's history. Converts times, since PostgreSQL omits trailing zeros of times in JSON. */
async function history(ticketId: string): Promise<HistoryRow[]> {
  const { rows } = await testDesk.context.db.$client.query<HistoryRow>(
    `select kind, staff_id, at, data from ticket_events where ticket_id = $1 and kind not in ('opened', 'closed') order by id`,
    [ticketId],
  )
  return rows.map((row) => {
    if (row.data?.waiting_since === undefined) return row
    return { ...row, data: { ...row.data, waiting_since: new Date(row.data.waiting_since).toISOString() } }
  })
}

describe('a reply', () => {
  test('the waiting time starts at an earlier question, even when LINE delivers it after a later message', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    await send(ticketId)
    await deliver()
    const now = Date.now()
    const sentAt = now - 60_000
    const late = { timestamp: sentAt, deliveryContext: { isRedelivery: true } }
    await postWebhook(testDesk, [textEvent(userId, 'ขอบคุณค่ะ', { timestamp: now })])
    await postWebhook(testDesk, [textEvent(userId, 'ถอนได้เมื่อไหร่คะ', late)])
    const waits = {
      waiting_since: new Date(sentAt).toISOString(),
      needs_reply: true,
      last_message: { text: 'ขอบคุณค่ะ' },
    }
    expect(await ticketOf(ticketId)).toMatchObject(waits)
    // Makes the reply fail, which sets the waiting time again.
    await send(ticketId)
    expect(await ticketOf(ticketId)).toMatchObject({ waiting_since: null, needs_reply: false })
    await deliver(REFUSED)
    expect(await ticketOf(ticketId)).toMatchObject({ ...waits, last_message: { direction: 'OUT' } })
    await send(ticketId)
    await deliver()
    const [answered] = (await history(ticketId)).slice(-1)
    expect(answered).toMatchObject({ kind: 'answered', data: { waiting_since: waits.waiting_since } })
  })

  test('the waiting time starts at the earliest of several simultaneous messages', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    await send(ticketId)
    const now = Date.now()
    await postWebhook(testDesk, [
      textEvent(userId, 'ขอบคุณค่ะ', { timestamp: now }),
      textEvent(userId, 'ถอนได้เมื่อไหร่คะ', { timestamp: now - 60_000 }),
    ])
    expect(await ticketOf(ticketId)).toMatchObject({ waiting_since: new Date(now - 60_000).toISOString() })
    await close(ticketId)
  })

  test('the customer waits from the first question until a reply or the close, whatever else happens', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    const { waiting_since } = await ticketOf(ticketId)
    await postWebhook(testDesk, [textEvent(userId, 'มีใครอยู่ไหม')])
    const otherAgent = await testDesk.signInAs()
    const from = me.staffId
    const done: [method: 'POST' | 'PUT', action: string, payload: object, by?: typeof me][] = [
      ['POST', 'read', { seq: 2 }],
      ['POST', 'accept', {}],
      ['POST', 'notes', { text: 'รอฝ่ายการเงิน', client_id: 'n1', mentions: [] }],
      ['PUT', 'subject', { subject: 'ถอนเงินช้า' }],
      ['POST', 'transfer', { from, to: otherAgent.staffId, reason: 'พักก่อน' }],
      ['POST', 'unassign', { from: otherAgent.staffId, reason: 'พักก่อน' }, otherAgent],
    ]
    for (const [method, action, payload, { headers } = me] of done) {
      const url = `/api/staff/tickets/${ticketId}/${action}`
      expect((await testDesk.app.inject({ method, url, headers, payload })).statusCode).toBe(200)
      expect(await ticketOf(ticketId)).toMatchObject({ waiting_since, needs_reply: true, unread_count: 0 })
    }
    await close(ticketId)
    expect(await ticketOf(ticketId)).toMatchObject({ waiting_since: null, needs_reply: false })
  })

  test('a queued reply clears waiting_since, and is recorded when LINE accepts it', async () => {
    const { ticketId } = await openTicket(testDesk)
    const { waiting_since } = await ticketOf(ticketId)
    const message = await send(ticketId)
    expect(await ticketOf(ticketId)).toMatchObject({
      waiting_since: null,
      needs_reply: false,
      last_message: { delivery: 'queued', sender: { id: me.staffId } },
    })
    expect(await history(ticketId)).toEqual([])
    await deliver()
    expect(await ticketOf(ticketId)).toMatchObject({
      waiting_since: null,
      needs_reply: false,
      last_message: { delivery: 'sent' },
    })
    const at = new Date(message.event_time)
    const who = { staff_id: me.staffId, at }
    expect(await history(ticketId)).toEqual([
      { kind: 'first_response', ...who, data: null },
      {
        kind: 'answered',
        ...who,
        data: { message_id: message.id, waiting_since },
      },
    ])
    const query = 'select first_response_at from tickets where id = $1'
    const { rows } = await testDesk.context.db.$client.query(query, [ticketId])
    expect(rows).toEqual([{ first_response_at: at }])
  })

  test('a failed reply restores waiting_since and publishes the ticket', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    await postWebhook(testDesk, [textEvent(userId, 'มีใครอยู่ไหม')])
    const before = await ticketOf(ticketId)
    const message = await send(ticketId)
    const events = await deliver(REFUSED)
    const after = await ticketOf(ticketId)
    expect(after).toMatchObject({
      waiting_since: before.waiting_since,
      needs_reply: true,
      last_message: { delivery: 'failed' },
      revision: 4,
    })
    expect(events).toEqual([
      {
        kind: 'ticket',
        channelKey: 'main',
        ticketId,
        events: [
          {
            type: 'message',
            data: expect.objectContaining({ id: message.id, delivery: 'failed', revision: 4 }),
          },
          {
            type: 'ticket_update',
            data: expect.objectContaining({
              waiting_since: before.waiting_since,
              needs_reply: true,
              revision: 4,
              version: after.version,
            }),
          },
          {
            type: 'ticket_list_update',
            data: { reason: 'answer_failed', ticket_id: ticketId, channel_key: 'main' },
          },
        ],
      },
    ])
    expect((await history(ticketId)).map(({ kind, data }) => [kind, data])).toEqual([
      ['answer_failed', { message_id: message.id, code: 'line_rejected' }],
    ])
    const waiting = await testDesk.app.inject({
      url: '/api/staff/tickets?status=OPEN&order=waiting_since',
      headers: me.headers,
    })
    expect(waiting.json().items[0]).toMatchObject({ id: ticketId, needs_reply: true })
  })

  test('a reply after a failed reply is recorded with the original waiting time', async () => {
    const { ticketId } = await openTicket(testDesk)
    const { waiting_since } = await ticketOf(ticketId)
    const failed = await send(ticketId, 'หนึ่ง')
    const sent = await send(ticketId, 'สอง')
    await deliver(REFUSED, REFUSED, ACCEPTED)
    expect(await ticketOf(ticketId)).toMatchObject({ waiting_since: null, needs_reply: false })
    expect((await history(ticketId)).map(({ kind, data }) => [kind, data])).toEqual([
      ['answer_failed', { message_id: failed.id, code: 'line_rejected' }],
      ['first_response', null],
      ['answered', { message_id: sent.id, waiting_since }],
    ])
  })

  test('a failed reply does not restore waiting_since when a later reply exists', async () => {
    const { ticketId } = await openTicket(testDesk)
    await send(ticketId, 'หนึ่ง')
    await send(ticketId, 'สอง')
    const events = await deliver(REFUSED, REFUSED, ACCEPTED)
    const received = events.flatMap((event) => (event.kind === 'ticket' ? event.events : []))
    expect(
      received.filter((event) => event.type === 'ticket_update').map(({ data }) => data.needs_reply),
    ).toEqual([false, false])
  })

  test('a reply to a customer who was not waiting adds no second `answered` event', async () => {
    const { ticketId } = await openTicket(testDesk)
    await send(ticketId, 'หนึ่ง')
    await send(ticketId, 'สอง')
    await deliver()
    expect((await history(ticketId)).map(({ kind }) => kind)).toEqual(['first_response', 'answered'])
  })

  test('a reply to a customer who blocked the channel does not count, even if LINE accepts it', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    const { waiting_since } = await ticketOf(ticketId)
    await postWebhook(testDesk, [lineEvent(userId, { type: 'unfollow' })])
    await send(ticketId)
    const waits = { waiting_since, needs_reply: true, profile: { friendship: 'blocked' } }
    expect(await ticketOf(ticketId)).toMatchObject(waits)
    await deliver()
    expect(await ticketOf(ticketId)).toMatchObject({ ...waits, last_message: { delivery: 'sent' } })
    expect(await history(ticketId)).toEqual([])
  })

  test('a reply counts when the customer unblocked the channel before the push, but not when they blocked it', async () => {
    const [lifted, left] = [await openTicket(testDesk), await openTicket(testDesk)]
    await postWebhook(testDesk, [lineEvent(lifted.userId, { type: 'unfollow' })])
    await send(lifted.ticketId)
    await send(left.ticketId)
    await postWebhook(testDesk, [lineEvent(lifted.userId, { type: 'follow' })])
    await postWebhook(testDesk, [lineEvent(left.userId, { type: 'unfollow' })])
    await deliver()
    expect(await ticketOf(lifted.ticketId)).toMatchObject({ needs_reply: false })
    expect(await ticketOf(left.ticketId)).toMatchObject({ needs_reply: true })
  })

  test('a reply that fails after the close does not restore waiting_since, and the ticket shows the failure', async () => {
    const { ticketId } = await openTicket(testDesk)
    const { id } = await send(ticketId)
    await close(ticketId)
    const closed = await ticketOf(ticketId)
    const events = await deliver(REFUSED)
    const seen = {
      status: 'CLOSED',
      waiting_since: null,
      needs_reply: false,
      last_message: { delivery: 'failed', sender: { id: me.staffId } },
      closed_by: { id: me.staffId },
    }
    const after = await ticketOf(ticketId)
    expect(after).toMatchObject(seen)
    expect(after.version).toBeGreaterThan(closed.version)
    expect(events).toMatchObject([
      {
        ticketId,
        events: [
          { type: 'message', data: { id, delivery: 'failed', delivery_error: 'line_rejected' } },
          { type: 'ticket_update', data: { ...seen, version: after.version } },
          { type: 'ticket_list_update', data: { reason: 'answer_failed', ticket_id: ticketId } },
        ],
      },
    ])
    expect((await history(ticketId)).map(({ kind }) => kind)).toEqual(['answer_failed'])
  })

  test('a reply with a changed delivery state is returned by after_revision', async () => {
    const { ticketId } = await openTicket(testDesk)
    const message = await send(ticketId)
    await deliver()
    const url = `/api/staff/tickets/${ticketId}/messages?after_revision=${message.revision}`
    const { items } = (await testDesk.app.inject({ url, headers: me.headers })).json()
    expect(items).toEqual([{ ...message, delivery: 'sent', via: 'push', revision: message.revision + 1 }])
  })
})
