import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyTicket } from '../../testing/arbitraries.ts'
import { readTicketPatch } from './decode-ticket.ts'

const id = '7f3a91c2-5c1e-4f0a-9b7d-2f6e8a1c3d5b'

test('a ticket change contains all fields of a ticket of our server, except the unread count', () => {
  fc.assert(
    fc.property(anyTicket, ({ unread_count, ...ticket }) => {
      expect(readTicketPatch({ ...ticket, unread_count })).toEqual(ticket)
    }),
  )
})

test('a ticket change with some fields is read as exactly these fields', () => {
  const fields = [
    'status',
    'subject',
    'waiting_since',
    'assigned_to',
    'last_message',
    'in_count',
    'closed_at',
  ] as const
  fc.assert(
    fc.property(anyTicket, fc.subarray([...fields]), (ticket, chosen) => {
      const part: Record<string, unknown> = { id: ticket.id, version: ticket.version }
      for (const field of chosen) part[field] = ticket[field]
      const { needs_reply: _, ...patch } = readTicketPatch(part) ?? {}
      expect(patch).toEqual(part)
    }),
  )
})

test('a ticket change requires a ticket id, in any supported field', () => {
  expect(readTicketPatch({ ticket_id: id })).toEqual({ id, version: 0 })
  expect(readTicketPatch({ ticket: { id, status: 'CLOSED' } })).toEqual({ id, version: 0, status: 'CLOSED' })
  expect(readTicketPatch({ status: 'CLOSED' })).toBeNull()
  expect(readTicketPatch(null)).toBeNull()
})

describe('ticket changes of other servers', () => {
  test.each([
    [{ owner: 'U1' }, { assigned_to: { id: 'U1' } }],
    [
      { assigned_to: 'U1', assignee: { id: 'U1', display_name: 'กิตติ' } },
      { assigned_to: { display_name: 'กิตติ' } },
    ],
    [{ assignee: null }, { assigned_to: null }],
    [{ status: 'closed' }, { status: 'CLOSED' }],
    [{ issueType: 'ถอนเงินช้า' }, { subject: 'ถอนเงินช้า' }],
    [{ isVip: true }, { profile: { is_vip: true } }],
    [{ priority: 'URGENT' }, { priority: 'URGENT', profile: { is_vip: true } }],
    [{ last_activity_at: 1_795_251_600_000 }, { last_activity_at: '2026-11-21T09:00:00.000Z' }],
    [{ waiting_since: null }, { waiting_since: null, needs_reply: false }],
  ])('decodes the ticket change %j', (raw, patch) =>
    expect(readTicketPatch({ id, ...raw })).toMatchObject(patch),
  )
})

test('a ticket change drops an invalid field and keeps the others', () => {
  const patch = readTicketPatch({
    id,
    status: 'ODD',
    opened_at: 'soon',
    last_message: { text: 'x' },
    metrics: 'fast',
    in_count: 'many',
    channel: {},
    subject: 'ถอนเงินช้า',
  })
  expect(patch).toEqual({ id, version: 0, subject: 'ถอนเงินช้า' })
})

test('a ticket change does not contain missing fields', () => {
  expect(Object.keys(readTicketPatch({ id, version: 3, status: 'OPEN' }) ?? {})).toEqual([
    'id',
    'version',
    'status',
  ])
})
