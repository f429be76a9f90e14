import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { listMetricTickets, type MetricTicket } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import { ownMetrics } from 'shared/contract/dashboard/own-metrics.call.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { SeededRandom } from '../demo/seeded-random.ts'
import { exactPercentile } from '../testing/replayed-metrics.ts'
import { randomHistory, storeHistories, type TicketHistory } from '../testing/ticket-histories.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { projectTickets } from './ticket-metrics.store.ts'

const desk = useTestDesk()
type Headers = { authorization: string }
let manager: Headers
/** Agent `whole` may access both channels, agent `ofShop` only one. */
let whole: { headers: Headers; staffId: string }
let ofShop: { headers: Headers; staffId: string }
let histories: TicketHistory[]
const DAYS = 'from=2026-02-10&to=2026-02-19'

beforeAll(async () => {
  await desk.addChannel('shop')
  manager = (await desk.signInAs({ role: 'BUSINESS' })).headers
  whole = await desk.signInAs({ displayName: 'คนที่ 1' })
  ofShop = await desk.signInAs({ displayName: 'คนที่ 2', channelKeys: ['shop'] })
  const random = new SeededRandom(12)
  const world = {
    channelKeys: ['main', 'shop'],
    staffIds: [whole.staffId, ofShop.staffId],
    until: new Date('2026-03-01T00:00:00+07:00'),
    days: 30,
  }
  histories = Array.from({ length: 1_200 }, () => randomHistory(random, world))
  await storeHistories(desk.context.db.$client, histories)
  while ((await projectTickets(desk.context.db, 500)) !== 0);
})

const get = async (path: string, headers: Headers) =>
  (await desk.app.inject({ url: `/api/${path}`, headers })).json()
const own = async (headers: Headers, query = DAYS) =>
  ownMetrics.response.parse(await get(`staff/own-metrics?${query}`, headers))

const first = (history: TicketHistory, staffId: string) =>
  history.events.find(
    ({ kind, staffId: by, to }) =>
      (kind === 'accepted' && by === staffId) || (kind === 'transferred' && to === staffId),
  )?.at

/** Computes the expected handling time of the last 200 tickets that the agent held and closed. */
function handled(staffId: string, keys: readonly string[]) {
  const took = histories
    .filter(({ channelKey }) => keys.includes(channelKey))
    .flatMap((history) => {
      const [closed, since] = [history.events.find(({ kind }) => kind === 'closed'), first(history, staffId)]
      if (closed?.staffId !== staffId || since === undefined) return []
      const secs = Math.round((closed.at.getTime() - since.getTime()) / 1000)
      return [{ at: closed.at.getTime(), secs }]
    })
    .toSorted((a, b) => b.at - a.at)
    .slice(0, 200)
  return { sample: took.length, avg_secs: took.reduce((sum, { secs }) => sum + secs, 0) / took.length }
}

describe("an agent's own metrics", () => {
  test("an agent's own metrics are the same as in the ranking, for the period and for each day", async () => {
    const ranking: { items: RankingItem[] } = await get(`business/agent-ranking?${DAYS}`, manager)
    const item = ranking.items.find(({ agent_name: name }) => name === 'คนที่ 1')
    const { totals, totals_before, days } = await own(whole.headers)
    expect(totals.handled_count).toBeGreaterThan(20)
    expect(item).toMatchObject(totals)
    expect(days).toHaveLength(10)
    for (const name of ['handled_count', 'closed_count', 'reply_count', 'unanswered_count'] as const)
      expect(
        days.reduce((sum, day) => sum + day[name], 0),
        name,
      ).toBe(totals[name])
    const before = await own(whole.headers, 'from=2026-01-31&to=2026-02-09')
    expect(before.totals).toMatchObject(totals_before)
  })

  test.each(['main', 'shop'])("an agent's own metrics cover only the requested channel %s", async (key) => {
    const query = `${DAYS}&channel_key=${key}`
    const ranking: { items: RankingItem[] } = await get(`business/agent-ranking?${query}`, manager)
    const { totals, handling } = await own(whole.headers, query)
    expect(ranking.items.find(({ agent_name: name }) => name === 'คนที่ 1')).toMatchObject(totals)
    const expected = handled(whole.staffId, [key])
    expect(handling.sample).toBe(expected.sample)
    expect(handling.avg_secs).toBe(expected.avg_secs)
  })

  test("an agent's own metrics match the listed tickets, which all belong to the agent", async () => {
    const { totals } = await own(whole.headers)
    const metrics = { held: 'handled_count', closed: 'closed_count', unanswered: 'unanswered_count' } as const
    for (const [metric, name] of Object.entries(metrics)) {
      const response = await get(`staff/own-metric-tickets?${DAYS}&metric=${metric}&limit=100`, whole.headers)
      const page = listMetricTickets.response.parse(response)
      expect([page.total, page.items.length], metric).toEqual([totals[name], Math.min(100, totals[name])])
      expect(new Set(page.items.map(({ agent }) => agent?.id))).toEqual(new Set([whole.staffId]))
    }
  })

  test("an agent's own metrics exclude tickets of channels that the agent cannot access", async () => {
    const { totals, handling } = await own(ofShop.headers)
    expect(totals).toEqual((await own(ofShop.headers, `${DAYS}&channel_key=shop`)).totals)
    expect(handling.sample).toBe(handled(ofShop.staffId, ['shop']).sample)
    const tickets = listMetricTickets.response.parse(
      await get(`staff/own-metric-tickets?${DAYS}&metric=held&limit=100`, ofShop.headers),
    )
    expect(new Set(tickets.items.map(({ channel }) => channel.key))).toEqual(new Set(['shop']))
    const refused = await get(`staff/own-metrics?${DAYS}&channel_key=main`, ofShop.headers)
    expect(refused.code).toBe('forbidden_channel')
  })
})

test('the handling time is averaged over the last 200 tickets that the agent held and closed', async () => {
  const expected = handled(whole.staffId, ['main', 'shop'])
  expect(expected.sample).toBe(200)
  const { handling } = await own(whole.headers)
  expect(handling).toMatchObject({ sample: 200, avg_secs: expected.avg_secs })
})

test('the list for the handling time has the last 200 tickets that the agent held and closed, whatever the period', async () => {
  const items: MetricTicket[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `staff/own-metric-tickets?days=1&metric=handling&limit=67${cursor && `&cursor=${cursor}`}`
    const page = listMetricTickets.response.parse(await get(path, whole.headers))
    expect(page.total).toBe(200)
    items.push(...page.items)
    cursor = page.cursor
  }
  expect(new Set(items.map(({ ticket_id: id }) => id)).size).toBe(200)
  const secs = items.reduce((sum, item) => sum + (item.secs ?? 0), 0) / items.length
  expect(Math.abs(secs - handled(whole.staffId, ['main', 'shop']).avg_secs)).toBeLessThan(1)
  const longest = listMetricTickets.response.parse(
    await get('staff/own-metric-tickets?days=1&metric=handling&order=longest&limit=100', whole.headers),
  )
  const times = items.map((item) => item.secs ?? 0).toSorted((a, b) => b - a)
  const percentiles = { median_secs: exactPercentile(times, 0.5), p90_secs: exactPercentile(times, 0.9) }
  expect(longest).toMatchObject(percentiles)
  expect((await own(whole.headers)).handling).toMatchObject(percentiles)
  expect(longest.items.map((item) => item.secs)).toEqual(times.slice(0, 100))
  const next = listMetricTickets.response.parse(
    await get(
      `staff/own-metric-tickets?days=1&metric=handling&order=longest&limit=100&cursor=${longest.cursor}`,
      whole.headers,
    ),
  )
  expect(next.items.map((item) => item.secs)).toEqual(times.slice(100))
  expect((await get('business/metric-tickets?metric=handling', manager)).code).toBe('invalid_request')
})

test('the handling time considers only the last 1,000 closed tickets of the agent', async () => {
  const { headers, staffId } = await desk.signInAs()
  // Adds 1,000 closed tickets that the agent never held, and an older closed ticket that the agent held.
  await desk.query(
    `insert into case_figures (ticket_id, kind, staff_id, day, channel_key, subject, at, count)
     select md5('handling ' || n)::uuid, kind, $1, '2026-02-01', 'main', 'อื่นๆ',
       case kind when 'held' then '2026-02-01T11:00:00Z' else timestamptz '2026-02-01T12:00:00Z' - n * interval '1 second' end, 1
     from generate_series(1, 1001) n, unnest(array['closed', 'held']) kind where kind = 'closed' or n = 1001`,
    [staffId],
  )
  expect((await own(headers)).handling).toEqual({
    sample: 0,
    avg_secs: null,
    median_secs: null,
    p90_secs: null,
  })
  await desk.query(`delete from case_figures where ticket_id = md5('handling 1')::uuid`)
  expect((await own(headers)).handling).toEqual({
    sample: 1,
    avg_secs: 2_599,
    median_secs: 2_599,
    p90_secs: 2_599,
  })
})

describe("query values of requests for an agent's own metrics and their tickets", () => {
  const uuid = '5f1f5a3c-2a0b-4c9e-8d52-000000000001'
  const dashes = '-'.repeat(36)
  test.each([
    'from=0000-05-01&to=0000-05-02',
    'from=0001-01-01&to=0001-01-02',
    'from=1999-12-31&to=2000-01-01',
    'to=9999-12-31',
    `cursor=1.${dashes}.${dashes}`,
    `cursor=1.${uuid.replaceAll('-', 'a')}.${uuid}`,
    `cursor=999999999999999.${uuid}.${uuid}`,
  ])('a request for the tickets of a metric is rejected with the query %s', async (query) => {
    const responses = [
      await get(`staff/own-metric-tickets?metric=closed&${query}`, whole.headers),
      await get(`business/metric-tickets?metric=closed&${query}`, manager),
    ]
    expect(responses.map(({ code }) => code)).toEqual(['invalid_request', 'invalid_request'])
  })

  test("a request for an agent's own metrics accepts query values at the limits", async () => {
    for (const query of [
      'to=2000-01-01&days=366',
      'to=2999-12-31',
      `cursor=9999999999999.${uuid}.${uuid}`,
      `cursor=0.${uuid}.${uuid}`,
    ])
      expect(
        await get(`staff/own-metric-tickets?metric=closed&${query}`, whole.headers),
        query,
      ).toMatchObject({
        items: expect.any(Array),
      })
    for (const to of ['2000-01-01', '2999-12-31'])
      expect((await own(whole.headers, `days=366&to=${to}`)).days).toHaveLength(366)
  })
})

test("an agent's own metrics include the ten open tickets with the latest activity, and the number of open tickets", async () => {
  const { headers, staffId } = await desk.signInAs()
  expect(await own(headers)).toMatchObject({
    open_tickets: [],
    open_count: 0,
    handling: { sample: 0, avg_secs: null },
    totals: { handled_count: 0, avg_pickup_secs: null },
  })
  await desk.query(
    `with people as (
       insert into customers (channel_key, line_user_id) select 'main', 'own' || n from generate_series(1, 12) n returning id, line_user_id)
     insert into tickets (channel_key, customer_id, subject, assignee_id, opened_at, last_activity_at)
     select 'main', id, 'อื่นๆ', $1, now(), timestamptz '2026-01-01' + substr(line_user_id, 4)::int * interval '1 hour' from people`,
    [staffId],
  )
  const { open_tickets: open, open_count } = await own(headers)
  expect(open_count).toBe(12)
  expect(open.map(({ last_activity_at: at }) => new Date(at).getTime())).toEqual(
    Array.from({ length: 10 }, (_, index) => Date.UTC(2026, 0, 1, 12 - index)),
  )
})
