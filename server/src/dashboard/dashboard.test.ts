import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import type { Overview } from 'shared/contract/dashboard/biz-dashboard.call.ts'
import type { MetricTicket } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import { LISTED_METRICS } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { SeededRandom } from '../demo/seeded-random.ts'
import { exactPercentile } from '../testing/replayed-metrics.ts'
import { randomHistory, storeHistories } from '../testing/ticket-histories.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { EXACT_DURATIONS, MAX_PERCENTILE_ERROR } from './duration-histogram.ts'
import { projectTickets } from './ticket-metrics.store.ts'

const desk = useTestDesk()
let manager: { authorization: string }
let ofShop: { authorization: string }
let agent: { authorization: string }
const channelKeys = ['main', 'shop']
const DAYS = 'from=2026-02-10&to=2026-02-19'

beforeAll(async () => {
  await desk.addChannel('shop')
  const agents = await Promise.all(
    Array.from({ length: 4 }, (_, index) => desk.signInAs({ displayName: `คนที่ ${index}` })),
  )
  manager = (await desk.signInAs({ role: 'BUSINESS' })).headers
  ofShop = (await desk.signInAs({ role: 'BUSINESS', channelKeys: ['shop'] })).headers
  agent = agents[0]?.headers as typeof agent
  const random = new SeededRandom(11)
  const world = {
    channelKeys,
    staffIds: agents.map(({ staffId }) => staffId),
    until: new Date('2026-03-12T00:00:00+07:00'),
    days: 60,
  }
  await storeHistories(
    desk.context.db.$client,
    Array.from({ length: 800 }, () => randomHistory(random, world)),
  )
  while ((await projectTickets(desk.context.db, 500)) !== 0);
})

async function call<T>(path: string, headers = manager): Promise<T & { code?: string }> {
  return (await desk.app.inject({ method: 'GET', url: `/api/${path}`, headers })).json()
}

interface Dashboard {
  issue_breakdown: { category: string; count: number }[]
  overview: Overview
}
interface Page {
  items: MetricTicket[]
  total: number
  avg_secs: number | null
  median_secs: number | null
  p90_secs: number | null
  cursor: string | null
}

async function allTickets(query: string, limit = 67) {
  const items: MetricTicket[] = []
  let [avg_secs, median_secs, p90_secs]: (number | null)[] = [null, null, null]
  let cursor: string | null = null
  let total = 0
  do {
    const page: Page = await call(
      `business/metric-tickets?${query}&limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    items.push(...page.items)
    total = page.total
    ;({ avg_secs, median_secs, p90_secs } = page)
    cursor = page.cursor
  } while (cursor !== null)
  return { items, total, avg_secs, median_secs, p90_secs }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** Period of one whole month, with half a month before it and half a month after it. */
const LONG = 'from=2026-01-15&to=2026-03-12'

const BEFORE = 'from=2026-01-31&to=2026-02-09'
const BEFORE_LONG = 'from=2025-11-19&to=2026-01-14'

describe.each([
  ['__ALL__', DAYS, BEFORE],
  ['main', DAYS, BEFORE],
  ['shop', DAYS, BEFORE],
  ['__ALL__', LONG, BEFORE_LONG],
  ['shop', LONG, BEFORE_LONG],
])('dashboard of channel %s, period %s', (key, days, daysBefore) => {
  const where = `${days}&channel_key=${key}`

  test('the dashboard shows the same numbers in totals, days, bars, agents and ticket lists', async () => {
    const { overview, issue_breakdown } = await call<Dashboard>(`biz/dashboard?${where}`)
    const { totals, days, agents } = overview
    expect(totals.handled_count).toBeGreaterThan(20)
    for (const name of ['handled_count', 'closed_count', 'unanswered_count', 'reply_count'] as const)
      expect(sum(days.map((day) => day[name])), name).toBe(totals[name])
    for (const name of ['closed_count', 'unanswered_count', 'reply_count'] as const)
      expect(sum(agents.map((item) => item[name])), name).toBe(totals[name])
    expect(sum(issue_breakdown.map(({ count }) => count))).toBe(totals.handled_count)
    const ranking = await call<{ items: RankingItem[] }>(`business/agent-ranking?${where}`)
    expect(ranking.items).toEqual(agents)

    const metricOf = {
      handled: 'handled_count',
      closed: 'closed_count',
      unanswered: 'unanswered_count',
      replied: 'reply_count',
    } as const
    for (const [metric, name] of Object.entries(metricOf)) {
      const { items, total } = await allTickets(`${where}&metric=${metric}`)
      expect(total, metric).toBe(totals[name])
      expect(sum(items.map(({ count }) => count)), metric).toBe(total)
    }
    for (const { category, count } of issue_breakdown) {
      const { items, total } = await allTickets(
        `${where}&metric=handled&category=${encodeURIComponent(category)}`,
      )
      expect([total, items.length]).toEqual([count, count])
    }
    for (const item of agents) {
      const of = `${where}&agent_line_user_id=${item.agent_line_user_id}`
      const held = await allTickets(`${of}&metric=held`)
      expect([held.total, held.items.length]).toEqual([item.handled_count, item.handled_count])
      const closed = await allTickets(`${of}&metric=closed`)
      expect(closed.items.length).toBe(item.closed_count)
      const average =
        closed.items.length === 0
          ? null
          : sum(closed.items.map(({ secs }) => secs ?? Number.NaN)) / closed.items.length
      expect(average).toBe(item.avg_resolution_secs)
      expect(closed.avg_secs).toBe(average)
    }
  })

  test.each([
    ['handled', 'pickup'],
    ['first_response', 'first_response'],
    ['closed', 'resolution'],
    ['answered', 'answered_resolution'],
  ] as const)(
    'the dashboard shows average, median and 90th percentile of the %s list for the team and each agent',
    async (metric, name) => {
      for (const hours of ['', '&hours=business']) {
        const { totals, agents, days } = (await call<Dashboard>(`biz/dashboard?${where}${hours}`)).overview
        const day = days.find((each) => each.closed_count > 5) as (typeof days)[number]
        for (const [shown, of] of [
          [totals, where],
          ...agents.map((item) => [item, `${where}&agent_line_user_id=${item.agent_line_user_id}`] as const),
          [day, `from=${day.day}&to=${day.day}&channel_key=${key}`] as const,
        ] as const) {
          const list = await allTickets(`${of}&metric=${metric}${hours}`)
          expect([list.avg_secs, list.median_secs, list.p90_secs], of).toEqual([
            shown[`avg_${name}_secs`],
            shown[`median_${name}_secs`],
            shown[`p90_${name}_secs`],
          ])
          const secs = list.items.map((item) => item.secs ?? Number.NaN)
          expect(secs.length === 0 ? null : sum(secs) / secs.length).toBe(list.avg_secs)
          const isExact = secs.length <= EXACT_DURATIONS
          for (const [found, share] of [
            [list.median_secs, 0.5],
            [list.p90_secs, 0.9],
          ] as const) {
            const exact = exactPercentile(secs, share)
            if (exact === null || isExact) expect(found).toBe(exact)
            else
              expect(Math.abs((found ?? Number.NaN) - exact)).toBeLessThanOrEqual(
                exact * MAX_PERCENTILE_ERROR,
              )
          }
        }
      }
    },
  )

  test.each(['handled', 'first_response', 'closed', 'answered'])(
    'the %s ticket list contains the same tickets in both orders, latest first and longest duration first',
    async (metric) => {
      const { agents } = (await call<Dashboard>(`biz/dashboard?${where}`)).overview
      const of = `${where}&metric=${metric}`
      const [agent] = agents
      for (const query of [
        of,
        `${of}&hours=business`,
        `${of}&agent_line_user_id=${agent?.agent_line_user_id}`,
      ]) {
        const latest = await allTickets(query)
        const { items, total } = await allTickets(`${query}&order=longest`, 5)
        const byTicket = (a: MetricTicket, b: MetricTicket) => a.ticket_id.localeCompare(b.ticket_id)
        expect(items.length).toBeGreaterThan(5)
        expect(total).toBe(latest.total)
        expect(items.toSorted(byTicket)).toEqual(latest.items.toSorted(byTicket))
        const secs = items.map((item) => item.secs ?? 0)
        expect(secs).toEqual(secs.toSorted((a, b) => b - a))
      }
    },
  )

  test('a ticket list continues in the order "latest first" after a cursor without a duration', async () => {
    const of = `business/metric-tickets?${where}&metric=closed&limit=5`
    const { cursor } = await call<{ cursor: string }>(of)
    expect(cursor.split('.')).toHaveLength(3)
    const next = await call<{ items: MetricTicket[] }>(`${of}&cursor=${cursor}`)
    expect(next.items.length).toBeGreaterThan(0)
    expect(await call(`${of}&order=longest&cursor=${cursor}`)).toEqual(next)
  })

  test('lists the tickets whose messages the dashboard counts in an hour of a weekday', async () => {
    const { incoming } = (await call<Dashboard>(`biz/dashboard?${where}`)).overview
    const [busiest] = incoming.toSorted((a, b) => b.count - a.count)
    for (const { weekday, hour, count } of [busiest, incoming.at(0), incoming.at(-1)].filter(
      (each) => !!each,
    )) {
      const { items, total } = await allTickets(`${where}&metric=incoming&weekday=${weekday}&hour=${hour}`, 2)
      expect([total, sum(items.map((item) => item.count))]).toEqual([count, count])
      expect(items.map(({ at }) => at)).toEqual(
        items
          .map(({ at }) => at)
          .toSorted()
          .toReversed(),
      )
      expect(new Set(items.map(({ ticket_id, at }) => `${ticket_id} ${at}`)).size).toBe(items.length)
      for (const { at, agent: who } of items) {
        const inBangkok = new Date(Date.parse(at) + 7 * 3_600_000)
        expect([inBangkok.getUTCDay(), inBangkok.getUTCHours(), who]).toEqual([weekday, hour, null])
      }
    }
  })

  test('the dashboard compares with a period of the same length that ends the day before', async () => {
    const before = await call<Dashboard>(`biz/dashboard?${daysBefore}&channel_key=${key}`)
    const { overview } = await call<Dashboard>(`biz/dashboard?${where}`)
    expect(before.overview.totals).toMatchObject(overview.totals_before)
  })

  test.each(LISTED_METRICS)('the list of %s tickets has each ticket once, latest first', async (metric) => {
    const { items } = await allTickets(`${where}&metric=${metric}`)
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(new Set(items.map(({ ticket_id, agent: who, at }) => `${ticket_id} ${who?.id} ${at}`)).size).toBe(
      items.length,
    )
  })
})

test('the inbound messages of a long period are the sum of those of two shorter periods', async () => {
  const hoursOf = async (...periods: string[]) => {
    const hours = new Map<string, number>()
    for (const period of periods)
      for (const { weekday, hour, count } of (await call<Dashboard>(`biz/dashboard?${period}`)).overview
        .incoming)
        hours.set(`${weekday} ${hour}`, (hours.get(`${weekday} ${hour}`) ?? 0) + count)
    return [...hours].toSorted()
  }
  const parts = ['from=2026-01-15&to=2026-02-10', 'from=2026-02-11&to=2026-03-12']
  expect(await hoursOf(LONG)).toEqual(await hoursOf(...parts))
})

test.each([
  ['closed', 'closed_count', -1],
  ['handled', 'handled_count', -1],
  ['pickup', 'avg_pickup_secs', 1],
  ['first', 'avg_first_response_secs', 1],
  ['resolution', 'avg_resolution_secs', 1],
] as const)('the agent ranking is sorted by %s', async (order, name, direction) => {
  const { items } = await call<{ items: RankingItem[] }>(`business/agent-ranking?${DAYS}&order_by=${order}`)
  const values = items.map((item) => item[name])
  expect(values.length).toBeGreaterThan(2)
  expect(values).toEqual(
    values.toSorted((a, b) => direction * ((a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE))),
  )
})

test.each([
  'metric=incoming',
  'metric=incoming&weekday=1',
  'metric=incoming&weekday=7&hour=1',
  'metric=incoming&weekday=1&hour=24',
  'metric=incoming&weekday=1&hour=1&agent_line_user_id=U1',
  'metric=closed&weekday=1&hour=1',
])('the list of metric tickets rejects the query "%s"', async (query) => {
  expect((await call(`business/metric-tickets?${query}`)).code).toBe('invalid_request')
})

test.each([
  ['biz/dashboard', (response: { overview?: object }) => response.overview],
  ['business/agent-ranking', (response: object) => response],
  ['staff/own-metrics', (response: object) => response],
])('%s returns the period and the time when metrics were read', async (path, readingOf) => {
  const before = Date.now()
  const { from, to, at } = readingOf(await call(`${path}?${DAYS}`)) as Record<'from' | 'to' | 'at', string>
  expect([from, to]).toEqual(['2026-02-10', '2026-02-19'])
  expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(at)).toBeLessThanOrEqual(Date.now())
})

describe('rights to the dashboard', () => {
  /** Returns the response without the time at which the metrics were read. */
  const timeless = async (path: string) => {
    const { at: _, overview, ...response } = await call<{ at?: string; overview?: Overview }>(path, ofShop)
    return overview === undefined ? response : { ...response, overview: { ...overview, at: undefined } }
  }
  const paths = ['biz/dashboard?x=1', 'business/agent-ranking?x=1', 'business/metric-tickets?metric=closed']
  test.each(paths)('allows %s to managers only', async (path) => {
    expect((await call(path, agent)).code).toBe('forbidden')
  })
  test.each(paths)(
    '%s returns `forbidden_channel` for a forbidden channel, and the metrics of permitted channels by default',
    async (path) => {
      expect((await call(`${path}&channel_key=main`, ofShop)).code).toBe('forbidden_channel')
      expect(await timeless(`${path}&${DAYS}`)).toEqual(await timeless(`${path}&${DAYS}&channel_key=shop`))
    },
  )
})

test.each([
  'from=2026-02-10&to=2026-02-09',
  'from=2025-01-01&to=2026-02-09',
  'days=0',
  'days=367',
  'from=yesterday',
])('the dashboard rejects the query "%s"', async (query) => {
  expect((await call(`biz/dashboard?${query}`)).code).toBe('invalid_request')
})
