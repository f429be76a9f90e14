import { useQuery } from '@tanstack/react-query'
import { errorText } from 'shared/api'
import { ErrorState } from 'shared/ui'
import type { CasesOf, DashboardTab } from '../address/dashboard-address.ts'
import { overviewQuery } from '../figures/dashboard.queries.ts'
import { StaleNote } from '../figures/StaleNote.tsx'
import type { Wanted } from '../figures/wanted.ts'
import { OverviewFigures } from './OverviewFigures.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'

export interface OverviewTabProps {
  wanted: Wanted
  onCases: (cases: CasesOf) => void
  onTab: (tab: DashboardTab) => void
}

/** All figures of the period on one page. */
export function OverviewTab({ wanted, onCases, onTab }: OverviewTabProps) {
  const { data, error, isPlaceholderData, isFetching, dataUpdatedAt, refetch } = useQuery(
    overviewQuery(wanted),
  )
  const retry = () => void refetch()
  // Figures of another period are none of this one.
  if (error !== null && (data === undefined || isPlaceholderData))
    return (
      <ErrorState title="โหลดตัวเลขไม่สำเร็จ" onRetry={retry} retrying={isFetching}>
        {errorText(error)}
      </ErrorState>
    )
  if (data === undefined) return <OverviewSkeleton />
  return (
    <>
      {error === null ? null : <StaleNote at={dataUpdatedAt} isFetching={isFetching} onRetry={retry} />}
      <OverviewFigures
        dashboard={data}
        wanted={wanted}
        isStale={isPlaceholderData}
        onCases={onCases}
        onTab={onTab}
      />
    </>
  )
}
