import { useQuery } from '@tanstack/react-query'
import type { RankingOrder } from 'shared/contract/constants.ts'
import type { DashboardTab } from '../address/dashboard-address.ts'
import { overviewQuery, rankingQuery } from './dashboard.queries.ts'
import { type Reading, readingOf } from './reading.ts'
import type { Wanted } from './wanted.ts'

/** Returns the days and time of the tab's displayed metrics, or `null` when none are shown. Sends no request. */
export function useShownReading(tab: DashboardTab, wanted: Wanted, order: RankingOrder): Reading | null {
  const overview = useQuery({
    ...overviewQuery(wanted),
    enabled: false,
    select: (answer) => readingOf(answer.overview),
  })
  const ranking = useQuery({ ...rankingQuery(wanted, order), enabled: false, select: readingOf })
  const { data, isPlaceholderData } = tab === 'ranking' ? ranking : overview
  return isPlaceholderData ? null : (data ?? null)
}
