import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type DashboardCalls, dashboardCalls } from 'shared/api'
import type { RankingOrder } from 'shared/contract/constants.ts'
import { overviewFamilyKey, rankingFamilyKey } from '../dashboard-query-keys.ts'
import { type MetricFilter, queryOf } from './metric-filter.ts'
import { withReadTime } from './metrics-read-time.ts'

type DashboardResponse = Awaited<ReturnType<DashboardCalls['fetchDashboard']>>
type Read = NonNullable<DashboardResponse['overview']>
export type Overview = Read & { at: string }
export type Dashboard = DashboardResponse & { overview: Overview }

const REFRESH_MS = 60_000

export const overviewQuery = (filter: MetricFilter) =>
  queryOptions({
    queryKey: [...overviewFamilyKey, queryOf(filter)] as const,
    queryFn: ({ signal }) => readDashboard(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const rankingQuery = (filter: MetricFilter, order: RankingOrder) =>
  queryOptions({
    queryKey: [...rankingFamilyKey, queryOf(filter), order] as const,
    queryFn: async ({ signal }) =>
      withReadTime(
        await (await dashboardCalls()).fetchRanking({ ...queryOf(filter), order_by: order }, signal),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

async function readDashboard(filter: MetricFilter, signal: AbortSignal): Promise<Dashboard> {
  const { fetchDashboard, fetchRanking } = await dashboardCalls()
  const response = await fetchDashboard(queryOf(filter), signal)
  if (response.overview !== null) return { ...response, overview: withReadTime(response.overview) }
  const [{ items }, { overviewOfAgents }] = await Promise.all([
    fetchRanking(queryOf(filter), signal),
    import(/* webpackChunkName: "first-calls" */ './overview-of-agents.ts'),
  ])
  return { ...response, overview: withReadTime(overviewOfAgents(items)) }
}
