import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import { mockMessage, mockTicket, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { AlertRules } from './alert-rules.ts'
import { withBadge } from './title-badge.ts'
import { NOTHING_UNREAD } from './unread-total.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const me = staffMemberOf(MockManager)
const otherAgent = staffMemberOf(MockAgent)
const rules = () =>
  new AlertRules(
    MockManager,
    () => null,
    () => NOW,
  )

/** Returns an event for a ticket whose customer has just sent message number `seq`. */
function written(seq: number, change: Partial<Parameters<typeof mockTicket>[0]> = {}) {
  const { unread_count: _, ...ticket } = mockTicket({
    id: 'case',
    assigned_to: null,
    last_seq: seq,
    last_in_seq: seq,
    in_count: seq,
    version: seq,
    last_message: {
      direction: 'IN',
      message_type: 'text',
      text: 'ยอดไม่เข้า',
      at: new Date(NOW - 1_000).toISOString(),
      delivery: null,
      delivery_error: null,
      sender: null,
    },
    ...change,
  })
  return { type: 'ticket_update' as const, data: ticket }
}

describe('alert rules', () => {
  test('alerts once for a customer’s message in an unassigned ticket or the user’s own', () => {
    for (const assigned_to of [null, me]) {
      const received = rules()
      expect(received.handleEvent(written(3, { assigned_to }))).toMatchObject({
        ticketId: 'case',
        forced: false,
      })
      expect(received.handleEvent(written(3, { assigned_to }))).toBeNull()
      expect(received.handleEvent(written(4, { assigned_to }))).not.toBeNull()
    }
  })

  test('alerts for a message even when the cache already contains it', () => {
    const { data } = written(3)
    const received = new AlertRules(
      MockManager,
      () => data,
      () => NOW,
    )
    expect(received.handleEvent({ type: 'ticket_update', data })).not.toBeNull()
  })

  test('does not alert for closed tickets and tickets of other agents', () => {
    expect(rules().handleEvent(written(3, { assigned_to: otherAgent }))).toBeNull()
    expect(rules().handleEvent(written(3, { status: 'CLOSED' }))).toBeNull()
  })

  test.each(['VIP', 'URGENT', 'HIGH'] as const)(
    'forces the alert sound only for a new unassigned ticket of priority %s',
    (priority) => {
      expect(rules().handleEvent(written(1, { priority }))).toMatchObject({ forced: true })
      expect(rules().handleEvent(written(2, { priority }))).toMatchObject({ forced: false })
      expect(rules().handleEvent(written(1, { priority, assigned_to: me }))).toMatchObject({ forced: false })
      expect(rules().handleEvent(written(1))).toMatchObject({ forced: false })
    },
  )

  test('does not alert for replies, empty texts, and changes without a recent message', () => {
    const last = written(3).data.last_message
    if (last === null) throw new Error('the ticket has a newest message')
    const received = rules()
    expect(received.handleEvent(written(3, { last_message: { ...last, text: '' } }))).toBeNull()
    expect(
      received.handleEvent(written(3, { last_seq: 4, last_message: { ...last, direction: 'OUT' } })),
    ).toBeNull()
    const old = { ...last, at: new Date(NOW - 3_600_000).toISOString() }
    expect(rules().handleEvent(written(3, { last_message: old }))).toBeNull()
  })

  test('alerts for an image from a customer', () => {
    const last = written(3).data.last_message
    if (last === null) throw new Error('the ticket has a newest message')
    expect(
      rules().handleEvent(written(3, { last_message: { ...last, message_type: 'image', text: null } })),
    ).not.toBeNull()
  })

  test('alerts for each message event when the server sends no message numbers', () => {
    const known = new AlertRules(
      MockManager,
      (id) => ({ assigned_to: id === 'theirs' ? otherAgent : null }),
      () => NOW,
    )
    const message = (change: Omit<Parameters<typeof mockMessage>[0], 'seq'>) => ({
      type: 'message' as const,
      data: mockMessage({ ...change, seq: 0 }),
    })
    expect(known.handleEvent(message({ ticket_id: 'mine' }))).not.toBeNull()
    expect(known.handleEvent(message({ ticket_id: 'mine', text: '' }))).toBeNull()
    expect(known.handleEvent(message({ ticket_id: 'mine', direction: 'OUT' }))).toBeNull()
    expect(known.handleEvent(message({ ticket_id: 'theirs' }))).toBeNull()
  })

  test('alerts when the server reports that a customer waits for an absent assignee', () => {
    const data = {
      ticket_id: 'case',
      channel_key: 'main',
      customer: 'ธีรภัทร',
      assigned_to: otherAgent,
      text: 'ยอดไม่เข้า',
      seq: 3,
    }
    const received = rules()
    expect(received.handleEvent(written(3, { assigned_to: otherAgent }))).toBeNull()
    expect(received.handleEvent({ type: 'assignee_absent', data })).toMatchObject({
      ticketId: 'case',
      title: 'ธีรภัทร · ผู้รับผิดชอบไม่ได้ออนไลน์',
      text: 'ยอดไม่เข้า',
    })
  })

  test('alerts for a note that mentions the user', () => {
    const data = {
      id: 'n',
      ticket_id: 'case',
      channel_key: 'main',
      customer: 'ธีรภัทร',
      staff: otherAgent,
      text: 'ช่วยดูหน่อย',
      at: new Date(NOW).toISOString(),
    }
    expect(rules().handleEvent({ type: 'mention', data })).toMatchObject({
      ticketId: 'case',
      text: 'ช่วยดูหน่อย',
    })
  })
})

test('the title of the browser tab shows the unread total once, at its start', () => {
  const total = { ...NOTHING_UNREAD, count: 3 }
  expect(withBadge('คิวแชท · OA Desk', total)).toBe('(3) คิวแชท · OA Desk')
  expect(withBadge('(12+) คิวแชท · OA Desk', total)).toBe('(3) คิวแชท · OA Desk')
  expect(withBadge('คิวแชท', { ...total, isMore: true })).toBe('(3+) คิวแชท')
  expect(withBadge('(3) คิวแชท', NOTHING_UNREAD)).toBe('คิวแชท')
})
