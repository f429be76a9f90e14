import { useQuery } from '@tanstack/react-query'
import type { DashboardTab, TicketsOf } from '../address/dashboard-address.ts'
import { useSettledTickets } from '../cases/use-settled-tickets.ts'
import { overviewQuery } from '../figures/dashboard.queries.ts'
import { FailedReading } from '../figures/FailedReading.tsx'
import { MetricsFoot, StaleNote } from '../figures/MetricsFoot.tsx'
import type { Wanted } from '../figures/wanted.ts'
import { OverviewMetrics } from './OverviewMetrics.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'

export interface OverviewTabProps {
  wanted: Wanted
  /** True once the selected channel is validated. */
  isReady: boolean
  onTickets: (tickets: TicketsOf) => void
  onTab: (tab: DashboardTab) => void
}

export function OverviewTab({ wanted, isReady, onTickets, onTab }: OverviewTabProps) {
  const metrics = useQuery({ ...overviewQuery(wanted), enabled: isReady })
  const { data, error, isPlaceholderData } = metrics
  const onSettledTickets = useSettledTickets(metrics, onTickets)
  // Placeholder data belongs to another period, so it must not hide the error.
  if (error !== null && (data === undefined || isPlaceholderData))
    return <FailedReading title="โหลดตัวเลขไม่สำเร็จ" of={metrics} />
  if (data === undefined) return <OverviewSkeleton />
  return (
    <>
      {error === null ? null : <StaleNote metrics={metrics} at={data.overview.at} />}
      <OverviewMetrics
        dashboard={data}
        wanted={wanted}
        isStale={isPlaceholderData}
        onTickets={onSettledTickets}
        onTab={onTab}
      />
      <MetricsFoot metrics={metrics} at={data.overview.at} isCounting={data.overview.is_counting} />
    </>
  )
}
