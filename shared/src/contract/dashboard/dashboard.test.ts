import { expect, test } from 'vitest'
import { agentRanking } from './agent-ranking.call.ts'
import { bizDashboard } from './biz-dashboard.call.ts'

test.each(['category', 'issue_category'])('the dashboard reads an issue type from `%s`', (field) => {
  expect(
    bizDashboard.decode.parse({ issue_breakdown: [{ [field]: 'อื่นๆ', count: 3 }] }).issue_breakdown,
  ).toEqual([{ category: 'อื่นๆ', count: 3 }])
})

const most = { agent_name: 'กิตติ', agent_line_user_id: 'U1', reply_count: 9 }
test.each([
  ['one agent', most, [most]],
  ['a list', [most, most], [most, most]],
  ['null', null, []],
  ['a missing value', undefined, []],
])('the dashboard reads `most_replies` from %s', (_, value, expected) => {
  expect(bizDashboard.decode.parse({ kpis: { most_replies: value } }).kpis.most_replies).toEqual(expected)
})
test('the dashboard accepts a response without `kpis`', () => {
  expect(bizDashboard.decode.parse({ issue_breakdown: [] })).toEqual({
    issue_breakdown: [],
    kpis: { most_replies: [] },
    overview: null,
  })
})

const AGENT = { agent_line_user_id: 'U1' }
test.each([[[AGENT]], [{ items: [AGENT] }]])('reads the agent ranking from the response %j', (response) => {
  expect(agentRanking.decode.parse(response).items).toEqual([
    {
      agent_name: 'U1',
      agent_line_user_id: 'U1',
      handled_count: 0,
      closed_count: 0,
      avg_pickup_secs: null,
      avg_first_response_secs: null,
      avg_resolution_secs: null,
      unanswered_count: 0,
      reply_count: 0,
      median_pickup_secs: null,
      p90_pickup_secs: null,
      median_first_response_secs: null,
      p90_first_response_secs: null,
      median_resolution_secs: null,
      p90_resolution_secs: null,
      avg_answered_resolution_secs: null,
      median_answered_resolution_secs: null,
      p90_answered_resolution_secs: null,
    },
  ])
})
test('the ranking reads averages from numbers and texts, and missing averages as null', () => {
  const item = { ...AGENT, avg_pickup_secs: '12.5', avg_first_response_secs: 3, avg_resolution_secs: '' }
  expect(agentRanking.decode.parse([item]).items[0]).toMatchObject({
    avg_pickup_secs: 12.5,
    avg_first_response_secs: 3,
    avg_resolution_secs: null,
  })
})
test('the dashboard query has default values', () => {
  expect(agentRanking.query.parse({})).toEqual({ days: 7, order_by: 'closed' })
})
