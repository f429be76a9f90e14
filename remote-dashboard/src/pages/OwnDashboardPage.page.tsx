import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { useSession } from 'shared/session'
import { PageLayout } from 'shared/ui/PageLayout/PageLayout.tsx'
import { useDashboardAddress } from '../address/use-dashboard-address.ts'
import { LazyTickets } from '../metric-tickets/LazyTickets.tsx'
import { useSettledTickets } from '../metric-tickets/use-settled-tickets.ts'
import { FailedQuery } from '../metrics/FailedQuery.tsx'
import { MetricsFooter, StaleNote } from '../metrics/MetricsFooter.tsx'
import { snapshotOf } from '../metrics/metrics-read-time.ts'
import { KpiRow } from '../overview/KpiRow.tsx'
import overview from '../overview/Overview.module.css'
import { HandlingCard } from '../own-dashboard/HandlingCard.tsx'
import own from '../own-dashboard/Own.module.css'
import { OwnSkeleton } from '../own-dashboard/OwnSkeleton.tsx'
import { OwnTickets } from '../own-dashboard/OwnTickets.tsx'
import { OWN_KPIS, useOwnMetrics } from '../own-dashboard/own-metrics.ts'
import { PeriodMenu } from '../period/PeriodMenu.tsx'
import { PrintHeader } from '../print/PrintHeader.tsx'
import { useLightPrint } from '../print/use-light-print.ts'
import { useHasOwnBar } from '../use-breakpoints.ts'
import { DashboardBar } from './DashboardBar.tsx'
import classes from './DashboardPage.module.css'
import { useScrollRestoration } from './use-scroll-restoration.ts'

export default function OwnDashboardPage() {
  const { period, isOpenHours, tickets, change, openTickets, orderTickets, closeTickets } =
    useDashboardAddress()
  const { profile } = useSession()
  useLightPrint()
  const scrolled = useScrollRestoration()
  const hasOwnBar = useHasOwnBar()
  const filter = { channel: ALL_CHANNELS, period, isOpenHours }
  const metrics = useOwnMetrics(filter)
  const { data, error, isPlaceholderData } = metrics
  const onTickets = useSettledTickets(metrics, openTickets)
  const isNothing = error !== null && (data === undefined || isPlaceholderData)
  return (
    <PageLayout ref={scrolled} className={classes.page}>
      <DashboardBar
        isInPage={hasOwnBar}
        end={<PeriodMenu period={period} isOpenHours={isOpenHours} onChange={change} />}
      />
      <PrintHeader
        title="แดชบอร์ดของฉัน"
        of={profile?.display_name ?? ''}
        period={period}
        isOpenHours={isOpenHours}
      />
      {isNothing ? (
        <FailedQuery title="โหลดตัวเลขไม่สำเร็จ" of={metrics} />
      ) : data === undefined ? (
        <OwnSkeleton />
      ) : (
        <>
          {error === null ? null : <StaleNote metrics={metrics} at={data.at} />}
          <div
            className={overview.metrics}
            aria-busy={isPlaceholderData}
            data-stale={isPlaceholderData || undefined}
          >
            <KpiRow overview={data} kpis={data.kpis ?? OWN_KPIS} onTickets={onTickets} />
            <div className={own.below}>
              <OwnTickets tickets={data.open_tickets} count={data.open_count} />
              <HandlingCard
                handling={data.handling}
                isFromOpening={data.kpis !== undefined}
                onTickets={onTickets}
              />
            </div>
          </div>
          <MetricsFooter metrics={metrics} at={data.at} isCounting={data.is_counting} />
        </>
      )}
      <LazyTickets
        tickets={tickets}
        filter={filter}
        shown={data === undefined || isPlaceholderData ? null : snapshotOf(data)}
        isOwn
        onOrder={orderTickets}
        onClose={closeTickets}
      />
    </PageLayout>
  )
}
