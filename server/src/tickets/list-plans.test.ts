import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import type { TicketOrder } from 'shared/contract/tickets/list-tickets.call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { countStatement, pageStatement, type TicketFilter } from './list.store.ts'
import { EXACT_TOTAL, Totals } from './totals.ts'

const COUNT = 30_000

let testDesk: TestDesk
let viewerId: string
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
  await testDesk.addChannel('promo')
  const people = await Promise.all(Array.from({ length: 20 }, () => testDesk.signInAs()))
  viewerId = people[0]?.staffId ?? ''
  await fillTickets(testDesk.desk.db, {
    count: COUNT,
    channelKeys: ['main', 'vip', 'promo'],
    staffIds: people.map((person) => person.staffId),
    openShare: 0.02,
  })
  // The run-time role may not ANALYZE what it does not own.
  const owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
  await owner.connect()
  await owner.query('vacuum analyze tickets')
  await owner.query('vacuum analyze customers')
  await owner.query('vacuum analyze ticket_reads')
  await owner.end()
}, 120_000)
afterAll(() => testDesk?.close())

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** Every node that reads tickets, and how many rows it had in its hands. */
async function readsOfTickets(statement: SQL): Promise<{ type: string; rows: number }[]> {
  const found = await testDesk.desk.db.execute<{ 'QUERY PLAN': { Plan: Node }[] }>(
    sql`explain (analyze, format json) ${statement}`,
  )
  const nodes: Node[] = []
  const visit = (node: Node) => {
    nodes.push(node)
    for (const child of node.Plans ?? []) visit(child)
  }
  const plan = found.rows[0]?.['QUERY PLAN'][0]?.Plan
  if (plan) visit(plan)
  return nodes
    .filter((node) => node['Relation Name'] === 'tickets')
    .map((node) => ({
      type: node['Node Type'],
      rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    }))
}

const anyTicket = (): TicketFilter => ({
  viewerId,
  channelKeys: null,
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
    { status: 'OPEN', channelKeys: ['vip'] },
    ['waiting_since', 'opened_at', '-last_activity_at'],
  ],
  [
    "one channel's closed ones",
    { status: 'CLOSED', channelKeys: ['vip'] },
    ['-closed_at', '-last_activity_at', '-opened_at'],
  ],
  ['two channels', { status: 'OPEN', channelKeys: ['vip', 'promo'] }, ['waiting_since', '-last_activity_at']],
  ['unread ones', { status: 'OPEN', unreadOnly: true }, ['waiting_since', '-last_activity_at']],
  ['unassigned ones', { status: 'OPEN', unassigned: true }, ['waiting_since', 'opened_at', '-opened_at']],
]

describe('a page reads by index, and hardly more rows than it shows', () => {
  for (const [name, filter, orders] of VIEWS) {
    test.each(orders)(`${name} by %s`, async (order) => {
      const page = { order, limit: 20, offset: 0 }
      const reads = await readsOfTickets(pageStatement({ ...anyTicket(), ...filter }, page))
      expect(reads.length).toBeGreaterThan(0)
      expect(reads.filter((read) => read.type === 'Seq Scan')).toEqual([])
      // Open tickets are 2 in 100; a page may look through them all for its own, but never through the closed ones.
      expect(Math.max(...reads.map((read) => read.rows))).toBeLessThan(COUNT * 0.025)
    })
  }

  test.each(['-last_activity_at', '-closed_at'] as const)("a person's own tickets by %s", async (order) => {
    for (const status of ['OPEN', 'CLOSED'] as const) {
      const filter = { ...anyTicket(), status, assigneeId: viewerId }
      const reads = await readsOfTickets(pageStatement(filter, { order, limit: 20, offset: 0 }))
      expect(reads.filter((read) => read.type === 'Seq Scan')).toEqual([])
      expect(Math.max(...reads.map((read) => read.rows))).toBeLessThan(COUNT * 0.025)
    }
  })

  test('a search for a name or the beginning of an id', async () => {
    const found = await testDesk.desk.db.execute<{ id: string }>(sql`select id from tickets limit 1`)
    for (const search of ['กิตติ 29', 'nobody', found.rows[0]?.id.slice(0, 8)]) {
      const filter = { ...anyTicket(), search }
      const reads = await readsOfTickets(
        pageStatement(filter, { order: '-last_activity_at', limit: 20, offset: 0 }),
      )
      expect(reads.filter((read) => read.type === 'Seq Scan')).toEqual([])
      expect(Math.max(...reads.map((read) => read.rows))).toBeLessThan(COUNT * 0.05)
    }
  })

  test('a page further down reads along the index', async () => {
    const page = { order: '-closed_at' as const, limit: 20, offset: 400 }
    const reads = await readsOfTickets(pageStatement({ ...anyTicket(), status: 'CLOSED' }, page))
    expect(reads.filter((read) => read.type === 'Seq Scan')).toEqual([])
  })
})

test('a total counts no further than it must', async () => {
  const reads = await readsOfTickets(countStatement(anyTicket(), EXACT_TOTAL + 1))
  expect(reads.reduce((sum, read) => sum + read.rows, 0)).toBeLessThan(EXACT_TOTAL * 1.1)
})

test('a total above the bound is counted whole, and then not again for half a minute', async () => {
  let now = new Date()
  const totals = new Totals(testDesk.desk.db, () => now)
  const closed = { ...anyTicket(), status: 'CLOSED' as const }
  const total = await totals.of(closed)
  expect(total).toBe(COUNT * 0.98)
  await testDesk.desk.db.execute(sql`
    update tickets set status = 'OPEN', closed_at = null where id = (select id from tickets where status = 'CLOSED' limit 1)`)
  expect(await totals.of(closed)).toBe(total)
  now = new Date(now.getTime() + 31_000)
  expect(await totals.of(closed)).toBe(total - 1)
})
