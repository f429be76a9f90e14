import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyTicket } from '../../testing/arbitraries.ts'
import { ISSUE_TYPES } from '../constants.ts'
import { acceptTicket } from './accept-ticket.call.ts'
import { decodeTicket, decodeTicketResponse } from './decode-ticket.ts'
import { listTickets } from './list-tickets.call.ts'

const id = '7f3a91c2-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
const decode = (raw: Record<string, unknown>) => decodeTicket.parse({ id, ...raw })

test('decodes a ticket of our server without changes', () => {
  fc.assert(
    fc.property(anyTicket, (ticket) => {
      expect(decodeTicket.parse(JSON.parse(JSON.stringify(ticket)))).toEqual(ticket)
    }),
  )
})

test('decodes a ticket with only an id', () => {
  expect(decode({})).toMatchObject({
    id,
    status: 'OPEN',
    subject: ISSUE_TYPES.other,
    priority: 'NORMAL',
    assigned_to: null,
    unread_count: 0,
    waiting_since: null,
    last_message: null,
    version: 0,
  })
})

test('rejects a ticket without an id', () => {
  expect(decodeTicket.safeParse({ subject: 'x' }).success).toBe(false)
  expect(decodeTicket.safeParse(null).success).toBe(false)
})

describe('assignee of a ticket', () => {
  const staffMember = { id: 'a1', display_name: 'กิตติ' }
  test.each(['assigned_to', 'assignee', 'owner'])('decodes the assignee record in `%s`', (field) => {
    expect(decode({ [field]: staffMember }).assigned_to).toMatchObject(staffMember)
  })
  test.each(['assigned_to', 'assignee', 'owner'])('decodes the bare assignee id in `%s`', (field) => {
    expect(decode({ [field]: 'U123' }).assigned_to).toMatchObject({ id: 'U123', line_user_id: 'U123' })
  })
  test.each([
    [
      { line_user_id: 'U9', full_name: 'กิตติ บุญมา' },
      { id: 'U9', line_user_id: 'U9', display_name: 'กิตติ บุญมา' },
    ],
    [
      { id: 7, username: 'kitti' },
      { id: '7', display_name: 'kitti', username: 'kitti' },
    ],
    [{ display_name: 'กิตติ' }, { id: '', display_name: 'กิตติ' }],
    [{ id: 'a', picture_url: 'https://x/y.png' }, { avatar_url: 'https://x/y.png' }],
  ])('decodes the assignee from %j', (record, expected) =>
    expect(decode({ owner: record }).assigned_to).toMatchObject(expected),
  )
  test.each([null, undefined, '', {}, []])('decodes %j as no assignee', (noAssignee) => {
    expect(decode({ assigned_to: noAssignee }).assigned_to).toBeNull()
  })
  test('an assignee record has priority over a bare id in another field', () => {
    expect(decode({ assigned_to: staffMember.id, assignee: staffMember }).assigned_to).toMatchObject(
      staffMember,
    )
    expect(decode({ assignee: 'U1', owner: staffMember }).assigned_to).toMatchObject(staffMember)
  })
  test('the assignee is read from `owner` when `assigned_to` is null', () => {
    expect(decode({ assigned_to: null, owner: staffMember }).assigned_to).toMatchObject(staffMember)
  })
})

test('reads the flat ticket fields of other servers', () => {
  const ticket = decode({
    lineOA: 'OA หลัก',
    channel_key: 'main',
    submittedAt: '2026-11-21T09:00:00Z',
    profileName: 'กานต์ชนก',
    profilePic: 'https://x/p.png',
    isVip: true,
    issueType: 'ถอนเงินช้า',
  })
  expect(ticket).toMatchObject({
    channel: { key: 'main', name: 'OA หลัก' },
    channel_key: 'main',
    opened_at: '2026-11-21T09:00:00.000Z',
    subject: 'ถอนเงินช้า',
    profile: { display_name: 'กานต์ชนก', picture_url: 'https://x/p.png', is_vip: true },
  })
})

test.each(['VIP', 'URGENT', 'HIGH', 'vip'])('a ticket with priority %s has a VIP customer', (priority) => {
  expect(decode({ priority }).profile.is_vip).toBe(true)
})
test('status and priority are read in upper and lower case, and unknown words become the default', () => {
  expect(decode({ status: 'closed', priority: 'high' })).toMatchObject({ status: 'CLOSED', priority: 'HIGH' })
  expect(decode({ status: 'odd', priority: 'odd' })).toMatchObject({ status: 'OPEN', priority: 'NORMAL' })
})
test('a ticket needs a reply while the customer waits, unless the server sends `needs_reply`', () => {
  expect(decode({ waiting_since: '2026-11-21T09:00:00Z' }).needs_reply).toBe(true)
  expect(decode({ waiting_since: '2026-11-21T09:00:00Z', needs_reply: false }).needs_reply).toBe(false)
})

describe('responses with tickets', () => {
  test.each([{ id }, { ticket: { id } }, { item: { id } }])(
    'reads the ticket in the response %j',
    (response) => {
      expect(decodeTicketResponse.parse(response).id).toBe(id)
      expect(acceptTicket.decode.parse(response).id).toBe(id)
    },
  )
  test('a list of tickets drops an invalid item', () => {
    expect(listTickets.decode.parse({ items: [{ id }, { no: 'id' }], total: 2 })).toMatchObject({
      items: [{ id }],
      total: 2,
    })
  })
})

describe('query of a ticket list', () => {
  test('a ticket list without parameters requests the first twenty tickets', () => {
    expect(listTickets.query.parse({})).toEqual({ order: '-last_activity_at', page: 1, page_size: 20 })
  })
  test.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['', false],
  ])('the query of a ticket list reads `unread_only=%s` as %s', (word, flag) =>
    expect(listTickets.query.parse({ unread_only: word }).unread_only).toBe(flag),
  )
  test.each([{ page: '0' }, { page: 'x' }, { page_size: '201' }, { order: 'id' }, { status: 'ODD' }])(
    'a ticket list rejects the query %j',
    (query) => expect(listTickets.query.safeParse(query).success).toBe(false),
  )
})
