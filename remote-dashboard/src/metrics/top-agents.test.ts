import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { expect, test } from 'vitest'
import { NO_PERCENTILES } from './no-metrics.ts'
import { fastestResponders, topClosers } from './top-agents.ts'

const agent = (name: string, handled: number, closed: number, first: number | null): RankingItem => ({
  agent_name: name,
  agent_line_user_id: name,
  handled_count: handled,
  closed_count: closed,
  avg_pickup_secs: null,
  avg_first_response_secs: first,
  avg_resolution_secs: null,
  unanswered_count: 0,
  reply_count: 0,
  ...NO_PERCENTILES,
})
const names = (all: { agent_name: string }[]) => all.map(({ agent_name }) => agent_name)

test('returns the five fastest agents with at least three tickets', () => {
  const agents = [
    agent('two cases', 2, 9, 1),
    agent('never answered', 9, 9, null),
    ...[70, 30, 50, 10, 60, 40].map((secs) => agent(String(secs), 3, 1, secs)),
  ]
  expect(names(fastestResponders(agents))).toEqual(['10', '30', '40', '50', '60'])
})

test('returns the seven agents who closed the most tickets', () => {
  const agents = [0, 3, 8, 5, 1, 9, 2, 7, 4].map((closed) => agent(String(closed), 9, closed, null))
  expect(names(topClosers(agents))).toEqual(['9', '8', '7', '5', '4', '3', '2'])
})
