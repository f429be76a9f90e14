import fc from 'fast-check'
import { ISSUE_TYPES, MAX_PAGE, QUEUE_PAGE_SIZE } from 'shared/contract/constants.ts'
import { normalizeForSearch } from 'shared/contract/search-text.ts'
import { listTickets, TICKET_ORDERS, type TicketOrder } from 'shared/contract/tickets/list-tickets.call.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillTickets } from '../testing/fill-tickets.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { MAX_CUSTOMERS } from './ticket-search.ts'

const COUNT = 300
const CHANNELS = ['main', 'vip', 'promo']

let testDesk: TestDesk
let all: Ticket[]
let me: Awaited<ReturnType<TestDesk['signInAs']>>
let otherAgent: typeof me
let narrowed: typeof me

beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
  await testDesk.addChannel('promo')
  me = await testDesk.signInAs()
  otherAgent = await testDesk.signInAs()
  narrowed = await testDesk.signInAs({ channelKeys: ['vip', 'promo'] })
  const staffIds = [me.staffId, otherAgent.staffId]
  await fillTickets(testDesk.context.db, { count: COUNT, channelKeys: CHANNELS, staffIds, openShare: 0.5 })
  all = []
  for (let page = 1; page <= 2; page += 1) all.push(...(await list({ page_size: 200, page })).items)
})
afterAll(() => testDesk?.close())

type Query = Record<string, string | number | undefined>

async function get(query: Query, staffMember = me) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return testDesk.app.inject({ url: `/api/staff/tickets?${search}`, headers: staffMember.headers })
}

async function list(query: Query, staffMember = me) {
  const response = await get(query, staffMember)
  if (response.statusCode !== 200) throw new Error(response.body)
  return listTickets.response.parse(response.json())
}

/** Sort keys of each order: the first key that differs decides, and null sorts last. */
const KEYS: Record<TicketOrder, [(ticket: Ticket) => string | null, 1 | -1][]> = {
  '-closed_at': [
    [(ticket) => ticket.closed_at, -1],
    [(ticket) => ticket.last_activity_at, -1],
    [(ticket) => ticket.id, -1],
  ],
  '-last_activity_at': [
    [(ticket) => ticket.last_activity_at, -1],
    [(ticket) => ticket.id, -1],
  ],
  opened_at: [
    [(ticket) => ticket.opened_at, 1],
    [(ticket) => ticket.id, 1],
  ],
  '-opened_at': [
    [(ticket) => ticket.opened_at, -1],
    [(ticket) => ticket.id, -1],
  ],
  waiting_since: [
    [(ticket) => ticket.waiting_since, 1],
    [(ticket) => ticket.opened_at, 1],
    [(ticket) => ticket.id, 1],
  ],
}

function inOrder(tickets: Ticket[], order: TicketOrder): Ticket[] {
  return tickets.toSorted((left, right) => {
    for (const [read, direction] of KEYS[order]) {
      const [a, b] = [read(left), read(right)]
      if (a === b) continue
      if (a === null) return 1
      if (b === null) return -1
      return a < b ? -direction : direction
    }
    return 0
  })
}

interface Wish {
  status: 'OPEN' | 'CLOSED' | undefined
  order: TicketOrder
  page: number
  page_size: number
  assignee: 'me' | 'id' | 'line id' | undefined
  channel_key: string | undefined
  unread_only: number | undefined
  unassigned: number | undefined
  search: string | undefined
}

/** Sorts tickets as the list does: when it has both statuses, some orders show open tickets before closed ones. */
function inWishedOrder(found: Ticket[], { status, order }: Wish): Ticket[] {
  if (status !== undefined || (order !== 'waiting_since' && order !== '-opened_at'))
    return inOrder(found, order)
  const of = (expected: Ticket['status']) => found.filter((ticket) => ticket.status === expected)
  const closing = (ticket: Ticket) => `${ticket.closed_at} ${ticket.id}`
  const closed = of('CLOSED').toSorted((a, b) => (closing(a) < closing(b) ? 1 : -1))
  return [...inOrder(of('OPEN'), order), ...closed]
}

/** Reference implementation of the ticket list, which filters and sorts all tickets in memory. */
function naive(wish: Wish): { items: Ticket[]; total: number } {
  const assigneeIds = { me: me.staffId, id: otherAgent.staffId, 'line id': otherAgent.staffId }
  const keys = wish.channel_key?.split(',') ?? []
  const word = wish.search?.trim().toLowerCase() ?? ''
  const found = all.filter(
    (ticket) =>
      (wish.status === undefined || ticket.status === wish.status) &&
      (wish.assignee === undefined || ticket.assigned_to?.id === assigneeIds[wish.assignee]) &&
      (keys.length === 0 || keys.includes('__ALL__') || keys.includes(ticket.channel_key)) &&
      (!wish.unread_only || ticket.unread_count > 0) &&
      (!wish.unassigned || ticket.assigned_to === null) &&
      (word === '' ||
        ticket.profile.display_name.toLowerCase().includes(word) ||
        ticket.subject.toLowerCase().includes(word) ||
        ticket.id.startsWith(word)),
  )
  const start = (wish.page - 1) * wish.page_size
  return { items: inWishedOrder(found, wish).slice(start, start + wish.page_size), total: found.length }
}

const maybe = <T>(...values: T[]) => fc.constantFrom(undefined, ...values)

test('the fixture of the ticket list has enough tickets', () => {
  expect(all).toHaveLength(COUNT)
  expect(all.filter((ticket) => ticket.unread_count > 0).length).toBeGreaterThan(10)
  expect(all.filter((ticket) => ticket.waiting_since !== null).length).toBeGreaterThan(20)
  expect(all.filter((ticket) => ticket.assigned_to === null).length).toBeGreaterThan(50)
})

test('the ticket list agrees with a naive implementation for every filter, order and page', async () => {
  const wishes = fc.record({
    status: maybe('OPEN' as const, 'CLOSED' as const),
    order: fc.constantFrom(...TICKET_ORDERS),
    page: fc.integer({ min: 1, max: 6 }),
    page_size: fc.constantFrom(1, 7, 20, 200),
    assignee: maybe('me' as const, 'id' as const, 'line id' as const),
    channel_key: maybe('main', 'vip', 'main,promo', '__ALL__'),
    unread_only: maybe(0, 1),
    unassigned: maybe(0, 1),
    search: maybe(
      'สม',
      'somchai',
      'เงิน',
      '100%',
      '%',
      '_',
      'a_b',
      'back\\',
      '\\',
      ' 7 ',
      'a',
      'ไม่มีใครชื่อนี้',
      "o'",
    ),
  })
  await fc.assert(
    fc.asyncProperty(wishes, async (wish) => {
      const names = { me: 'me', id: otherAgent.staffId, 'line id': otherAgent.lineUserId }
      const response = await list({ ...wish, assignee: wish.assignee && names[wish.assignee] })
      const expected = naive(wish)
      expect(response.total).toBe(expected.total)
      expect(response.items.map((ticket) => ticket.id)).toEqual(expected.items.map((ticket) => ticket.id))
    }),
    { numRuns: 400 },
  )
}, 60_000)

describe('channel rights in ticket lists', () => {
  test('the ticket list shows only permitted channels and returns 403 for others', async () => {
    const mine = await list({ page_size: 200 }, narrowed)
    expect(mine.total).toBe(all.filter((ticket) => ticket.channel_key !== 'main').length)
    expect(new Set(mine.items.map((ticket) => ticket.channel_key))).toEqual(new Set(['vip', 'promo']))
    for (const channelKey of ['main', 'vip,main', 'nowhere']) {
      const refused = await get({ channel_key: channelKey }, narrowed)
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden_channel'])
    }
  })

  test('the ticket list returns 401 without a session', async () => {
    const response = await testDesk.app.inject({ url: '/api/staff/tickets' })
    expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized'])
  })
})

describe('ticket search', () => {
  test.each([
    ['the beginning of an id in capitals', () => all[0]?.id.slice(0, 8).toUpperCase()],
    ['an id with the # that screens show before it', () => `#${all[0]?.id.slice(0, 8)}`],
    ['a whole id', () => all[0]?.id],
  ])('a ticket search finds a ticket by %s', async (_name, word) => {
    expect((await list({ search: word() })).items.map((ticket) => ticket.id)).toContain(all[0]?.id)
  })

  test('a ticket search finds a name in any Unicode normalization', async () => {
    const { $client: pool } = testDesk.context.db
    const changed = await pool.query(
      `update customers set display_name = 'เเบงค์ น้ำฝน', name_norm = $1 where id = (select id from customers limit 1) returning display_name`,
      [normalizeForSearch('เเบงค์ น้ำฝน')],
    )
    expect(changed.rowCount).toBe(1)
    for (const search of ['แบงค์', 'เเบงค์', 'นํ้าฝน', 'น้ำ', 'งค'])
      expect((await list({ search })).items.map((each) => each.profile.display_name)).toContain('เเบงค์ น้ำฝน')
  })

  test('the ticket list accepts a NUL character in a search, and a large page number', async () => {
    expect((await get({ search: 'a\0b' })).statusCode).toBe(200)
    expect((await get({ page: MAX_PAGE })).json()).toEqual({ items: [], total: COUNT })
    expect((await get({ assignee: 'nobody' })).json()).toEqual({ items: [], total: 0 })
  })

  test('the offset of a ticket list page is limited for any page size', async () => {
    const page_size = 200
    const lastPage = (MAX_PAGE * QUEUE_PAGE_SIZE) / page_size
    expect((await get({ page: lastPage, page_size })).statusCode).toBe(200)
    const behind = await get({ page: lastPage + 1, page_size })
    expect(behind.statusCode).toBe(400)
    expect(behind.json()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'query.page' }] })
  })

  test.each([
    ['status', 'NEW'],
    ['order', 'name'],
    ['page', '0'],
    ['page', `${MAX_PAGE + 1}`],
    ['page_size', '201'],
    ['unread_only', 'perhaps'],
    ['channel_key', 'main,\0'],
  ])('the ticket list returns 400 with the field name for the query "%s=%s"', async (field, value) => {
    const response = await get({ [field]: value })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_request', fields: [{ field: `query.${field}` }] })
  })
})

test('the fixture of the ticket list contains every issue type', () => {
  expect(new Set(all.map((ticket) => ticket.subject))).toEqual(new Set(Object.values(ISSUE_TYPES)))
})

describe('searching a name shared by very many customers', () => {
  /**
   * Creates customers with the same name: many recent ones in two channels, each with an unassigned open ticket, and
   * older ones with an open and a closed ticket of this user.
   */
  beforeAll(async () => {
    const { $client: pool } = testDesk.context.db
    await pool.query(
      `with c as (
        insert into customers (channel_key, line_user_id, display_name, name_norm, name_norm_version, last_message_at)
        select key, 'N' || n, 'วรรณา ' || n, 'วรรณา ' || n, 1, now() + n * interval '1 second'
        from generate_series(1, $1::int) n, unnest(array['promo', 'main']) key
        returning id, channel_key, last_message_at)
      insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
      select channel_key, id, 'อื่นๆ', last_message_at, last_message_at from c`,
      [MAX_CUSTOMERS + 50],
    )
    await pool.query(
      `with c as (
        insert into customers (channel_key, line_user_id, display_name, name_norm, name_norm_version, last_message_at)
        select key, 'Nrare', 'วรรณา ใจดี', 'วรรณา ใจดี', 1, now() - interval '1 year' from unnest(array['vip', 'main']) key
        returning id, channel_key, last_message_at)
      insert into tickets (channel_key, customer_id, subject, status, assignee_id, opened_at, last_activity_at, closed_at)
      select channel_key, id, 'อื่นๆ', status, $1, last_message_at, last_message_at, case when status = 'CLOSED' then now() end
      from c cross join unnest(array['OPEN', 'CLOSED']::ticket_status[]) status`,
      [me.staffId],
    )
  })
  const names = (found: { items: Ticket[] }) => found.items.map(({ profile }) => profile.display_name)

  test('a search for a name of very many customers finds every match in another channel', async () => {
    const vip = await list({ search: 'วรรณา', channel_key: 'vip' })
    expect([vip.total, ...names(vip)]).toEqual([2, 'วรรณา ใจดี', 'วรรณา ใจดี'])
    const staffMember = await testDesk.signInAs({ channelKeys: ['vip'] })
    expect(names(await list({ search: 'วรรณา' }, staffMember))).toEqual(['วรรณา ใจดี', 'วรรณา ใจดี'])
  })

  test.each(['OPEN', 'CLOSED'])(
    'a search for a common customer name finds all %s tickets that are assigned to the user',
    async (status) => {
      const mine = await list({ search: 'วรรณา', assignee: 'me', status })
      expect([mine.total, ...names(mine)]).toEqual([2, 'วรรณา ใจดี', 'วรรณา ใจดี'])
    },
  )

  test('a search for a name of very many customers finds every match among the tickets at the top of the list', async () => {
    const closed = await list({ search: 'วรรณา', status: 'CLOSED' })
    expect([closed.total, ...names(closed)]).toEqual([2, 'วรรณา ใจดี', 'วรรณา ใจดี'])
    const oldest = await list({ search: 'วรรณา', order: 'opened_at', status: 'OPEN', page_size: 3 })
    expect(names(oldest)).toEqual(['วรรณา ใจดี', 'วรรณา ใจดี', expect.stringMatching(/^วรรณา 1$/)])
  })
})
