import { MAX_ORDERED_TICKETS } from 'shared/contract/constants.ts'
import { listMetricTickets } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../db/client.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { queryOnce } from '../testing/query-once.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { type MetricPage, metricTicketsStatement } from './metric-tickets.store.ts'

const desk = useTestDesk()
const [LIMIT, DAYS, A_DAY] = [21, 300, 40]

/**
 * Adds 40 tickets of a common issue type per day. A rare issue type has two tickets on the first day, one on day 50 and
 * one on the second-to-last day.
 */
beforeAll(async () => {
  const { staffId } = await desk.signInAs()
  await desk.query(
    `insert into case_figures (ticket_id, kind, staff_id, day, channel_key, subject, at, count)
     select md5(day || ' ' || n)::uuid, 'handled', $1, day, 'main',
       case when (day, n) in (('2026-01-01', 1), ('2026-01-01', 2), ('2026-02-19', 1), ('2026-10-26', 1)) then 'rare' else 'common' end,
       day::timestamp at time zone 'Asia/Bangkok' + n * interval '30 minutes', 1
     from generate_series(1, $2::int) n, (select '2026-01-01'::date + d as day from generate_series(0, $3::int - 1) d) days`,
    [staffId, A_DAY, DAYS],
  )
  await desk.query(
    `with someone as (insert into customers (channel_key, line_user_id) values ('main', 'U1') returning id)
     insert into tickets (id, channel_key, customer_id, status, subject, opened_at, closed_at, last_activity_at)
     select ticket_id, 'main', someone.id, 'CLOSED', subject, at, at, at from case_figures, someone`,
  )
  await queryOnce(desk.database.ownerAddress, 'vacuum analyze case_figures, tickets')
})

/** Returns the number of rows that are read for one page of tickets of an issue type. */
const readOf = (
  category: string,
  { after, order = 'latest', most }: Partial<MetricPage> & { most?: number } = {},
) => {
  const filter = {
    metric: 'handled',
    staffId: undefined,
    category,
    period: { from: '2026-01-01', to: '2026-12-31' },
    scope: ChannelScope.granted({ allChannels: true, channelKeys: [] }),
    isOpenTime: false,
    today: '2026-12-31',
  } as const
  return inTransaction(desk.context.db, async (tx) => {
    const reads = await readsOf(
      tx,
      'case_figures',
      metricTicketsStatement(filter, { order, after, limit: LIMIT }, most),
    )
    return reads.reduce((sum, { rows }) => sum + rows, 0)
  })
}
const after = (at: string) => {
  const none = '00000000-0000-0000-0000-000000000000'
  return { ms: 0, at: new Date(at), ticketId: none, staffId: none }
}

test('a list of a rare issue type reads no tickets of other types, even over many days', async () => {
  expect(await readOf('rare')).toBe(4)
  expect(await readOf('rare', { after: after('2026-02-18T17:30:00.000Z') })).toBe(2)
  expect(await readOf('none')).toBe(0)
})

test('a list of a common issue type reads only as many tickets as the page shows', async () => {
  expect(await readOf('common')).toBe(LIMIT)
  expect(await readOf('common', { after: after('2026-06-09T17:30:00.000Z') })).toBe(LIMIT)
})

test('a list by longest duration reads no more tickets than the sort limit', async () => {
  expect(await readOf('rare', { order: 'longest' })).toBe(4)
  expect(await readOf('common', { order: 'longest' })).toBe(MAX_ORDERED_TICKETS)
  expect(await readOf('common', { order: 'longest', most: A_DAY * DAYS })).toBe(A_DAY * DAYS - 4)
})

test('a list by longest duration sets `is_cut` when there are more tickets than the sort limit', async () => {
  const { headers, staffId } = await desk.signInAs({ role: 'BUSINESS' })
  const call = async (order: string) => {
    const url = `/api/business/metric-tickets?metric=handled&from=2026-11-01&to=2026-11-01&order=${order}`
    return listMetricTickets.response.parse((await desk.app.inject({ url, headers })).json())
  }
  for (const total of [MAX_ORDERED_TICKETS, MAX_ORDERED_TICKETS + 1]) {
    await desk.query(
      `insert into agent_days (day, channel_key, staff_id, handled) values ('2026-11-01', 'main', $1, $2)
       on conflict (day, channel_key, staff_id) do update set handled = excluded.handled`,
      [staffId, total],
    )
    expect(await call('longest')).toMatchObject({ total, is_cut: total > MAX_ORDERED_TICKETS })
    expect(await call('latest')).toMatchObject({ total, is_cut: false })
  }
})

test("a list of an agent's tickets in one channel reads only index entries of tickets in other channels", async () => {
  const [{ staffId }, other] = [await desk.signInAs(), await desk.signInAs()]
  await desk.addChannel('shop')
  // This agent has few tickets in the channel `shop`, and another agent has many.
  for (const [agentId, some] of [
    [
      staffId,
      `case when extract(doy from day) % 100 = 3 and extract(hour from at) = 0 then 'shop' else 'main' end`,
    ],
    [other.staffId, `'shop'`],
  ] as const)
    await desk.query(
      `insert into case_figures (ticket_id, kind, staff_id, day, channel_key, subject, at, count)
       select md5($1 || ticket_id)::uuid, 'closed', $1::uuid, day, ${some}, subject, at, 1 from case_figures where kind = 'handled'`,
      [agentId],
    )
  await desk.query(
    `insert into tickets (id, channel_key, customer_id, status, subject, opened_at, closed_at, last_activity_at)
     select f.ticket_id, f.channel_key, t.customer_id, 'CLOSED', f.subject, f.at, f.at, f.at
     from case_figures f, (select customer_id from tickets limit 1) t where f.kind = 'closed'`,
  )
  await queryOnce(desk.database.ownerAddress, 'vacuum analyze case_figures, tickets')
  const [few] = await desk.query<{ n: number }>(
    `select count(*)::int as n from case_figures where channel_key = 'shop' and staff_id = $1`,
    [staffId],
  )
  const statement = metricTicketsStatement(
    {
      metric: 'closed',
      staffId,
      period: { from: '2026-01-01', to: '2026-12-31' },
      scope: ChannelScope.granted({ allChannels: true, channelKeys: [] }).narrowTo(['shop']),
      isOpenTime: false,
      today: '2026-12-31',
    },
    { order: 'latest', after: undefined, limit: LIMIT },
  )
  const reads = await inTransaction(desk.context.db, (tx) => readsOf(tx, 'case_figures', statement))
  const ofTable = reads.filter(({ type }) => type !== 'Index Only Scan')
  expect(reads.map(({ type }) => type)).toContain('Index Only Scan')
  expect(few?.n).toBeGreaterThan(1)
  expect(ofTable.reduce((sum, { rows }) => sum + rows, 0)).toBe(few?.n)
})
