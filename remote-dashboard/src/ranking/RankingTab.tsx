import { useQuery } from '@tanstack/react-query'
import { RANKING_ORDERS, type RankingOrder } from 'shared/contract/constants.ts'
import { EmptyState, Select, Skeleton } from 'shared/ui'
import { Panel, PanelRow, PanelTitle } from 'shared/ui/Panel/Panel.tsx'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { useSettledTickets } from '../metric-tickets/use-settled-tickets.ts'
import { rankingQuery } from '../metrics/dashboard.queries.ts'
import { FailedQuery } from '../metrics/FailedQuery.tsx'
import { MetricsFooter, StaleNote } from '../metrics/MetricsFooter.tsx'
import type { MetricFilter } from '../metrics/metric-filter.ts'
import { CsvButton } from './CsvButton.tsx'
import classes from './RankingTab.module.css'
import { RankingTable } from './RankingTable.tsx'

const ORDER_TEXTS: Record<RankingOrder, string> = {
  closed: 'ปิดมากที่สุดก่อน',
  handled: 'ดูแลมากที่สุดก่อน',
  pickup: 'รับเคสเร็วที่สุดก่อน',
  first: 'ตอบครั้งแรกเร็วที่สุดก่อน',
  resolution: 'ปิดเคสเร็วที่สุดก่อน',
}
const ORDERS = RANKING_ORDERS.map((order) => ({ value: order, label: ORDER_TEXTS[order] }))

export interface RankingTabProps {
  filter: MetricFilter
  isReady: boolean
  order: RankingOrder
  onOrder: (order: RankingOrder) => void
  onTickets: (tickets: TicketsOfMetric) => void
}

export function RankingTab({ filter, isReady, order, onOrder, onTickets }: RankingTabProps) {
  const metrics = useQuery({ ...rankingQuery(filter, order), enabled: isReady })
  const { data, error, isPlaceholderData } = metrics
  const onSettledTickets = useSettledTickets(metrics, onTickets)
  const agents = data?.items
  if (error !== null && (data === undefined || isPlaceholderData))
    return <FailedQuery title="โหลดอันดับไม่สำเร็จ" of={metrics} />
  return (
    <>
      <Panel className={classes.card} aria-label="อันดับแอดมิน">
        {error === null ? null : <StaleNote metrics={metrics} at={data?.at ?? 0} />}
        <PanelRow component="header" className={classes.head}>
          <PanelTitle>อันดับแอดมิน</PanelTitle>
          <Select label="เรียงตาม" options={ORDERS} value={order} onChange={onOrder} />
          <CsvButton agents={agents ?? []} filter={filter} disabled={isPlaceholderData} />
        </PanelRow>
        {agents === undefined ? (
          <Rows />
        ) : agents.length === 0 ? (
          <EmptyState title="ยังไม่มีใครทำงานในช่วงนี้">เลือกช่วงเวลาอื่นหรือบัญชีอื่นจากด้านบน</EmptyState>
        ) : (
          <div
            className={classes.rows}
            aria-busy={isPlaceholderData}
            data-stale={isPlaceholderData || undefined}
          >
            <RankingTable
              label="อันดับแอดมิน"
              agents={agents}
              onTickets={onSettledTickets}
              sorted={{ by: order, onSort: onOrder }}
            />
          </div>
        )}
      </Panel>
      {data === undefined ? null : (
        <MetricsFooter metrics={metrics} at={data.at} isCounting={data.is_counting} />
      )}
    </>
  )
}

function Rows() {
  return (
    <div className={classes.loading} role="status" aria-label="กำลังโหลด...">
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height={32} />
      ))}
    </div>
  )
}
