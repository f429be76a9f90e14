import { useQuery } from '@tanstack/react-query'
import type { DashboardTab, TicketsOf } from '../address/dashboard-address.ts'
import { useSettledTickets } from '../cases/use-settled-tickets.ts'
import { overviewQuery } from '../figures/dashboard.queries.ts'
import { FailedReading } from '../figures/FailedReading.tsx'
import { FiguresFoot, StaleNote } from '../figures/FiguresFoot.tsx'
import type { Wanted } from '../figures/wanted.ts'
import { OverviewFigures } from './OverviewFigures.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'

export interface OverviewTabProps {
  wanted: Wanted
  /** True once the selected channel is validated. */
  isReady: boolean
  onTickets: (tickets: TicketsOf) => void
  onTab: (tab: DashboardTab) => void
}

export function OverviewTab({ wanted, isReady, onTickets, onTab }: OverviewTabProps) {
  const figures = useQuery({ ...overviewQuery(wanted), enabled: isReady })
  const { data, error, isPlaceholderData } = figures
  const onSettledTickets = useSettledTickets(figures, onTickets)
  // Placeholder data belongs to another period, so it must not hide the error.
  if (error !== null && (data === undefined || isPlaceholderData))
    return <FailedReading title="โหลดตัวเลขไม่สำเร็จ" of={figures} />
  if (data === undefined) return <OverviewSkeleton />
  return (
    <>
      {error === null ? null : <StaleNote figures={figures} at={data.overview.at} />}
      <OverviewFigures
        dashboard={data}
        wanted={wanted}
        isStale={isPlaceholderData}
        onTickets={onSettledTickets}
        onTab={onTab}
      />
      <FiguresFoot figures={figures} at={data.overview.at} isCounting={data.overview.is_counting} />
    </>
  )
}
