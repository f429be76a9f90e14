import { useQuery } from '@tanstack/react-query'
import type { RankingOrder } from 'shared/contract/constants.ts'
import type { DashboardTab } from '../address/dashboard-address.ts'
import { overviewQuery, rankingQuery } from './dashboard.queries.ts'
import type { MetricFilter } from './metric-filter.ts'
import { type Snapshot, snapshotOf } from './metrics-read-time.ts'

export function useShownSnapshot(
  tab: DashboardTab,
  filter: MetricFilter,
  order: RankingOrder,
): Snapshot | null {
  const overview = useQuery({
    ...overviewQuery(filter),
    enabled: false,
    select: (response) => snapshotOf(response.overview),
  })
  const ranking = useQuery({ ...rankingQuery(filter, order), enabled: false, select: snapshotOf })
  const { data, isPlaceholderData } = tab === 'ranking' ? ranking : overview
  return isPlaceholderData ? null : (data ?? null)
}
