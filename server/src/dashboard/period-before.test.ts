import { bizDashboard } from 'shared/contract/dashboard/biz-dashboard.call.ts'
import { listMetricTickets } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import type { CountedMetrics } from 'shared/contract/dashboard/metrics.ts'
import { ownMetrics } from 'shared/contract/dashboard/own-metrics.call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SeededRandom } from '../demo/seeded-random.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { randomHistory, storeHistories } from '../testing/ticket-histories.ts'
import { periodBefore } from './period.ts'
import { projectTickets } from './ticket-metrics.store.ts'

const at = (moment: string) => new Date(`${moment}+07:00`)

describe('comparison period', () => {
  const compared = (from: string, to: string, now: string) => {
    const { whole, part } = periodBefore({ from, to }, at(now))
    return [whole, part === null ? null : [at(`${part.day}T00:00`), part.until]]
  }
  test.each([
    ['an earlier day', '2026-02-18', '2026-02-18', [{ from: '2026-02-17', to: '2026-02-17' }, null]],
    ['today', '2026-02-19', '2026-02-19', [null, [at('2026-02-18T00:00'), at('2026-02-18T09:30')]]],
    [
      'a week that includes today',
      '2026-02-13',
      '2026-02-19',
      [{ from: '2026-02-06', to: '2026-02-11' }, [at('2026-02-12T00:00'), at('2026-02-12T09:30')]],
    ],
    [
      'days of which some are in the future',
      '2026-02-18',
      '2026-02-20',
      [{ from: '2026-02-15', to: '2026-02-15' }, [at('2026-02-16T00:00'), at('2026-02-16T09:30')]],
    ],
    ['future days', '2026-02-20', '2026-02-21', [null, null]],
  ])('the comparison period is computed for %s', (_, from, to, expected) => {
    expect(compared(from, to, '2026-02-19T09:30')).toEqual(expected)
  })
  test('the comparison period consists of Bangkok days', () => {
    expect(compared('2026-02-19', '2026-02-19', '2026-02-19T06:59')).toEqual([
      null,
      [at('2026-02-18T00:00'), at('2026-02-18T06:59')],
    ])
  })
})

const NOW = at('2026-02-19T09:30')
let now = NOW
let desk: TestDesk
let manager: { authorization: string }
let agent: { authorization: string }

beforeAll(async () => {
  desk = await createTestDesk({ now: () => now })
  await desk.addChannel('shop')
  const agents = [await desk.signInAs(), await desk.signInAs()]
  agent = agents[0]?.headers as typeof agent
  manager = (await desk.signInAs({ role: 'BUSINESS' })).headers
  const random = new SeededRandom(21)
  const staffIds = agents.map(({ staffId }) => staffId)
  const world = { channelKeys: ['main', 'shop'], staffIds, until: NOW, days: 16 }
  await storeHistories(
    desk.context.db.$client,
    Array.from({ length: 1_500 }, () => randomHistory(random, world)),
  )
  while ((await projectTickets(desk.context.db, 500)) !== 0);
})
afterAll(() => desk.close())

const get = async (path: string, headers: { authorization: string }) =>
  (await desk.app.inject({ url: `/api/${path}`, headers })).json()

/** Computes counts and averages from the ticket lists, using only tickets before `until`. */
async function metricsOfLists(
  path: string,
  headers: { authorization: string },
  until: Date,
  handled: string,
) {
  const of = async (metric: string) => {
    const items = []
    let cursor: string | null = null
    do {
      const query = `${path}&metric=${metric}&limit=100${cursor === null ? '' : `&cursor=${cursor}`}`
      const page = listMetricTickets.response.parse(await get(query, headers))
      items.push(...page.items)
      cursor = page.cursor
    } while (cursor !== null)
    return items.filter((item) => Date.parse(item.at) < until.getTime())
  }
  const average = (items: { secs: number | null }[]) =>
    items.reduce((sum, { secs }) => sum + (secs ?? 0), 0) / items.length
  const [taken, pickedUp, first, closed, unanswered] = await Promise.all(
    [handled, 'handled', 'first_response', 'closed', 'unanswered'].map(of),
  )
  return {
    counts: [taken?.length, closed?.length, unanswered?.length],
    averages: [pickedUp, first, closed].map((items) => average(items ?? [])),
  }
}

function expectSame(metrics: CountedMetrics, lists: Awaited<ReturnType<typeof metricsOfLists>>) {
  const { handled_count, closed_count, unanswered_count } = metrics
  expect([handled_count, closed_count, unanswered_count]).toEqual(lists.counts)
  const { avg_pickup_secs, avg_first_response_secs, avg_resolution_secs } = metrics
  const averages = [avg_pickup_secs, avg_first_response_secs, avg_resolution_secs]
  expect(averages.map((secs) => secs ?? Number.NaN)).toEqual(lists.averages)
}

describe.each([
  ['days=1', '09:30', 'from=2026-02-18&to=2026-02-18', at('2026-02-18T09:30')],
  ['days=7', '09:30', 'from=2026-02-06&to=2026-02-12', at('2026-02-12T09:30')],
  // At 20:30 less of the day remains than has passed, so the rest is subtracted from the metrics of the whole day.
  ['days=1', '20:30', 'from=2026-02-18&to=2026-02-18', at('2026-02-18T20:30')],
  ['days=7', '20:30', 'from=2026-02-06&to=2026-02-12', at('2026-02-12T20:30')],
  ['from=2026-02-16&to=2026-02-18', '09:30', 'from=2026-02-13&to=2026-02-15', at('2026-02-16T00:00')],
])('comparison of "%s" at %s with the same part of the period before', (days, time, before, until) => {
  beforeAll(() => {
    now = at(`2026-02-19T${time}`)
  })
  test.each(['channel_key=__ALL__', 'channel_key=shop', 'channel_key=main&hours=business'])(
    'comparison metrics of the team are the same as metrics computed from its ticket lists (%s)',
    async (where) => {
      const { overview } = bizDashboard.response.parse(await get(`biz/dashboard?${days}&${where}`, manager))
      const path = `business/metric-tickets?${before}&${where}`
      const lists = await metricsOfLists(path, manager, until, 'handled')
      expect(lists.counts[0]).toBeGreaterThan(5)
      expectSame(overview?.totals_before as CountedMetrics, lists)
    },
  )
  test("an agent's comparison metrics are the same as metrics computed from the agent's ticket lists", async () => {
    const own = ownMetrics.response.parse(await get(`staff/own-metrics?${days}`, agent))
    expectSame(
      own.totals_before,
      await metricsOfLists(`staff/own-metric-tickets?${before}`, agent, until, 'held'),
    )
  })
})
