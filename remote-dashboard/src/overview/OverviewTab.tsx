import { useQuery } from '@tanstack/react-query'
import type { DashboardTab, TicketsOfMetric } from '../address/dashboard-address.ts'
import { useSettledTickets } from '../cases/use-settled-tickets.ts'
import { overviewQuery } from '../figures/dashboard.queries.ts'
import { FailedQuery } from '../figures/FailedQuery.tsx'
import { MetricsFooter, StaleNote } from '../figures/MetricsFooter.tsx'
import type { MetricFilter } from '../figures/metric-filter.ts'
import { OverviewMetrics } from './OverviewMetrics.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'

export interface OverviewTabProps {
  filter: MetricFilter
  /** True once the selected channel is validated. */
  isReady: boolean
  onTickets: (tickets: TicketsOfMetric) => void
  onTab: (tab: DashboardTab) => void
}

export function OverviewTab({ filter, isReady, onTickets, onTab }: OverviewTabProps) {
  const metrics = useQuery({ ...overviewQuery(filter), enabled: isReady })
  const { data, error, isPlaceholderData } = metrics
  const onSettledTickets = useSettledTickets(metrics, onTickets)
  // Placeholder data belongs to another period, so it must not hide the error.
  if (error !== null && (data === undefined || isPlaceholderData))
    return <FailedQuery title="โหลดตัวเลขไม่สำเร็จ" of={metrics} />
  if (data === undefined) return <OverviewSkeleton />
  return (
    <>
      {error === null ? null : <StaleNote metrics={metrics} at={data.overview.at} />}
      <OverviewMetrics
        dashboard={data}
        filter={filter}
        isStale={isPlaceholderData}
        onTickets={onSettledTickets}
        onTab={onTab}
      />
      <MetricsFooter metrics={metrics} at={data.overview.at} isCounting={data.overview.is_counting} />
    </>
  )
}
