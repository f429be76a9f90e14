import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import pg from 'pg'
import type { TicketOrder } from 'shared/contract/tickets/list-tickets.call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionOptions, type Db } from '../db/client.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import {
  countStatement,
  countTickets,
  pageStatement,
  probeStatement,
  readPage,
  type TicketFilter,
} from './ticket-list.store.ts'
import { SEARCH_WINDOW } from './ticket-search.ts'
import { EXACT_TOTAL, LARGE_TOTAL, TicketTotals } from './ticket-totals.ts'

const COUNT = 40_000
const OPEN_SHARE = 0.5
/** Maximum number of rows that may be read for a page of 20 tickets; a bad plan reads thousands. */
const FEW = 1_000

let testDesk: TestDesk
let viewerId: string
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
  await testDesk.addChannel('promo')
  const agents = await Promise.all(Array.from({ length: 20 }, () => testDesk.signInAs()))
  viewerId = agents[0]?.staffId ?? ''
  await fillTickets(testDesk.context.db, {
    count: COUNT,
    channelKeys: ['main', 'vip', 'promo'],
    staffIds: agents.map((staffMember) => staffMember.staffId),
    openShare: OPEN_SHARE,
  })
  // The connection is the owner's, because the run-time role may not ANALYZE tables that it does not own.
  const owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
  await owner.connect()
  await owner.query('vacuum analyze tickets')
  await owner.query('vacuum analyze customers')
  await owner.query('vacuum analyze ticket_reads')
  await owner.end()
}, 120_000)
afterAll(() => testDesk?.close())

const readsOfTickets = (statement: SQL) => readsOf(testDesk.context.db, 'tickets', statement)

/** Returns a database that calls `onStatement` for each SQL statement. */
const watched = (db: Db, onStatement: () => void) =>
  new Proxy(db, {
    get(target, name, receiver) {
      if (name === 'execute') onStatement()
      return Reflect.get(target, name, receiver)
    },
  })

const everything = ChannelScope.granted({ allChannels: true, channelKeys: [] })

const anyTicket = (): TicketFilter => ({
  viewerId,
  scope: everything,
  status: undefined,
  assigneeId: undefined,
  unassigned: false,
  unreadOnly: false,
  search: undefined,
})

const VIEWS: [string, Partial<TicketFilter>, TicketOrder[]][] = [
  [
    'the queue',
    { status: 'OPEN' },
    ['waiting_since', 'opened_at', '-opened_at', '-last_activity_at', '-closed_at'],
  ],
  [
    'the queue with closed ones',
    {},
    ['waiting_since', 'opened_at', '-opened_at', '-last_activity_at', '-closed_at'],
  ],
  ['closed ones', { status: 'CLOSED' }, ['-closed_at', '-last_activity_at', 'opened_at', '-opened_at']],
  [
    'one channel',
    { status: 'OPEN', scope: everything.narrowTo(['vip']) },
    ['waiting_since', 'opened_at', '-last_activity_at'],
  ],
  [
    "one channel's closed ones",
    { status: 'CLOSED', scope: everything.narrowTo(['vip']) },
    ['-closed_at', '-last_activity_at', '-opened_at'],
  ],
  [
    'two channels',
    { status: 'OPEN', scope: everything.narrowTo(['vip', 'promo']) },
    ['waiting_since', '-last_activity_at'],
  ],
  ['unread ones', { status: 'OPEN', unreadOnly: true }, ['waiting_since', '-last_activity_at']],
  ['unassigned ones', { status: 'CLOSED' }, ['waiting_since', 'opened_at', '-opened_at']],
]

describe('ticket list pages read by index', () => {
  for (const [name, filter, orders] of VIEWS) {
    test.each(orders)(`the ticket list reads few rows for ${name} when sorted by %s`, async (order) => {
      const page = { order, limit: 20, offset: 0 }
      const reads = await readsOfTickets(pageStatement({ ...anyTicket(), ...filter }, page))
      expect(reads.length).toBeGreaterThan(0)
      expect(reads.filter((read) => read.type === 'Seq Scan')).toEqual([])
      expect(Math.max(...reads.map((read) => read.rows))).toBeLessThan(FEW)
    })
  }

  test.each(['-last_activity_at', '-closed_at'] as const)(
    "the list of a staff member's own tickets reads few rows when sorted by %s",
    async (order) => {
      for (const status of ['OPEN', 'CLOSED'] as const) {
        const filter = { ...anyTicket(), status, assigneeId: viewerId }
        const reads = await readsOfTickets(pageStatement(filter, { order, limit: 20, offset: 0 }))
        expect(reads.filter((read) => read.type === 'Seq Scan')).toEqual([])
        expect(Math.max(...reads.map((read) => read.rows))).toBeLessThan(FEW)
      }
    },
  )

  test('a ticket search by name or id prefix reads few rows', async () => {
    const found = await testDesk.context.db.execute<{ id: string }>(sql`select id from tickets limit 1`)
    for (const search of ['กิตติ 29', 'nobody', found.rows[0]?.id.slice(0, 8)]) {
      const filter = { ...anyTicket(), search }
      const reads = await readsOfTickets(
        pageStatement(filter, { order: '-last_activity_at', limit: 20, offset: 0 }),
      )
      expect(reads.filter((read) => read.type === 'Seq Scan')).toEqual([])
      expect(Math.max(...reads.map((read) => read.rows))).toBeLessThan(FEW)
    }
  })

  test('a ticket search for a name of thousands of customers reads a bounded number of rows', async () => {
    const views: Partial<TicketFilter>[] = [{}, { scope: everything.narrowTo(['vip']) }, { status: 'CLOSED' }]
    for (const view of views) {
      const filter = { ...anyTicket(), search: 'สมชาย', ...view }
      for (const statement of [
        pageStatement(filter, { order: 'waiting_since', limit: 20, offset: 0 }),
        countStatement(filter, 'waiting_since', null),
      ]) {
        const reads = await readsOfTickets(statement)
        expect(Math.max(...reads.map((read) => read.rows))).toBeLessThanOrEqual(SEARCH_WINDOW)
      }
    }
  })

  test("a search in a staff member's own tickets reads only these tickets", async () => {
    const { rows } = await testDesk.context.db.$client.query<{ n: number }>(
      'select count(*)::int as n from tickets where assignee_id = $1',
      [viewerId],
    )
    for (const search of ['สมชาย', 'กิตติ 29', 'nobody']) {
      const filter = { ...anyTicket(), search, assigneeId: viewerId }
      for (const statement of [
        pageStatement(filter, { order: '-closed_at', limit: 20, offset: 0 }),
        countStatement(filter, '-closed_at', null),
      ]) {
        const reads = await readsOfTickets(statement)
        expect(Math.max(...reads.map((read) => read.rows))).toBeLessThanOrEqual(rows[0]?.n ?? 0)
      }
    }
  })

  test('later pages of the ticket list are read along the index', async () => {
    const page = { order: '-closed_at' as const, limit: 20, offset: 400 }
    const reads = await readsOfTickets(pageStatement({ ...anyTicket(), status: 'CLOSED' }, page))
    expect(reads.filter((read) => read.type === 'Seq Scan')).toEqual([])
  })
})

describe('reading more than a thousand unread tickets at the end of the list', () => {
  const unread = { unreadOnly: true } as const
  const order = '-opened_at' as const
  let reader: string
  const filter = (): TicketFilter => ({ ...anyTicket(), ...unread, viewerId: reader, status: 'OPEN' })

  /** The viewer has read all open tickets except the 1,500 that were opened first. */
  beforeAll(async () => {
    reader = (await testDesk.signInAs()).staffId
    await testDesk.context.db.$client.query(
      `insert into ticket_reads (ticket_id, staff_id, seq)
       select id, $1, last_seq from tickets where status = 'OPEN' order by opened_at desc
       limit (select count(*) - 1500 from tickets where status = 'OPEN')`,
      [reader],
    )
  })

  test.each([0, 1_000])(
    'the page of unread tickets at row %i is read by one join instead of one lookup per ticket',
    async (offset) => {
      const page = { order, limit: 20, offset }
      const found = await readPage(testDesk.context.db, filter(), page)
      expect(found).toHaveLength(20)
      const walked = await testDesk.context.db.execute<{ id: string }>(pageStatement(filter(), page))
      expect(found.map((row) => row.id)).toEqual(walked.rows.map((row) => row.id))

      const looks = (way: 'along the list' | 'at once') =>
        readsOf(testDesk.context.db, 'ticket_reads', pageStatement(filter(), page, way))
      expect(Math.max(...(await looks('along the list')).map((read) => read.loops))).toBeGreaterThan(FEW)
      expect(Math.max(...(await looks('at once')).map((read) => read.loops))).toBeLessThan(FEW)
    },
  )

  test('the total of unread tickets is counted by one join', async () => {
    const statement = countStatement(filter(), order, LARGE_TOTAL + 1, 'at once')
    const looks = await readsOf(testDesk.context.db, 'ticket_reads', statement)
    expect(Math.max(...looks.map((read) => read.loops))).toBeLessThan(FEW)
    expect(await countTickets(testDesk.context.db, filter(), order, null)).toBe(1_500)
  })

  test('the list of unread tickets reads only tickets of the filtered assignee or channel', async () => {
    const closedByViewer = { ...filter(), status: 'CLOSED', assigneeId: viewerId } as const
    const { rows } = await testDesk.context.db.execute<{ count: number }>(
      sql`select count(*)::int as count from tickets where status = 'CLOSED' and assignee_id = ${viewerId}::uuid`,
    )
    for (const statement of [
      countStatement(closedByViewer, order, null, 'at once'),
      pageStatement(closedByViewer, { order, limit: 20, offset: 200 }, 'at once'),
    ]) {
      const read = Math.max(...(await readsOfTickets(statement)).map((each) => each.rows))
      expect(read).toBeLessThanOrEqual(rows[0]?.count ?? 0)
    }
  })

  test('both query plans for unread tickets return the same counts', async () => {
    const filters = fc.record({
      status: fc.constantFrom(undefined, 'OPEN' as const, 'CLOSED' as const),
      scope: fc.constantFrom(everything, everything.narrowTo(['vip']), everything.narrowTo(['vip', 'promo'])),
      assigneeId: fc.constantFrom(undefined, viewerId),
      unassigned: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(filters, fc.constantFrom(null, 40), async (narrowed, limit) => {
        const fullFilter = { ...filter(), ...narrowed }
        const counts = await Promise.all(
          (['along the list', 'at once'] as const).map((way) =>
            testDesk.context.db.execute<{ count: number }>(countStatement(fullFilter, order, limit, way)),
          ),
        )
        expect(counts[1]?.rows).toEqual(counts[0]?.rows)
      }),
      { numRuns: 12 },
    )
  })

  test('both query plans for unread tickets return the same pages of open and closed tickets', async () => {
    const page = { order, limit: 20, offset: 1_490 }
    const both = { ...filter(), status: undefined }
    const found = await readPage(testDesk.context.db, both, page)
    const walked = await testDesk.context.db.execute<{ id: string }>(pageStatement(both, page))
    expect(found.map((row) => row.id)).toEqual(walked.rows.map((row) => row.id))
    expect(new Set(found.map((row) => row.status))).toEqual(new Set(['OPEN', 'CLOSED']))
  })

  test('the list of unread tickets reads tickets in list order when every ticket is unread', async () => {
    const { rows } = await testDesk.context.db.execute<{ is_near: boolean }>(
      probeStatement({ ...filter(), viewerId: crypto.randomUUID() }, order, 20),
    )
    expect(rows).toEqual([{ is_near: true }])
  })
})

test('a ticket search of one or two characters reads only the top of the list', async () => {
  for (const search of ['ก', '9 ', 'z']) {
    const filter = { ...anyTicket(), search }
    for (const statement of [
      pageStatement(filter, { order: 'waiting_since', limit: 20, offset: 0 }),
      countStatement(filter, 'waiting_since', null),
    ]) {
      const reads = await readsOfTickets(statement)
      expect(reads.filter((read) => read.type === 'Seq Scan')).toEqual([])
      expect(Math.max(...reads.map((read) => read.rows))).toBeLessThanOrEqual(SEARCH_WINDOW)
    }
  }
})

test('a message of a customer updates only the indexes of open tickets', async () => {
  const { rows } = await testDesk.context.db.$client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'tickets'::regclass`,
  )
  const written = rows.filter(({ definition }) => !definition.includes(`'CLOSED'`))
  expect(written.length).toBeLessThanOrEqual(9)
  expect(rows.filter(({ definition }) => definition.includes('last_activity_at'))).toHaveLength(2)
})

describe('counting ticket totals', () => {
  const closed = () => ({ ...anyTicket(), status: 'CLOSED' as const })
  const reopenOne = () =>
    testDesk.context.db.execute(sql`
      update tickets set status = 'OPEN', closed_at = null where id = (select id from tickets where status = 'CLOSED' limit 1)`)

  test('counting tickets stops at the limit of exact totals', async () => {
    const reads = await readsOfTickets(countStatement(anyTicket(), '-closed_at', LARGE_TOTAL + 1))
    expect(reads.reduce((sum, read) => sum + read.rows, 0)).toBeLessThan(LARGE_TOTAL * 1.1)
  })

  test('large ticket totals are counted completely, shared by all viewers and cached for 30 s', async () => {
    let now = 0
    const totals = new TicketTotals(testDesk.context.db, testDesk.context.bus, () => now)
    const total = await totals.of(closed(), '-closed_at')
    expect(total).toBe(COUNT * (1 - OPEN_SHARE))
    await reopenOne()
    const otherViewer = { ...closed(), viewerId: crypto.randomUUID() }
    expect(await totals.of(otherViewer, 'opened_at')).toBe(total)
    now += 31_000
    expect(await totals.of(closed(), '-closed_at')).toBe(total - 1)
  })

  test('concurrent requests share one count of tickets', async () => {
    let counts = 0
    const { db } = testDesk.context
    const counting = watched(db, () => {
      counts += 1
    })
    const totals = new TicketTotals(counting, testDesk.context.bus, () => 0)
    const few = { ...anyTicket(), search: 'กิตติ 2999' }
    const results = await Promise.all(Array.from({ length: 20 }, () => totals.of(few, 'opened_at')))
    expect(new Set(results).size).toBe(1)
    expect(results[0]).toBeLessThan(EXACT_TOTAL)
    expect(counts).toBe(1)
    await totals.of(few, 'opened_at')
    expect(counts).toBe(2)
  })

  test('a slow count of few tickets is cached in proportion to its duration', async () => {
    const { db } = testDesk.context
    let now = 0
    const slow = watched(db, () => {
      now += 40
    })
    const totals = new TicketTotals(slow, testDesk.context.bus, () => now)
    const few = { ...anyTicket(), search: 'กิตติ 2999' }
    await totals.of(few, 'opened_at')
    await totals.of(few, 'opened_at')
    expect(now).toBe(40)
    now += 900
    await totals.of(few, 'opened_at')
    expect(now).toBe(40 + 900 + 40)
  })

  test('a stale ticket total causes a list update of its channel as soon as the total may be counted again', async () => {
    const { db, bus } = testDesk.context
    let now = 0
    const slow = watched(db, () => {
      now += 40
    })
    const received: string[] = []
    const unsubscribe = bus.subscribe(
      (event) => event.kind === 'ticket_list_update' && received.push(event.channelKey),
    )
    const totals = new TicketTotals(slow, bus, () => now)
    const { staffId } = await testDesk.signInAs()
    const few = { ...anyTicket(), assigneeId: staffId }
    const before = await totals.of(few, 'opened_at')
    // This total is current, so reading it publishes no event.
    await totals.of(few, 'opened_at')
    now += 700
    await db.execute(sql`update tickets set assignee_id = ${staffId} where id = (
      select id from tickets where status = 'OPEN' and assignee_id is not null limit 1)`)
    bus.publish({
      ...{ kind: 'ticket', channelKey: 'vip', ticketId: crypto.randomUUID() },
      events: [{ type: 'ticket_list_update', data: { reason: 'opened', channel_key: 'vip' } }],
    })
    expect(await totals.of(few, 'opened_at')).toBe(before)
    expect(received).toEqual([])
    await expect.poll(() => received).toEqual(['vip'])
    now += 101
    expect(await totals.of(few, 'opened_at')).toBe(before + 1)
    await totals.of(few, 'opened_at')
    unsubscribe()
    totals.close()
  })

  test('expired ticket totals cause one list update per channel, and only for their own channels', async () => {
    const { db, bus } = testDesk.context
    let now = 0
    const slow = watched(db, () => {
      now += 40
    })
    const received: string[] = []
    const unsubscribe = bus.subscribe(
      (event) => event.kind === 'ticket_list_update' && received.push(event.channelKey),
    )
    const totals = new TicketTotals(slow, bus, () => now)
    const scope = everything.narrowTo(['vip'])
    const ofOne = ['กิตติ 2999', 'กิตติ 2998', 'กิตติ 2997'].map((search) => ({ ...anyTicket(), scope, search }))
    // Filters whose totals are cached. The total of the last filter is counted last and therefore expires last.
    const lists = [...ofOne, { ...anyTicket(), search: 'กิตติ 2996' }]
    for (const each of lists) await totals.of(each, 'opened_at')
    for (const channelKey of ['main', 'vip'])
      bus.publish({
        ...{ kind: 'ticket', channelKey, ticketId: crypto.randomUUID() },
        events: [{ type: 'ticket_list_update', data: { reason: 'opened', channel_key: channelKey } }],
      })
    now += 600
    for (const each of lists) await totals.of(each, 'opened_at')
    // Only the first two events are compared, because the totals are published again after 5 s of real time.
    await expect.poll(() => received.slice(0, 2)).toEqual(['vip', 'main'])
    unsubscribe()
    totals.close()
  })

  test('a request made after a ticket change does not reuse a running count of tickets', async () => {
    const { db, bus } = testDesk.context
    let counts = 0
    const counting = watched(db, () => {
      counts += 1
    })
    const totals = new TicketTotals(counting, bus, () => 0)
    const few = { ...anyTicket(), search: 'กิตติ 2998' }
    const first = totals.of(few, 'opened_at')
    bus.publish({
      ...{ kind: 'ticket', channelKey: 'vip', ticketId: crypto.randomUUID() },
      events: [{ type: 'ticket_list_update', data: { reason: 'opened', channel_key: 'vip' } }],
    })
    await Promise.all([first, totals.of(few, 'opened_at'), totals.of(few, 'opened_at')])
    expect(counts).toBe(2)
    totals.close()
  })

  test('unread tickets are counted per staff member', async () => {
    const totals = new TicketTotals(testDesk.context.db, testDesk.context.bus, () => 0)
    const unread = { ...anyTicket(), status: 'OPEN' as const, unreadOnly: true }
    const mine = await totals.of(unread, 'waiting_since')
    expect(await totals.of({ ...unread, viewerId: crypto.randomUUID() }, 'waiting_since')).toBeGreaterThan(
      mine,
    )
  })
})
