import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type DashboardCalls, dashboardCalls } from 'shared/api'
import type { RankingOrder } from 'shared/contract/constants.ts'
import { overviewFamilyKey, rankingFamilyKey } from '../dashboard-keys.ts'
import { queryOf, type Wanted } from './wanted.ts'

// The calls' code comes beside the page's other parts, not after them; what fails now is fetched by the first call.
dashboardCalls().catch(() => undefined)

type Answer = Awaited<ReturnType<DashboardCalls['fetchDashboard']>>
type Read = NonNullable<Answer['overview']>
export type Overview = Read & { at: string }
export type Dashboard = Answer & { overview: Overview }

/** Figures are read again by themselves, as a wall clock would be looked at. */
const REFRESH_MS = 60_000

/** What stood before stays until the new figures are there (`isPlaceholderData`). */
export const overviewQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: [...overviewFamilyKey, queryOf(wanted)] as const,
    queryFn: ({ signal }) => readDashboard(wanted, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const rankingQuery = (wanted: Wanted, order: RankingOrder) =>
  queryOptions({
    queryKey: [...rankingFamilyKey, queryOf(wanted), order] as const,
    queryFn: async ({ signal }) =>
      readAt(await (await dashboardCalls()).fetchRanking({ ...queryOf(wanted), order_by: order }, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

async function readDashboard(wanted: Wanted, signal: AbortSignal): Promise<Dashboard> {
  const { fetchDashboard, fetchRanking } = await dashboardCalls()
  const answer = await fetchDashboard(queryOf(wanted), signal)
  if (answer.overview !== null) return { ...answer, overview: readAt(answer.overview) }
  const [{ items }, { overviewOfAgents }] = await Promise.all([
    fetchRanking(queryOf(wanted), signal),
    import(/* webpackChunkName: "of-agents" */ './overview-of-agents.ts'),
  ])
  return { ...answer, overview: readAt(overviewOfAgents(items)) }
}

/**
 * What was read, with when: as the server says it, and of one that says nothing by the clock of this device. It belongs to the answer, for
 * what stands in place of another answer (`isPlaceholderData`) was read before.
 */
export const readAt = <T extends { at?: string | undefined }>(answer: T): T & { at: string } => ({
  ...answer,
  at: answer.at ?? new Date().toISOString(),
})
