import fc from 'fast-check'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { expect, test } from 'vitest'
import { NO_PERCENTILES } from '../metrics/no-metrics.ts'
import { rankingCsv, rankingFileName } from './ranking-csv.ts'

const agent = (agent_name: string): RankingItem => ({
  agent_name,
  agent_line_user_id: 'U1',
  handled_count: 1284,
  closed_count: 1197,
  avg_pickup_secs: 102,
  avg_first_response_secs: null,
  avg_resolution_secs: 93_784,
  unanswered_count: 2,
  reply_count: 9,
  ...NO_PERCENTILES,
  median_pickup_secs: 90.4,
  p90_pickup_secs: 301,
})

/** Percentile cells that are expected in the test agent's row. */
const PERCENTILES = '0:01:30,0:05:01,,,,,,,'

test('the CSV of the ranking has headings, durations to the second, and a BOM for UTF-8', () => {
  expect(rankingCsv([agent('อรทัย ใจดี')])).toBe(
    '\uFEFFAdmin,Handled,Closed,AvgPickup,AvgFirst,AvgResolution,AdminId,MedianPickup,P90Pickup,MedianFirst,P90First,MedianResolution,P90Resolution,AvgResolutionAnswered,MedianResolutionAnswered,P90ResolutionAnswered\r\n"อรทัย ใจดี",1284,1197,0:01:42,,26:03:04,"U1",0:01:30,0:05:01,,,,,,,\r\n',
  )
})

test('the CSV of the ranking distinguishes agents of the same name by their id', () => {
  const file = rankingCsv([agent('Ploy'), { ...agent('Ploy'), agent_line_user_id: 'U2' }])
  expect(cellsOf(file).map((cells) => cells.at(6))).toEqual(['AdminId', 'U1', 'U2'])
  const marked = rankingCsv([{ ...agent('Ploy'), id_tail: 'a1b2' }])
  expect(cellsOf(marked)[1]?.[0]).toBe('Ploy (…a1b2)')
})

test('the CSV of the ranking rounds averages as the page does', () => {
  const file = rankingCsv([{ ...agent('อรทัย'), avg_pickup_secs: 197.5, avg_first_response_secs: 3_599.5 }])
  expect(file).toContain('0:03:18,1:00:00,26:03:04,"U1"')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+66', "'+66"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1+1', "' =1+1"],
  ['\t=1', "'\t=1"],
  ['=HYPERLINK("x","y")', `'=HYPERLINK(""x"",""y"")`],
  ['ก, ข', 'ก, ข'],
  ['ก\nข', 'ก\nข'],
  ['ก "ข"', 'ก ""ข""'],
  ['Somchai;=1+1', 'Somchai;=1+1'],
  ['a=b', 'a=b'],
])('the CSV of the ranking escapes a name such as %j', (name, cell) => {
  expect(rankingCsv([agent(name)]).split('\r\n')[1]).toBe(
    `"${cell}",1284,1197,0:01:42,,26:03:04,"U1",${PERCENTILES}`,
  )
})

test.each([
  ['__ALL__', { days: 7 }, 'agent-ranking_all_7d.csv'],
  ['main', { days: 30 }, 'agent-ranking_main_30d.csv'],
  ['a/../b', { days: 1 }, 'agent-ranking_a-b_1d.csv'],
  ['vip', { from: '2026-11-01', to: '2026-11-20' }, 'agent-ranking_vip_2026-11-01_2026-11-20_20d.csv'],
])('names the CSV file of channel %s and period %j', (channel, period, name) => {
  expect(rankingFileName({ channel, period, isOpenHours: false })).toBe(name)
  expect(rankingFileName({ channel, period, isOpenHours: true })).toBe(
    name.replace('.csv', '_open-hours.csv'),
  )
})

/** Parses a CSV file into cells, as RFC 4180 specifies. */
function cellsOf(file: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

const secsOf = (cell: string) =>
  cell === '' ? null : cell.split(':').reduce((secs, part) => secs * 60 + Number(part), 0)

test('for any metrics and names, the CSV of the ranking has durations to the second and no formulas', () => {
  const secs = fc.option(fc.nat(9_999_999))
  const percentiles = Object.fromEntries(Object.keys(NO_PERCENTILES).map((each) => [each, secs])) as Record<
    keyof typeof NO_PERCENTILES,
    typeof secs
  >
  const name = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n", ;ก1') }))
  const anyAgent = fc.record({
    agent_name: name,
    agent_line_user_id: fc.constant('U1'),
    handled_count: fc.nat(),
    closed_count: fc.nat(),
    avg_pickup_secs: secs,
    avg_first_response_secs: secs,
    avg_resolution_secs: secs,
    unanswered_count: fc.nat(),
    reply_count: fc.nat(),
    ...percentiles,
  })
  fc.assert(
    fc.property(fc.array(anyAgent), (agents) => {
      const file = rankingCsv(agents)
      expect(file.startsWith('\uFEFF')).toBe(true)
      const [headings, ...rows] = cellsOf(file.slice(1))
      expect(headings?.slice(0, 7)).toEqual([
        'Admin',
        'Handled',
        'Closed',
        'AvgPickup',
        'AvgFirst',
        'AvgResolution',
        'AdminId',
      ])
      expect(
        rows.map(([, handled, closed, ...rest]) => [
          Number(handled),
          Number(closed),
          ...rest.slice(0, 3).map((cell) => secsOf(cell)),
          ...rest.slice(4).map((cell) => secsOf(cell)),
        ]),
      ).toEqual(
        agents.map((agent) => [
          agent.handled_count,
          agent.closed_count,
          agent.avg_pickup_secs,
          agent.avg_first_response_secs,
          agent.avg_resolution_secs,
          ...Object.keys(NO_PERCENTILES).map((each) => agent[each as keyof typeof NO_PERCENTILES]),
        ]),
      )
      const names = rows.map(([called = '']) => called)
      expect(names.filter((called) => /^\s*[=+\-@]|^[\t\r\n]/.test(called))).toEqual([])
      const stored = agents.map(({ agent_name: called }, index) =>
        names[index] === called ? called : `'${called}`,
      )
      expect(names).toEqual(stored)
    }),
    { numRuns: 40 },
  )
})
