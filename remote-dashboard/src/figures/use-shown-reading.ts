import { useQuery } from '@tanstack/react-query'
import type { RankingOrder } from 'shared/contract/constants.ts'
import type { DashboardTab } from '../address/dashboard-address.ts'
import { overviewQuery, rankingQuery } from './dashboard.queries.ts'
import type { Wanted } from './wanted.ts'

/** Which days the numbers on the page are of, and when they were read. */
export interface Reading {
  from: string
  to: string
  at: string
}

/** Of a server that says nothing of its days there is none. */
export const readingOf = ({ from, to, at }: { from?: string; to?: string; at: string }): Reading | null =>
  from && to ? { from, to, at } : null

/** Of the numbers of a tab; null: none stand there yet. Asks nothing itself. */
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
