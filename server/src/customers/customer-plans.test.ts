import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { elsewhereStatement, findVisibleCustomer } from './customer.store.ts'
import { customerTicketsStatement } from './customer-tickets.store.ts'
import { tagsStatement } from './tag.store.ts'

const everything = ChannelScope.granted({ allChannels: true, channelKeys: [] })
const TICKETS_OF_ONE = 5_000
const USES_OF_ONE = 3_000

let testDesk: TestDesk
let viewerId: string
let customerId: string
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
  await testDesk.addChannel('promo')
  viewerId = (await testDesk.signInAs()).staffId
  const { db } = testDesk.context
  await fillTickets(db, {
    count: 20_000,
    channelKeys: ['main', 'vip', 'promo'],
    staffIds: [viewerId],
    openShare: 0.5,
  })
  const { rows } = await db.$client.query<{ id: string }>(
    `select id from customers where channel_key = 'main' limit 1`,
  )
  customerId = rows[0]?.id ?? ''
  await db.$client.query(
    `insert into tickets (channel_key, customer_id, status, subject, opened_at, closed_at, last_activity_at)
     select 'main', $1, 'CLOSED', 'อื่นๆ', now() - n * interval '1 hour', now(), now() from generate_series(1, $2::int) n`,
    [customerId, TICKETS_OF_ONE],
  )
  await db.$client.query(
    `with made as (insert into tags (channel_key, name, name_norm, created_at) values ('main', 'บ่อย', 'บ่อย', now()) returning id)
     insert into customer_tags (customer_id, tag_id, staff_id, created_at)
     select c.id, made.id, $1, now() from customers c, made where c.channel_key = 'main' limit $2`,
    [viewerId, USES_OF_ONE],
  )
  // Connects as the owner, since the server's role cannot ANALYZE tables of another owner.
  const owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
  await owner.connect()
  for (const table of ['tickets', 'customers', 'channels', 'tags', 'customer_tags'])
    await owner.query(`vacuum analyze ${table}`)
  await owner.end()
}, 120_000)
afterAll(() => testDesk?.close())

test("reads a customer's tickets by an index, however many tickets the customer has", async () => {
  const { db } = testDesk.context
  const customer = await findVisibleCustomer(db, everything, customerId)
  const { rows } = await db.$client.query<{ id: string }>(
    'select id from tickets where customer_id = $1 order by opened_at desc offset 2500 limit 1',
    [customerId],
  )
  for (const before of [undefined, rows[0]?.id]) {
    const reads = await readsOf(
      db,
      'tickets',
      customerTicketsStatement(customer, { viewerId, before, limit: 11 }),
    )
    expect(reads.filter(({ type }) => type === 'Seq Scan')).toEqual([])
    expect(Math.max(...reads.map((read) => read.rows))).toBeLessThan(50)
  }
})

test('finds a LINE user in other channels by one lookup per channel', async () => {
  const { db } = testDesk.context
  const customer = await findVisibleCustomer(db, everything, customerId)
  await db.$client.query(`insert into customers (channel_key, line_user_id) values ('vip', $1)`, [
    customer.head.line_user_id,
  ])
  for (const scope of [everything, everything.narrowTo(['vip', 'main'])]) {
    const statement = elsewhereStatement(scope, customer)
    const reads = await readsOf(db, 'customers', statement)
    expect(reads.filter(({ type }) => type === 'Seq Scan')).toEqual([])
    expect(Math.max(...reads.map(({ rows }) => rows))).toBeLessThan(10)
    const ofTickets = await readsOf(db, 'tickets', statement)
    expect(ofTickets.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  }
})

test('counts the uses of a tag only up to the limit', async () => {
  const { db } = testDesk.context
  const { rows } = await db.$client.query<{ uses: string }>('select count(*) as uses from customer_tags')
  expect(Number(rows[0]?.uses)).toBeGreaterThan(1_500)
  const reads = await readsOf(db, 'customer_tags', tagsStatement(everything.narrowTo(['main'])))
  expect(Math.max(...reads.map((read) => read.rows))).toBeLessThanOrEqual(1_000)
})
