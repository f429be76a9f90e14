import type { RankingOrder } from 'shared/contract/constants.ts'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import type { CountedMetrics, DayMetrics } from 'shared/contract/dashboard/metrics.ts'
import { type AgentSums, type DaySums, NO_SUMS, type Sums } from './day-metrics.store.ts'
import { average, percentilesOf } from './percentiles.ts'
import { daysOf, type Period } from './period.ts'
import type { AgentDurations, DayDurations } from './read-durations.store.ts'

const NAMES = Object.keys(NO_SUMS) as (keyof Sums)[]

export function sumAll(all: readonly Sums[]): Sums {
  const total = { ...NO_SUMS }
  for (const sums of all) for (const name of NAMES) total[name] += sums[name]
  return total
}

/** Metrics of the team, in which each ticket is counted as handled only once. */
export function metricsOf(sums: Sums): CountedMetrics {
  return {
    handled_count: sums.handled,
    closed_count: sums.closed,
    unanswered_count: sums.unanswered,
    reply_count: sums.replies,
    avg_pickup_secs: average(sums.pickup_ms, sums.handled),
    avg_first_response_secs: average(sums.response_ms, sums.responded),
    avg_resolution_secs: average(sums.resolution_ms, sums.closed),
  }
}

/** Metrics of an agent, in which every ticket that came to the agent is counted as handled, including transfers. */
export function agentMetricsOf(sums: Sums): CountedMetrics {
  return { ...metricsOf(sums), handled_count: sums.held }
}

export const extrasOf = ({ picture_url, id_tail }: AgentSums) => ({
  ...(picture_url === null ? {} : { picture_url }),
  ...(id_tail === null ? {} : { id_tail }),
})

export function rankingItemsOf(
  agents: readonly AgentSums[],
  durations: readonly AgentDurations[],
): RankingItem[] {
  const durationsByAgent = new Map(durations.map((sums) => [sums.staff_id, [sums]]))
  return agents.map((agent) => ({
    agent_name: agent.display_name,
    agent_line_user_id: agent.line_user_id,
    ...agentMetricsOf(agent),
    ...percentilesOf(durationsByAgent.get(agent.staff_id) ?? []),
    ...extrasOf(agent),
  }))
}

export function everyDay(
  period: Period,
  days: readonly DaySums[],
  durations: readonly DayDurations[],
  metrics: (sums: Sums) => CountedMetrics,
): DayMetrics[] {
  const known = new Map(days.map((sums) => [sums.day, sums]))
  const durationsByDay = new Map(durations.map((sums) => [sums.day, [sums]]))
  return daysOf(period).map((day) => ({
    day,
    ...metrics(known.get(day) ?? NO_SUMS),
    ...percentilesOf(durationsByDay.get(day) ?? []),
  }))
}

/** Sorts agents by a metric; agents without a value are last. */
export function ranked(items: readonly RankingItem[], order: RankingOrder): RankingItem[] {
  const rank: Record<RankingOrder, (item: RankingItem) => number> = {
    closed: ({ closed_count }) => -closed_count,
    handled: ({ handled_count }) => -handled_count,
    pickup: ({ avg_pickup_secs }) => avg_pickup_secs ?? Number.POSITIVE_INFINITY,
    first: ({ avg_first_response_secs }) => avg_first_response_secs ?? Number.POSITIVE_INFINITY,
    resolution: ({ avg_resolution_secs }) => avg_resolution_secs ?? Number.POSITIVE_INFINITY,
  }
  const of = rank[order]
  return items.toSorted(
    (a, b) =>
      (of(a) === of(b) ? 0 : of(a) - of(b)) ||
      a.agent_name.localeCompare(b.agent_name, 'th') ||
      a.agent_line_user_id.localeCompare(b.agent_line_user_id),
  )
}
