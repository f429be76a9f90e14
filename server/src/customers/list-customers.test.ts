import pg from 'pg'
import { MAX_COUNTED_CUSTOMERS } from 'shared/contract/constants.ts'
import type { ListedCustomer } from 'shared/contract/customers/list-customers.call.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { queryOnce } from '../testing/query-once.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import {
  listStatement,
  SCANNED_FOR_NORMAL,
  SEARCH_WINDOW,
  searchOf,
  trigramStatement,
} from './customer-list.store.ts'

const desk = useTestDesk()
type Headers = { authorization: string }
let manager: Headers
let ofShop: Headers
let agent: Headers

interface Page {
  items: ListedCustomer[]
  total: number
  has_more: boolean
  code?: string
}
async function get(query: Record<string, string | number>, headers: Headers = manager): Promise<Page> {
  const words = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )
  return (await desk.app.inject({ url: `/api/business/customers?${words}`, headers })).json()
}
const namesOf = ({ items }: Page) => items.map(({ display_name: name }) => name)

const COUNT = 22_000
/** Position of the customer with the rare name in the list. */
const RARE = 21_000

beforeAll(async () => {
  await desk.addChannel('shop', 'OA ร้าน')
  await desk.addChannel('empty')
  manager = (await desk.signInAs({ role: 'BUSINESS' })).headers
  ofShop = (await desk.signInAs({ role: 'BUSINESS', channelKeys: ['shop', 'empty'] })).headers
  agent = (await desk.signInAs({ role: 'ADMIN' })).headers
  await desk.query(
    `insert into customers (channel_key, line_user_id, display_name, name_norm, name_norm_version, is_vip, created_at)
     select case when n % 4 = 0 then 'shop' else 'main' end, 'U' || md5(n::text), name, lower(name), 1, n % 50 = 0,
       timestamptz '2026-01-01T00:00:00Z' - case when n between 101 and 199 then 150 else n end * interval '1 second'
     from (select n, case when n = $2 then '100% หายาก_' when n % 300 = 17 then 'บุปผา ' || n when n % 20 = 0 then 'สมชาย ' || n when n % 9 = 7 then 'Kitti วิภา ' || n else 'Kitti ' || n end as name
       from generate_series(1, $1::int) n) c`,
    [COUNT, RARE],
  )
  // Adds customers that are older than all others: fewer than one search window but more than the count limit.
  await desk.addChannel('middling')
  await desk.query(
    `insert into customers (channel_key, line_user_id, display_name, name_norm, name_norm_version, created_at)
     select 'middling', 'U' || md5('middling' || n), 'มานะ', 'มานะ', 1, timestamptz '2020-01-01T00:00:00Z'
     from generate_series(1, $1::int) n`,
    [MAX_COUNTED_CUSTOMERS + 100],
  )
  // Connects as the owner, since the server's role cannot ANALYZE tables of another owner.
  const owner = new pg.Client(connectionOptions(desk.database.ownerAddress))
  await owner.connect()
  await owner.query('vacuum analyze customers')
  await owner.end()
}, 60_000)

describe('the list of customers', () => {
  test('lists the newest customers first, and pages neither repeat nor skip customers', async () => {
    const first = await get({})
    expect(first).toMatchObject({ total: MAX_COUNTED_CUSTOMERS, has_more: true })
    expect(first.items).toHaveLength(20)
    expect(first.items[0]).toMatchObject({
      display_name: 'Kitti 1',
      line_user_id: expect.stringMatching(/^U[0-9a-f]{32}$/),
      is_vip: false,
      channel: { key: 'main', name: 'OA หลัก' },
      created_at: '2025-12-31T23:59:59.000Z',
      last_message_at: null,
    })
    // Reads pages in which many customers have the same creation time.
    const pages = await Promise.all([1, 2, 3, 4].map((page) => get({ page_size: 45, page })))
    const all = namesOf(await get({ page_size: 180 }))
    expect(pages.flatMap(namesOf)).toEqual(all)
    expect(new Set(all).size).toBe(180)
  })

  test('the list of customers ends at the count limit, without further pages', async () => {
    expect((await get({ page: MAX_COUNTED_CUSTOMERS / 20 })).items).toHaveLength(20)
    expect((await get({ page: MAX_COUNTED_CUSTOMERS / 20 + 1 })).code).toBe('invalid_request')
  })

  test('filters customers by VIP mark', async () => {
    const vip = await get({ vip: 1, page_size: 200 })
    expect([vip.total, vip.has_more]).toEqual([COUNT / 50, false])
    expect(vip.items.every(({ is_vip }) => is_vip)).toBe(true)
    const normal = await get({ vip: 0, page_size: 200 })
    expect(normal.items.some(({ is_vip }) => is_vip)).toBe(false)
    expect(normal.items[49]?.display_name).toBe('Kitti 51')
  })

  test('lists customers of all channels that the manager may access in one order', async () => {
    const own = await get({ page_size: 50 }, ofShop)
    expect(new Set(own.items.map(({ channel }) => channel?.key))).toEqual(new Set(['shop']))
    expect(own.total).toBe(MAX_COUNTED_CUSTOMERS)
    expect(namesOf(await get({ page_size: 50, channel_key: 'shop' }))).toEqual(namesOf(own))
    expect(namesOf(await get({ channel_key: 'main,shop' }))).toEqual(namesOf(await get({})))
    expect(await get({ channel_key: 'empty' }, ofShop)).toEqual({ items: [], total: 0, has_more: false })
    expect((await get({ channel_key: 'main' }, ofShop)).code).toBe('forbidden_channel')
    expect((await get({}, agent)).code).toBe('forbidden')
  })
})

describe('a search for customers', () => {
  test('finds customers by a word anywhere in the name, and treats wildcards as plain characters', async () => {
    for (const search of ['หายาก', '100% ห', 'ยาก_', ' หายาก '])
      expect(await get({ search }), search).toMatchObject({
        total: 1,
        has_more: false,
        items: [{ id: expect.any(String) }],
      })
    expect((await get({ search: '00_ ห' })).total).toBe(0)
    expect(await get({ search: '000% หา' })).toMatchObject({ total: 0, has_more: false })
    expect((await get({ search: 'หายาก', channel_key: 'main' })).total).toBe(0)
    expect((await get({ search: 'หายาก', vip: 1 })).total).toBe(1)
    expect((await get({ search: 'หายาก', vip: 0 })).total).toBe(0)
  })

  test('finds customers by a complete LINE user id or its prefix', async () => {
    const [someone] = (await get({ page: 77 })).items
    for (const length of [33, 20, 12]) {
      const found = await get({ search: someone?.line_user_id.slice(0, length) ?? '' })
      expect(
        found.items.map(({ id }) => id),
        String(length),
      ).toEqual([someone?.id])
    }
    const typed = someone?.line_user_id.toLowerCase() ?? ''
    expect((await get({ search: typed })).items.map(({ id }) => id)).toEqual([someone?.id])
  })

  test('a search for a common name lists matches among the newest customers and sets has_more', async () => {
    // In the search window, 95 % of the customers match. There are no pages after the count limit.
    const inWindow = MAX_COUNTED_CUSTOMERS
    const found = await get({ search: 'KITTI' })
    expect(found).toMatchObject({ total: inWindow, has_more: true })
    expect(namesOf(found).slice(0, 2)).toEqual(['Kitti 1', 'Kitti 2'])
    expect((await get({ search: 'kitti', page: inWindow / 20 })).items).toHaveLength(20)
  })

  test('a search for a less common name lists all matches', async () => {
    const found = await get({ search: 'สมชาย' })
    expect(found).toMatchObject({ total: COUNT / 20 - 1, has_more: false })
    expect(namesOf(found).slice(0, 2)).toEqual(['สมชาย 20', 'สมชาย 40'])
    const last = await get({ search: 'สมชาย', channel_key: 'shop', page: COUNT / 400 })
    expect([last.total, namesOf(last).at(-1)]).toEqual([COUNT / 20 - 1, `สมชาย ${COUNT}`])
  })

  test('a customer search lists the newest customers first, and later pages search the whole table', async () => {
    const found = await get({ search: 'วิภา' })
    expect(found.has_more).toBe(true)
    expect(found.total).toBeLessThan(MAX_COUNTED_CUSTOMERS)
    const pages = Math.ceil(found.total / 20)
    const names = namesOf(found)
    for (const page of Array.from({ length: pages + 2 }, (_, index) => index + 2))
      names.push(...namesOf(await get({ search: 'วิภา', page })))
    expect(names).toHaveLength((pages + 3) * 20)
    expect(new Set(names).size).toBe(names.length)
    expect(await get({ search: 'วิภา', page: pages + 3 })).toMatchObject({
      total: MAX_COUNTED_CUSTOMERS,
      has_more: true,
    })
  })

  test('a customer search scans older customers, then the whole table, when too few of the newest match', async () => {
    const expected = Array.from({ length: Math.ceil(COUNT / 300) }, (_, index) => `บุปผา ${17 + index * 300}`)
    const countedAs = (rows: string) =>
      queryOnce(
        desk.database.ownerAddress,
        `update pg_class set reltuples = ${rows} where oid = 'customers'::regclass`,
      )
    // Sets the planner's estimate to a million customers, so that the estimated matches exceed the count limit.
    await countedAs('1000000')
    const [first, second] = [await get({ search: 'บุปผา' }), await get({ search: 'บุปผา', page: 2 })]
    await countedAs(String(COUNT))
    expect(first).toMatchObject({ total: 34, has_more: true })
    expect(second).toMatchObject({ total: expected.length, has_more: false })
    expect([first, second].flatMap(namesOf)).toEqual(expected.slice(0, 40))
  })

  test('sets has_more above the count limit, even when all customers were scanned', async () => {
    const page = { channel_key: 'middling', page: MAX_COUNTED_CUSTOMERS / 20 }
    for (const query of [page, { ...page, search: 'มานะ' }]) {
      const { items, ...rest } = await get(query)
      expect(rest).toEqual({ total: MAX_COUNTED_CUSTOMERS, has_more: true })
      expect(items).toHaveLength(20)
    }
  })

  test('scans the newest customers for a one-letter search, which no index supports', async () => {
    expect(await get({ search: 'ช' })).toMatchObject({ total: SEARCH_WINDOW / 20, has_more: true })
    expect(await get({ search: '_' })).toMatchObject({ total: 0, has_more: true })
  })
})

describe('a customer with several channels', () => {
  const both = `U${'ab'.repeat(16)}`
  const others = Array.from({ length: 30 }, (_, n) => `U${String(n).padStart(32, 'c')}`)
  beforeAll(async () => {
    // Adds the newest customers, each in two channels. The first is VIP in one channel and has another name there.
    await desk.query(
      `insert into customers (channel_key, line_user_id, display_name, name_norm, name_norm_version, is_vip, created_at, last_message_at)
       select c.key, l.id, case when l.id = $1 and c.key = 'main' then 'กานดา' else 'ก้อง' || l.place end,
         case when l.id = $1 and c.key = 'main' then 'กานดา' else 'ก้อง' || l.place end, 1, l.id = $1 and c.key = 'main',
         timestamptz '2026-06-01T00:00:00Z' - l.place * interval '1 hour' + c.place * interval '90 minutes', timestamptz '2026-07-01T00:00:00Z' - c.place * interval '1 day'
       from unnest(array['main', 'shop']) with ordinality c (key, place), unnest($2::text[]) with ordinality l (id, place)`,
      [both, [both, ...others]],
    )
  })

  test('lists a customer with several channels as one row, with a VIP mark for each channel', async () => {
    const [row] = (await get({ search: both })).items
    expect(row).toMatchObject({
      line_user_id: both,
      display_name: 'ก้อง1',
      is_vip: false,
      channel: { key: 'shop' },
      last_message_at: '2026-06-30T00:00:00.000Z',
    })
    // Checks that channels are in display order.
    expect(row?.channels.map(({ channel, is_vip }) => [channel.key, is_vip])).toEqual([
      ['shop', false],
      ['main', true],
    ])
    expect(row?.channels[0]?.id).toBe(row?.id)
    const marked = await desk.app.inject({
      method: 'POST',
      url: `/api/business/customers/${row?.channels[1]?.id}/vip`,
      headers: manager,
      payload: { is_vip: false },
    })
    expect(marked.statusCode).toBe(200)
    const [after] = (await get({ search: both })).items
    expect(after?.channels.map(({ is_vip }) => is_vip)).toEqual([false, false])
    await desk.query(`update customers set is_vip = true where id = $1`, [row?.channels[1]?.id])
  })

  test.each<Record<string, string | number>>([
    {},
    { search: 'ก้อง' },
    { vip: 0 },
    { channel_key: 'main,shop' },
  ])('a customer with several channels is counted once and listed on one page: %j', async (query) => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => get({ ...query, page, page_size: 7 })))
    const ids = pages.flatMap(({ items }) => items.map((item) => item.line_user_id))
    const expected = 'vip' in query ? others : [both, ...others]
    expect(ids.slice(0, expected.length).toSorted()).toEqual(expected.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
    if ('search' in query) expect(pages[0]).toMatchObject({ total: 31, has_more: false })
  })

  test('a customer is VIP when VIP in any channel, and is found by the name in any channel', async () => {
    const vip = await get({ vip: 1, search: both })
    expect(vip).toMatchObject({ total: 1, items: [{ is_vip: true, channel: { key: 'main' } }] })
    expect(vip.items[0]?.channels).toHaveLength(2)
    expect(await get({ vip: 0, search: both })).toMatchObject({ total: 0, items: [] })
    const found = await get({ search: 'กานดา' })
    expect(found).toMatchObject({ total: 1, items: [{ display_name: 'กานดา', line_user_id: both }] })
    expect(found.items[0]?.channels).toHaveLength(2)
  })

  test('hides the VIP mark, name and messages of a customer in channels without access', async () => {
    const own = await get({ search: both }, ofShop)
    expect(own).toMatchObject({ total: 1, items: [{ channel: { key: 'shop' }, is_vip: false }] })
    expect(own.items[0]).toMatchObject({ last_message_at: '2026-06-29T00:00:00.000Z' })
    expect(own.items[0]?.channels.map(({ channel }) => channel.key)).toEqual(['shop'])
    expect((await get({ search: 'กานดา' }, ofShop)).total).toBe(0)
    expect((await get({ search: both, vip: 1 }, ofShop)).total).toBe(0)
    expect((await get({ search: both, vip: 0 }, ofShop)).total).toBe(1)
    const one = await get({ search: both, channel_key: 'main' })
    expect(one.items[0]?.channels.map(({ channel }) => channel.key)).toEqual(['main'])
  })
})

test('lists of customers read no more rows than their limit', async () => {
  const all = ChannelScope.granted({ allChannels: true, channelKeys: [] })
  const two = all.narrowTo(['main', 'shop'])
  const { db } = desk.context
  for (const scope of [all, two, all.narrowTo(['shop'])]) {
    const filter = { scope, isVip: undefined, search: undefined }
    const reads = await readsOf(db, 'customers', listStatement(filter, { limit: 20, offset: 0 }))
    expect(reads.map(({ type }) => type)).not.toContain('Seq Scan')
    expect(reads.map(({ rows }) => rows).toSorted((a, b) => b - a)[0]).toBeLessThan(
      2 * MAX_COUNTED_CUSTOMERS + 100,
    )
  }
  // With two channels, the query uses an index per channel and reads no rows of channels that sort between them.
  const ofTwo = { scope: all.narrowTo(['shop', 'middling']), isVip: false, search: undefined }
  const between = await readsOf(db, 'customers', listStatement(ofTwo, { limit: 20, offset: 0 }))
  expect(Math.max(...between.map(({ rows }) => rows))).toBeLessThanOrEqual(2 * SCANNED_FOR_NORMAL)
  const search = searchOf('หายาก')
  if (search === null) throw new Error('there is something to look for')
  const filter = { scope: all, isVip: undefined, search: 'หายาก' }
  const reads = await readsOf(db, 'customers', trigramStatement(filter, search, { limit: 20, offset: 0 }))
  expect(Math.max(...reads.map(({ rows }) => rows))).toBeLessThan(10)
})
