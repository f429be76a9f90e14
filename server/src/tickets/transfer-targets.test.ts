import type { AddressInfo } from 'node:net'
import type { SQL } from 'drizzle-orm'
import { MAX_COUNTED_TICKETS } from 'shared/contract/constants.ts'
import { listTransferTargets } from 'shared/contract/staff/list-transfer-targets.call.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { createLocalBus } from '../event-bus.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { startNotificationListener } from '../sessions/notification-listener.ts'
import { OnlineStaff } from '../staff/online-staff.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { queryOnce } from '../testing/query-once.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { TestSocket } from '../testing/test-socket.ts'
import { openCountsStatement, listTransferTargets as readTransferTargets } from './transfer-targets.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
})
afterAll(() => testDesk?.close())

type App = TestDesk['app']
type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>

async function transferTargets(app: App, { headers }: TestStaff, key = 'main') {
  const response = await app.inject({ url: `/api/staff/transfer-targets?channel_key=${key}`, headers })
  if (response.statusCode !== 200) throw new Error(response.json().code)
  return new Map(listTransferTargets.response.parse(response.json()).items.map((each) => [each.id, each]))
}

test('transfer targets are staff who may work in a channel of the caller, with their open tickets', async () => {
  const [busy, idle, vipOnly] = [
    await testDesk.signInAs(),
    await testDesk.signInAs(),
    await testDesk.signInAs({ channelKeys: ['vip'] }),
  ]
  const { $client } = testDesk.context.db
  await $client.query(
    `insert into customers (channel_key, line_user_id, display_name, name_norm, name_norm_version)
     select 'vip', 'U' || md5('busy' || n), 'ลูกค้า', 'ลูกค้า', 1 from generate_series(1, 3) n`,
  )
  await $client.query(
    `insert into tickets (channel_key, customer_id, subject, assignee_id, opened_at, last_activity_at, status, closed_at)
     select 'vip', id, 'อื่นๆ', $1::uuid, now(), now(), 'OPEN'::ticket_status, null::timestamptz from customers
     union all select 'vip', id, 'อื่นๆ', $1::uuid, now(), now(), 'CLOSED'::ticket_status, now() from customers`,
    [busy.staffId],
  )
  const found = await transferTargets(testDesk.app, idle)
  expect(found.get(busy.staffId)).toMatchObject({ open_count: 3, is_online: false })
  expect(found.get(idle.staffId)).toMatchObject({ open_count: 0, is_online: false })
  expect(found.has(vipOnly.staffId)).toBe(false)
  const mainOnly = await testDesk.signInAs({ channelKeys: ['main'] })
  expect((await transferTargets(testDesk.app, mainOnly)).get(busy.staffId)).toMatchObject({ open_count: 0 })
  expect((await transferTargets(testDesk.app, vipOnly, 'vip')).has(vipOnly.staffId)).toBe(true)
  await expect(transferTargets(testDesk.app, vipOnly)).rejects.toThrow('forbidden_channel')
})

test('staff who have a page open on any server are reported as online until the last page is closed', async () => {
  const context = {
    ...testDesk.context,
    bus: createLocalBus((error) => {
      throw error
    }),
  }
  const left: string[] = []
  context.bus.subscribe((event) => {
    if (event.kind === 'offline') left.push(...event.staffIds)
  })
  const other = await buildApp(context, { maxEventLoopDelayMs: 0 })
  const listener = startNotificationListener(context)
  await listener.ready
  try {
    await testDesk.app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(testDesk.app.server.address() as AddressInfo).port}`
    const [here, away] = [await testDesk.signInAs(), await testDesk.signInAs()]
    const isOnline = async (app: App) => (await transferTargets(app, away)).get(here.staffId)?.is_online
    const pages = [new TestSocket(url, here.token), new TestSocket(url, here.token)]
    for (const page of pages) await page.receivesType('hello')
    expect(await isOnline(testDesk.app)).toBe(true)
    const soon = { timeout: 15_000, interval: 200 }
    await expect.poll(() => isOnline(other as never), soon).toBe(true)
    expect((await transferTargets(other as never, here)).get(away.staffId)?.is_online).toBe(false)

    pages[0]?.socket.close()
    await pages[0]?.closed
    expect(await isOnline(testDesk.app)).toBe(true)
    expect(left).toEqual([])
    pages[1]?.socket.close()
    await expect.poll(() => isOnline(testDesk.app), soon).toBe(false)
    await expect.poll(() => left, soon).toEqual([here.staffId])
    expect(await isOnline(other as never)).toBe(false)
  } finally {
    listener.stop()
    await other.close()
  }
})

describe('online staff over time', () => {
  afterEach(() => void vi.useRealTimers())

  test('online staff of a silent server process are removed, and those of this process are published again', () => {
    vi.useFakeTimers()
    const texts: unknown[] = []
    const context = { bus: { id: 'here' }, db: { execute: async () => texts.push(1) } }
    const online = new OnlineStaff(context as never, () => Date.now())
    const { stop } = online.count(() => new Set(['own']))
    const notify = (staffIds: string[]) => online.handle({ kind: 'online', server: 'elsewhere', staffIds })
    notify(['a', 'b'])
    vi.advanceTimersByTime(6_000)
    notify(['a'])
    vi.advanceTimersByTime(4_000)
    expect([...online.ids()].sort()).toEqual(['a', 'own'])
    vi.advanceTimersByTime(4_000)
    expect([...online.ids()]).toEqual(['own'])
    expect(texts.length).toBe(4)
    stop()
    vi.advanceTimersByTime(10_000)
    expect(texts.length).toBe(4)
  })
})

test('arrivals and departures of online staff are published immediately', async () => {
  vi.useFakeTimers()
  try {
    const elsewhere = new OnlineStaff({ bus: { id: 'elsewhere' } } as never, () => Date.now())
    const execute = async ({ queryChunks }: SQL) =>
      elsewhere.handle(JSON.parse(queryChunks.find((chunk) => String(chunk).startsWith('{')) as string).event)
    const online = new Set<string>()
    const { check, stop } = new OnlineStaff({ bus: { id: 'here' }, db: { execute } } as never).count(
      () => online,
    )
    elsewhere.handle({ kind: 'online', server: 'a third', staffIds: ['both'] })
    online.add('own').add('both')
    check()
    vi.advanceTimersByTime(100)
    expect([...elsewhere.ids()].sort()).toEqual(['both', 'own'])
    online.clear()
    check()
    vi.advanceTimersByTime(100)
    expect([...elsewhere.ids()]).toEqual(['both'])
    stop()
  } finally {
    vi.useRealTimers()
  }
})

test('open tickets of transfer targets are counted by index, up to a maximum per staff member', async () => {
  const { db } = testDesk.context
  await testDesk.addChannel('filled')
  const agents = await Promise.all(Array.from({ length: 30 }, () => testDesk.signInAs()))
  const staffIds = agents.map(({ staffId }) => staffId)
  await fillTickets(db, { count: 20_000, channelKeys: ['filled'], staffIds, openShare: 0.5 })
  // This runs as the owner, because the run-time role may not ANALYZE tables that it does not own.
  await queryOnce(testDesk.database.ownerAddress, 'vacuum analyze tickets')
  const scope = ChannelScope.granted({ allChannels: true, channelKeys: [] })
  const reads = await readsOf(db, 'tickets', openCountsStatement(staffIds, scope))
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  expect(Math.max(...reads.map(({ rows }) => rows))).toBeLessThanOrEqual(
    staffIds.length * MAX_COUNTED_TICKETS,
  )
  const { items } = await readTransferTargets(
    testDesk.context,
    new OnlineStaff(testDesk.context),
    { scope },
    'filled',
  )
  expect(Math.max(...items.map(({ open_count }) => open_count))).toBe(MAX_COUNTED_TICKETS)
})
