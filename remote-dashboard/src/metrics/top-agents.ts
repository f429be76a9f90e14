import { FASTEST_MIN_HANDLED, FASTEST_RESPONDERS, TOP_CLOSERS } from 'shared/contract/constants.ts'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'

export function fastestResponders(agents: readonly RankingItem[]) {
  return agents
    .flatMap((agent) => {
      const secs = agent.avg_first_response_secs
      return secs === null || agent.handled_count < FASTEST_MIN_HANDLED ? [] : [{ ...agent, secs }]
    })
    .sort((a, b) => a.secs - b.secs)
    .slice(0, FASTEST_RESPONDERS)
}

export function topClosers(agents: readonly RankingItem[]): RankingItem[] {
  return agents
    .filter(({ closed_count }) => closed_count > 0)
    .sort((a, b) => b.closed_count - a.closed_count)
    .slice(0, TOP_CLOSERS)
}
