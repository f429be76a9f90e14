import type { AddressInfo } from 'node:net'
import {
  MAX_WALLBOARD_COUNT,
  MAX_WALLBOARD_STAFF_TICKETS,
  WALLBOARD_CACHE_MS,
} from 'shared/contract/constants.ts'
import { listWallboardTickets } from 'shared/contract/dashboard/list-wallboard-tickets.call.ts'
import { readWallboard } from 'shared/contract/dashboard/wallboard.call.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { OnlineStaff } from '../staff/online-staff.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { queryOnce } from '../testing/query-once.ts'
import { TestSocket } from '../testing/test-socket.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import {
  countWallboard,
  wallboardChannelsStatement,
  wallboardStaffStatement,
  wallboardTicketsStatement,
} from './wallboard.store.ts'
import { Wallboard } from './wallboard.ts'

const desk = useTestDesk()
const ALL = ChannelScope.granted({ allChannels: true, channelKeys: [] })
type TestStaff = Awaited<ReturnType<typeof desk.signInAs>>
let agent: TestStaff
let ofShop: TestStaff

beforeAll(async () => {
  await desk.addChannel('shop', 'OA ร้าน')
  await desk.addChannel('quiet', 'OA เงียบ')
  agent = await desk.signInAs({ displayName: 'ก' })
  ofShop = await desk.signInAs({ displayName: 'ข', channelKeys: ['shop'] })
  await desk.query(
    `with people as (
       insert into customers (channel_key, line_user_id, display_name, is_vip)
       select case when n % 3 = 0 then 'shop' else 'main' end, 'U' || n, 'ลูกค้า ' || n, n = 2 from generate_series(1, 18) n
       returning id, channel_key, substr(line_user_id, 2)::int as n)
     insert into tickets (channel_key, customer_id, subject, assignee_id, opened_at, last_activity_at, waiting_since, status, closed_at)
     select channel_key, id, 'อื่นๆ', case when n % 2 = 0 then $1::uuid end, now(), now(),
       case when n <= 9 and n <> 6 then timestamptz '2026-01-01' + n * interval '1 minute' end,
       (case when n = 18 then 'CLOSED' else 'OPEN' end)::ticket_status, case when n = 18 then now() end from people`,
    [agent.staffId],
  )
})

const call = async ({ headers }: TestStaff, query = '') =>
  (await desk.app.inject({ url: `/api/staff/wallboard${query}`, headers })).json()
const wallboard = async (staffMember: TestStaff, query?: string) =>
  readWallboard.response.parse(await call(staffMember, query))
/** Reads the wallboard from the database instead of the cache. */
const freshWallboard = () =>
  new Wallboard(desk.context, new OnlineStaff(desk.context)).read({ scope: ALL } as never, {})
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()

describe('wallboard', () => {
  test('the wallboard shows waiting tickets, longest wait and open tickets per channel', async () => {
    const { channels, longest } = await wallboard(agent)
    const byKey = channels.toSorted((a, b) => a.channel.key.localeCompare(b.channel.key))
    expect(byKey).toEqual([
      {
        channel: { key: 'main', name: 'OA หลัก' },
        waiting_count: 6,
        waiting_unassigned_count: 3,
        longest_waiting_since: minute(1),
        open_count: 12,
        reply_wait: null,
      },
      {
        channel: { key: 'quiet', name: 'OA เงียบ' },
        waiting_count: 0,
        waiting_unassigned_count: 0,
        longest_waiting_since: null,
        open_count: 0,
        reply_wait: null,
      },
      {
        channel: { key: 'shop', name: 'OA ร้าน' },
        waiting_count: 2,
        waiting_unassigned_count: 2,
        longest_waiting_since: minute(3),
        open_count: 5,
        reply_wait: null,
      },
    ])
    expect(longest.map(({ waiting_since }) => waiting_since)).toEqual([1, 2, 3, 4, 5, 7, 8, 9].map(minute))
    expect(longest[1]).toMatchObject({
      channel_key: 'main',
      customer: { display_name: 'ลูกค้า 2', is_vip: true },
      assigned_to: { id: agent.staffId },
    })
    expect(longest[0]?.assigned_to).toBeNull()
    expect(longest.some(({ assignee_absent }) => assignee_absent)).toBe(false)
  })

  test('the wallboard marks tickets whose assignee is absent, like the ticket list', async () => {
    const marked = (seq: number | null) =>
      desk.query('update tickets set absent_alert_seq = $2 where waiting_since = $1', [minute(2), seq])
    await marked(1)
    const { longest } = await freshWallboard()
    expect(
      longest.filter(({ assignee_absent }) => assignee_absent).map((each) => each.waiting_since),
    ).toEqual([minute(2)])
    for (const metric of ['waiting', 'open']) {
      const url = `/api/staff/wallboard-tickets?metric=${metric}`
      const { items } = listWallboardTickets.response.parse(
        (await desk.app.inject({ url, headers: agent.headers })).json(),
      )
      expect(
        items.filter(({ assignee_absent }) => assignee_absent).map((each) => each.waiting_since),
      ).toEqual([minute(2)])
    }
    await marked(null)
  })

  test('the wallboard hides channels without access', async () => {
    const { channels, longest } = await wallboard(ofShop)
    expect(channels.map(({ channel }) => channel.key)).toEqual(['shop'])
    expect(longest.map(({ waiting_since }) => waiting_since)).toEqual([3, 9].map(minute))
    expect(await wallboard(agent, '?channel_key=shop')).toMatchObject({ channels, longest })
    expect((await call(ofShop, '?channel_key=main')).code).toBe('forbidden_channel')
  })

  test('the wallboard lists staff who have a page open, with their tickets in the requested channels', async () => {
    await desk.app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(desk.app.server.address() as AddressInfo).port}`
    const pages = [new TestSocket(url, agent.token), new TestSocket(url, ofShop.token)]
    for (const page of pages) await page.receivesType('hello')
    const names = async (staffMember: TestStaff, query?: string) =>
      (await wallboard(staffMember, query)).staff.map(({ display_name: name }) => name)
    const soon = { timeout: 15_000 }
    await expect.poll(() => names(agent), soon).toEqual(['ก', 'ข'])
    expect(await names(agent, '?channel_key=quiet')).toEqual(['ก'])
    const { staff } = await wallboard(agent)
    expect(staff.map(({ tickets }) => tickets)).toEqual([
      [
        { channel_key: 'main', open_count: 6, waiting_count: 3 },
        { channel_key: 'shop', open_count: 2, waiting_count: 0 },
      ],
      [],
    ])
    expect((await wallboard(ofShop)).staff[0]?.tickets).toEqual([
      { channel_key: 'shop', open_count: 2, waiting_count: 0 },
    ])
    pages[1]?.socket.close()
    await expect.poll(() => names(agent), soon).toEqual(['ก'])
    pages[0]?.socket.close()
  })
})

test('the wallboard is read once for concurrent requests, and an expired wallboard is never returned', async () => {
  const { db, now } = desk.context
  let reads = 0
  let at = 0
  const counting = new Proxy(db, {
    get: (target, name) => {
      if (name === 'execute') reads += 1
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const live = new Wallboard({ db: counting, now }, new OnlineStaff(desk.context), () => at)
  const read = () => live.read({ scope: ALL } as never, {})
  await Promise.all(Array.from({ length: 50 }, read))
  const once = reads
  expect(once).toBeLessThan(5)
  at = WALLBOARD_CACHE_MS - 1
  await read()
  expect(reads).toBe(once)
  at = WALLBOARD_CACHE_MS
  const [first, second] = await Promise.all([read(), read()])
  expect(reads).toBe(2 * once)
  expect(first).toEqual(second)
})

describe('a large backlog in another channel', () => {
  beforeAll(async () => {
    await desk.addChannel('backlog')
    await desk.addChannel('removed')
  })
  const addTickets = (channelKey: string, count: number, staffId: string | null = null) =>
    desk.query(
      `with people as (
         insert into customers (channel_key, line_user_id) select $1, 'U' || gen_random_uuid() from generate_series(1, $2::int) returning id)
       insert into tickets (channel_key, customer_id, subject, assignee_id, opened_at, last_activity_at)
       select $1, id, 'อื่นๆ', $3::uuid, '2020-01-01', now() from people`,
      [channelKey, count, staffId],
    )
  const read = (...staffIds: string[]) => countWallboard(desk.context.db, staffIds, desk.context.now())

  test('a large backlog hides no waiting or unassigned tickets of another channel', async () => {
    await addTickets('backlog', MAX_WALLBOARD_COUNT)
    const { channels } = await read()
    expect(channels.find(({ key }) => key === 'shop')).toMatchObject({
      waiting_count: 2,
      waiting_unassigned_count: 2,
    })
  })

  test('the wallboard shows all tickets of a staff member despite a large backlog, but none of removed channels', async () => {
    const { staffId } = await desk.signInAs()
    await addTickets('removed', 3, staffId)
    await addTickets('backlog', 120, staffId)
    await desk.query(`update channels set removed_at = now() where key = 'removed'`)
    await addTickets('shop', 1, staffId)
    await desk.query(`update tickets set opened_at = now() where channel_key = 'shop' and assignee_id = $1`, [
      staffId,
    ])
    const ticketsOf = async () =>
      (await read(staffId)).staff.map(({ tickets, has_more }) => ({ tickets, has_more }))
    expect(await ticketsOf()).toEqual([
      {
        tickets: [
          { channel_key: 'backlog', open_count: 120, waiting_count: 0 },
          { channel_key: 'shop', open_count: 1, waiting_count: 0 },
        ],
        has_more: false,
      },
    ])
    await addTickets('backlog', MAX_WALLBOARD_STAFF_TICKETS - 120, staffId)
    expect(await ticketsOf()).toMatchObject([{ has_more: true }])
  })
})

test('the wallboard reads a bounded number of rows for any number of tickets', async () => {
  const { db } = desk.context
  const staff = await Promise.all(Array.from({ length: 5 }, () => desk.signInAs()))
  const staffIds = staff.map(({ staffId }) => staffId)
  await fillTickets(db, { count: 18_000, channelKeys: ['quiet'], staffIds, openShare: 0.4 })
  // This runs as the owner, because the server's role may not ANALYZE tables that it does not own.
  await queryOnce(desk.database.ownerAddress, 'vacuum analyze tickets')
  for (const [statement, bound] of [
    // PostgreSQL reads all waiting tickets of a channel that slightly exceeds the count limit, so this bound is higher.
    [wallboardChannelsStatement(), 6 * MAX_WALLBOARD_COUNT],
    [wallboardTicketsStatement(), 100],
    [wallboardStaffStatement(staffIds), staffIds.length * MAX_WALLBOARD_STAFF_TICKETS],
  ] as const) {
    const reads = await readsOf(db, 'tickets', statement)
    expect(reads.map(({ type }) => type)).not.toContain('Seq Scan')
    expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(bound)
  }
  await expect
    .poll(async () => (await wallboard(agent, '?channel_key=quiet')).channels[0], { timeout: 15_000 })
    .toMatchObject({ open_count: MAX_WALLBOARD_COUNT, waiting_count: MAX_WALLBOARD_COUNT })
})
