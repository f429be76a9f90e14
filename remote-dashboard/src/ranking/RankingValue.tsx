import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { rankedLabel } from 'shared/contract/staff/staff-label.ts'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { AnsweredResolution } from '../metric-tickets/AnsweredResolution.tsx'
import { MetricCell } from '../metric-tickets/MetricCell.tsx'
import { MedianAndP90, medianAndP90Of } from '../metrics/MedianAndP90.tsx'
import table from '../metrics/MetricTable.module.css'
import type { RankingColumn } from './ranking-columns.ts'

export interface RankingValueProps {
  column: RankingColumn
  agent: RankingItem
  onTickets: (tickets: TicketsOfMetric) => void
}

export function RankingValue({ column, agent, onTickets }: RankingValueProps) {
  const { label, metric, spread, of } = column
  const agentFilter = { agent: agent.agent_line_user_id }
  return (
    <>
      <MetricCell
        value={of(agent)}
        isDuration={spread !== undefined}
        label={(shown) => `${label} ${shown} ดูเคสของ ${rankedLabel(agent)}`}
        tickets={{ metric, ...agentFilter }}
        onTickets={onTickets}
      />
      {spread === undefined ? null : (
        <span className={table.beside}>
          <MedianAndP90 {...medianAndP90Of(agent, spread)} isShort />
          {spread === 'resolution' ? (
            <AnsweredResolution metrics={agent} of={agentFilter} isShort onTickets={onTickets} />
          ) : null}
        </span>
      )}
    </>
  )
}
