import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import type { Overview } from 'shared/contract/dashboard/biz-dashboard.call.ts'
import { NO_METRICS } from './no-metrics.ts'

/** Computes an overview for a server that sends none. The result has no daily or hourly metrics and no comparison. */
export function overviewOfAgents(agents: readonly RankingItem[]): Overview {
  const sum = (of: (agent: RankingItem) => number) => agents.reduce((total, agent) => total + of(agent), 0)
  const average = (of: (agent: RankingItem) => number | null, weight: (agent: RankingItem) => number) => {
    const known = agents.filter((agent) => of(agent) !== null)
    const weights = known.reduce((total, agent) => total + weight(agent), 0)
    const secs = known.reduce((total, agent) => total + (of(agent) ?? 0) * weight(agent), 0)
    return weights === 0 ? null : secs / weights
  }
  return {
    from: '',
    to: '',
    is_counting: false,
    totals: {
      ...NO_METRICS,
      handled_count: sum((agent) => agent.handled_count),
      closed_count: sum((agent) => agent.closed_count),
      avg_pickup_secs: average(
        (agent) => agent.avg_pickup_secs,
        (agent) => agent.handled_count,
      ),
      avg_first_response_secs: average(
        (agent) => agent.avg_first_response_secs,
        (agent) => agent.handled_count,
      ),
      avg_resolution_secs: average(
        (agent) => agent.avg_resolution_secs,
        (agent) => agent.closed_count,
      ),
    },
    totals_before: NO_METRICS,
    days: [],
    agents: [...agents],
    incoming: [],
  }
}
