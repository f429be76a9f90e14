import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { Button } from 'shared/ui'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import type { MetricFilter } from '../metrics/metric-filter.ts'
import { CsvButton } from '../ranking/CsvButton.tsx'
import { RankingTable } from '../ranking/RankingTable.tsx'
import overview from './Overview.module.css'

const MAX_SHOWN_AGENTS = 7

export interface RankingCardProps {
  agents: readonly RankingItem[]
  filter: MetricFilter
  isStale: boolean
  onTickets: (tickets: TicketsOfMetric) => void
  onAll: () => void
}

export function RankingCard({ agents, filter, isStale, onTickets, onAll }: RankingCardProps) {
  return (
    <section className={overview.card} aria-labelledby="overview-ranking">
      <header className={overview.head}>
        <h2 id="overview-ranking" className={overview.title}>
          อันดับแอดมิน
        </h2>
        <CsvButton agents={agents} filter={filter} disabled={isStale} />
      </header>
      {agents.length === 0 ? (
        <p className={overview.hint}>ยังไม่มีใครทำงานในช่วงนี้</p>
      ) : (
        <RankingTable label="อันดับแอดมิน" agents={agents.slice(0, MAX_SHOWN_AGENTS)} onTickets={onTickets} />
      )}
      {agents.length > MAX_SHOWN_AGENTS ? (
        <Button size="sm" variant="subtle" onClick={onAll}>
          ดูทั้งหมด {agents.length} คน
        </Button>
      ) : null}
    </section>
  )
}
