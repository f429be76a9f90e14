import { rankedLabel } from 'shared/contract/staff/staff-label.ts'
import { Slot } from 'shared/extensions'
import { EmptyState, formatDuration } from 'shared/ui'
import type { DashboardTab, TicketsOfMetric } from '../address/dashboard-address.ts'
import type { Dashboard } from '../metrics/dashboard.queries.ts'
import { formatCount } from '../metrics/format-metric.ts'
import { MedianAndP90, medianAndP90Of } from '../metrics/MedianAndP90.tsx'
import { type MetricFilter, queryOf } from '../metrics/metric-filter.ts'
import { fastestResponders } from '../metrics/top-agents.ts'
import { AgentList } from './AgentList.tsx'
import { DaysTable } from './DaysTable.tsx'
import { HeatMap } from './HeatMap.tsx'
import { IssueShares } from './IssueShares.tsx'
import { KpiRow } from './KpiRow.tsx'
import classes from './Overview.module.css'
import { RankingCard } from './RankingCard.tsx'
import { TopClosersCard } from './TopClosersCard.tsx'

export interface OverviewMetricsProps {
  dashboard: Dashboard
  filter: MetricFilter
  isStale: boolean
  onTickets: (tickets: TicketsOfMetric) => void
  onTab: (tab: DashboardTab) => void
}

export function OverviewMetrics(props: OverviewMetricsProps) {
  const { dashboard, filter, isStale, onTickets } = props
  const { issue_breakdown, overview } = dashboard
  const { agents, incoming } = overview
  const isEmpty = agents.length === 0 && incoming.length === 0 && issue_breakdown.length === 0
  return (
    <div className={classes.metrics} aria-busy={isStale} data-stale={isStale || undefined}>
      <KpiRow overview={overview} onTickets={onTickets} />
      {isEmpty ? (
        <EmptyState title="ยังไม่มีเคสในช่วงนี้">เลือกช่วงเวลาอื่นหรือบัญชีอื่นจากด้านบน</EmptyState>
      ) : (
        <Details {...props} />
      )}
      <div className={classes.more}>
        <Slot name="dashboard-card" context={queryOf(filter)} />
      </div>
    </div>
  )
}

function Details({ dashboard, filter, isStale, onTickets, onTab }: OverviewMetricsProps) {
  const { issue_breakdown, kpis, overview } = dashboard
  const { agents, days } = overview
  return (
    <>
      <div className={classes.agents}>
        <IssueShares shares={issue_breakdown} filter={filter} onTickets={onTickets} />
        <AgentList
          title="ตอบกลับครั้งแรกเร็วที่สุด"
          hint="เฉพาะคนที่ดูแล 3 เคสขึ้นไป ใต้ค่าเฉลี่ยคือ มัธยฐาน / P90"
          empty="ยังไม่มีใครดูแลครบ 3 เคส"
          entries={fastestResponders(agents).map((agent) => ({
            id: agent.agent_line_user_id,
            name: rankedLabel(agent),
            image: agent.picture_url ?? null,
            value: formatDuration(agent.secs),
            detail: <MedianAndP90 {...medianAndP90Of(agent, 'first_response')} isShort />,
          }))}
          onOpen={(agent) => onTickets({ metric: 'first_response', agent })}
        />
        <AgentList
          title="ตอบมากที่สุด"
          hint="จำนวนข้อความที่ส่งถึงลูกค้า"
          empty="ยังไม่มีใครตอบ"
          entries={kpis.most_replies.map((agent) => ({
            id: agent.agent_line_user_id,
            name: rankedLabel(agent),
            image: agent.picture_url ?? null,
            value: formatCount(agent.reply_count),
          }))}
          onOpen={(agent) => onTickets({ metric: 'replied', agent })}
        />
      </div>
      <div className={classes.ranking}>
        <TopClosersCard agents={agents} onTickets={onTickets} />
        <RankingCard
          agents={agents}
          filter={filter}
          isStale={isStale}
          onTickets={onTickets}
          onAll={() => onTab('ranking')}
        />
      </div>
      {days.length === 0 ? null : (
        <>
          <HeatMap overview={overview} filter={filter} onTickets={onTickets} />
          <DaysTable overview={overview} filter={filter} onTickets={onTickets} />
        </>
      )}
    </>
  )
}
