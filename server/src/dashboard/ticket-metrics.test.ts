import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import type { Overview } from 'shared/contract/dashboard/biz-dashboard.call.ts'
import { beforeAll, expect, test } from 'vitest'
import { SeededRandom } from '../demo/seeded-random.ts'
import {
  exactPercentile,
  replay,
  replayDurations,
  summed,
  sumsOfSums,
  withoutZeros,
} from '../testing/replayed-metrics.ts'
import {
  randomHistory,
  storeEvents,
  storeHistories,
  type TicketHistory,
} from '../testing/ticket-histories.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { EXACT_DURATIONS, MAX_PERCENTILE_ERROR } from './duration-histogram.ts'
import { rebuildMetrics, recomputeSums } from './rebuild-metrics.ts'
import { projectTickets, recomputeMonth } from './ticket-metrics.store.ts'

const desk = useTestDesk()
const channelKeys = ['main', 'vip', 'shop']
let staffIds: string[] = []
let lineIds = new Map<string, string>()
let manager: { authorization: string }

beforeAll(async () => {
  for (const key of channelKeys.slice(1)) await desk.addChannel(key)
  staffIds = await Promise.all(Array.from({ length: 6 }, async () => (await desk.signInAs()).staffId))
  manager = (await desk.signInAs({ role: 'BUSINESS' })).headers
  const staffRows = await desk.query<{ id: string; line: string }>(
    'select id, line_user_id as line from staff',
  )
  lineIds = new Map(staffRows.map(({ id, line }) => [id, line]))
})

async function projectAll(): Promise<void> {
  while ((await projectTickets(desk.context.db, 700)) !== 0);
}

/**
 * Compares responses of the API for a random period and channel with the histories: totals, days, agents, hours and
 * lists.
 */
async function expectAnswers(histories: readonly TicketHistory[], random: SeededRandom): Promise<void> {
  const { agents, subjects, hours } = replay(histories)
  const durations = replayDurations(histories)
  const call = async <T>(path: string): Promise<T> =>
    (await desk.app.inject({ url: `/api/${path}`, headers: manager })).json()
  for (let round = 0; round < 6; round += 1) {
    const first = random.whole(0, 40)
    const [from, to] = [first, first + random.whole(0, 25)].map((day) =>
      new Date(Date.UTC(2026, 0, 25 + day)).toISOString().slice(0, 10),
    ) as [string, string]
    const key =
      random.whole(0, 3) === 0 ? '__ALL__' : (channelKeys[random.whole(0, channelKeys.length - 1)] as string)
    const where = `from=${from}&to=${to}&channel_key=${key}`
    /** Returns a map's entries for the period and channel, with keys that no longer contain day and channel. */
    const within = <V>(map: ReadonlyMap<string, V>) =>
      [...map].flatMap(([index, value]): [string, V][] => {
        const [day = '', channel, ...rest] = index.split(' ')
        return day >= from && day <= to && (key === '__ALL__' || channel === key)
          ? [[rest.join(' '), value]]
          : []
      })
    const sum = (name: string, of?: string) =>
      within(agents).reduce(
        (n, [who, sums]) => n + (of === undefined || who === of ? (sums[name] ?? 0) : 0),
        0,
      )
    const average = (ms: string, count: string, of?: string) =>
      sum(count, of) === 0 ? null : sum(ms, of) / 1000 / sum(count, of)
    const expectedOf = (of?: string) => ({
      handled_count: sum(of === undefined ? 'handled' : 'held', of),
      closed_count: sum('closed', of),
      unanswered_count: sum('unanswered', of),
      reply_count: sum('replies', of),
      avg_pickup_secs: average('pickup_ms', 'handled', of),
      avg_first_response_secs: average('response_ms', 'responded', of),
      avg_resolution_secs: average('resolution_ms', 'closed', of),
      ...percentilesOf((name) =>
        within(durations).flatMap(([who, all]) => (of === undefined || who === of ? all[name] : [])),
      ),
    })
    const { overview, issue_breakdown } = await call<{
      overview: Overview
      issue_breakdown: { category: string; count: number }[]
    }>(`biz/dashboard?${where}`)
    expect(overview.totals, where).toEqual(expectedOf())
    const ranking = await call<{ items: RankingItem[] }>(`business/agent-ranking?${where}`)
    expect(ranking.items).toEqual(overview.agents)
    const idByLineId = new Map(staffIds.map((id) => [lineIds.get(id), id]))
    for (const { agent_line_user_id: lineId, agent_name: _, id_tail: __, ...metrics } of ranking.items)
      expect(metrics, where).toEqual(expectedOf(idByLineId.get(lineId)))
    expect(issue_breakdown.reduce((n, { count }) => n + count, 0)).toBe(
      within(subjects).reduce((n, [, count]) => n + count, 0),
    )
    for (const { category, count } of issue_breakdown)
      expect(count, category).toBe(
        within(subjects).reduce((n, [subject, of]) => n + (subject === category ? of : 0), 0),
      )
    expect(overview.incoming.reduce((n, { count }) => n + count, 0)).toBe(
      within(hours).reduce((n, [, count]) => n + count, 0),
    )
    const totalOf = (name: string) => (name === 'answered' ? sum('closed') - sum('unanswered') : sum(name))
    for (const [metric, name] of [
      ['handled', 'handled'],
      ['first_response', 'responded'],
      ['closed', 'closed'],
      ['answered', 'answered'],
      ['unanswered', 'unanswered'],
    ] as const) {
      const list = `business/metric-tickets?${where}&metric=${metric}&limit=100`
      let [length, cursor]: [number, string | null] = [0, '']
      while (cursor !== null) {
        const page: { items: unknown[]; total: number; cursor: string | null } = await call(
          `${list}${cursor && `&cursor=${cursor}`}`,
        )
        expect(page.total, list).toBe(totalOf(name))
        length += page.items.length
        cursor = page.cursor
      }
      expect(length, list).toBe(totalOf(name))
    }
  }
}

/** Expects exact percentiles of small sets, and percentiles within the maximum error of large sets. */
function percentilesOf(durationsOf: (name: 'pickup' | 'response' | 'answered' | 'unanswered') => number[]) {
  const percentile = (durations: number[], share: number) => {
    const exact = exactPercentile(durations, share)
    return exact === null || durations.length <= EXACT_DURATIONS
      ? exact
      : expect.toSatisfy(
          (found: number) => Math.abs(found - exact) <= exact * MAX_PERCENTILE_ERROR + 1e-6,
          `about ${exact}`,
        )
  }
  const [pickup, response, answered] = [
    durationsOf('pickup'),
    durationsOf('response'),
    durationsOf('answered'),
  ]
  const resolution = [...answered, ...durationsOf('unanswered')]
  return {
    median_pickup_secs: percentile(pickup, 0.5),
    p90_pickup_secs: percentile(pickup, 0.9),
    median_first_response_secs: percentile(response, 0.5),
    p90_first_response_secs: percentile(response, 0.9),
    median_resolution_secs: percentile(resolution, 0.5),
    p90_resolution_secs: percentile(resolution, 0.9),
    avg_answered_resolution_secs:
      answered.length === 0
        ? null
        : answered.reduce((n, secs) => n + secs * 1000, 0) / 1000 / answered.length,
    median_answered_resolution_secs: percentile(answered, 0.5),
    p90_answered_resolution_secs: percentile(answered, 0.9),
  }
}

async function expectSumsOfSums(): Promise<void> {
  const { storedSums, right } = await sumsOfSums(desk.query)
  expect(storedSums).toEqual(right)
  expect(storedSums.map(({ length }) => length > 0)).toEqual([true, true, true, true])
}

test('metrics match the ticket histories for any events in any order, even after a rebuild', async () => {
  const all: TicketHistory[] = []
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = new SeededRandom(seed)
      const until = new Date('2026-03-01T00:00:00+07:00')
      const world = { channelKeys, staffIds, until, days: 30 }
      const histories = Array.from({ length: 1_000 }, () => randomHistory(random, world))
      // The first projector run sees a random beginning of each history; the rest is written afterwards.
      const early = histories.map((history) => ({
        ...history,
        events: history.events.slice(0, random.whole(0, history.events.length)),
      }))
      await storeHistories(desk.context.db.$client, early)
      await projectTickets(desk.context.db, random.whole(1, 900))
      const late = histories.flatMap(({ id: ticketId, channelKey, events }, index) =>
        events
          .filter((event) => !early[index]?.events.includes(event))
          .map((event) => ({ ...event, ticketId, channelKey })),
      )
      await Promise.all([storeEvents(desk.context.db.$client, late), projectTickets(desk.context.db, 300)])
      await projectAll()
      all.push(...histories)
      expect(await summed(desk.query)).toEqual(withoutZeros(replay(all)))
      await expectSumsOfSums()
    }),
    { numRuns: 10, endOnFailure: true },
  )
  expect(all).toHaveLength(10_000)
  await expectAnswers(all, new SeededRandom(21))
  await desk.query(`update agent_days set closed = closed + 7, replies = 0`)
  await desk.query(`delete from incoming_hours where hour < 5`)
  await desk.query(`delete from agent_months where closed > 3`)
  await desk.query(`update channel_days set held = 0`)
  await desk.query(`update agent_duration_months set answered = '', answered_count = 5`)
  await desk.query(`delete from agent_duration_days where day > '2026-02-10'`)
  await desk.query(`delete from channel_duration_days`)
  await desk.query(`update case_figures set ms = 1, subject = 'x' where kind = 'handled'`)
  await rebuildMetrics(desk.context.db)
  expect(await summed(desk.query)).toEqual(withoutZeros(replay(all)))
  await expectSumsOfSums()
  await expectAnswers(all, new SeededRandom(22))
}, 300_000)

test('a rebuild computes the sums month by month, and new events are processed in between', async () => {
  const { db } = desk.context
  const repliesByMonth = `select to_char(day, 'YYYY-MM') as month, sum(replies)::int as n from agent_days group by 1 order by 1`
  const random = new SeededRandom(5)
  const world = { channelKeys, staffIds, until: new Date('2026-05-31T00:00:00+07:00'), days: 59 }
  await storeHistories(
    db.$client,
    Array.from({ length: 200 }, () => randomHistory(random, world)),
  )
  await projectAll()
  const right = await desk.query<{ month: string; n: number }>(repliesByMonth)
  await desk.query(`update agent_days set replies = replies + 1`)
  const wrong = await desk.query<{ month: string; n: number }>(repliesByMonth)
  expect(await recomputeMonth(db, '2026-04-01')).toBe(true)
  expect(await desk.query(repliesByMonth)).toEqual(
    wrong.map((row, index) => (row.month === '2026-04' ? right[index] : row)),
  )
  await desk.query(`insert into case_figures_due (ticket_id) select id from tickets limit 5`)
  await recomputeSums(db)
  expect(await desk.query(`select from case_figures_due`)).toEqual([])
  expect(await desk.query(repliesByMonth)).toEqual(right)
  await expectSumsOfSums()
})

test("metrics determine the first assignee by write order, not by the servers' clocks", async () => {
  const [first, second] = staffIds as [string, string]
  const openedAt = new Date('2026-02-10T03:00:00.000Z')
  const at = (secs: number) => new Date(openedAt.getTime() + secs * 1_000)
  const id = randomUUID()
  const events: TicketHistory['events'] = [
    { kind: 'accepted', staffId: first, at: at(62) },
    { kind: 'transferred', staffId: first, at: at(61), to: second },
    { kind: 'transferred', staffId: second, at: at(60), to: first },
  ]
  const history = { id, channelKey: 'main', subject: 'อื่นๆ', openedAt, events, messages: [] }
  await storeHistories(desk.context.db.$client, [history])
  await projectAll()
  const counted = await desk.query(
    `select kind, staff_id, at from case_figures where ticket_id = $1 and kind in ('handled', 'held') order by kind, at desc`,
    [id],
  )
  expect(counted).toEqual([
    { kind: 'handled', staff_id: first, at: at(62) },
    { kind: 'held', staff_id: first, at: at(62) },
    { kind: 'held', staff_id: second, at: at(61) },
  ])
})
