import { useQuery } from '@tanstack/react-query'
import type { DashboardTab, TicketsOfMetric } from '../address/dashboard-address.ts'
import { useSettledTickets } from '../metric-tickets/use-settled-tickets.ts'
import { overviewQuery } from '../metrics/dashboard.queries.ts'
import { FailedQuery } from '../metrics/FailedQuery.tsx'
import { MetricsFooter, StaleNote } from '../metrics/MetricsFooter.tsx'
import type { MetricFilter } from '../metrics/metric-filter.ts'
import { OverviewMetrics } from './OverviewMetrics.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'

export interface OverviewTabProps {
  filter: MetricFilter
  isReady: boolean
  onTickets: (tickets: TicketsOfMetric) => void
  onTab: (tab: DashboardTab) => void
}

export function OverviewTab({ filter, isReady, onTickets, onTab }: OverviewTabProps) {
  const metrics = useQuery({ ...overviewQuery(filter), enabled: isReady })
  const { data, error, isPlaceholderData } = metrics
  const onSettledTickets = useSettledTickets(metrics, onTickets)
  // After a failure, shows the error instead of the placeholder data, which belongs to another period.
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
