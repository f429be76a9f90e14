import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import type { RankingOrder } from 'shared/contract/constants.ts'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { rankedLabel } from 'shared/contract/staff/staff-label.ts'
import { Avatar } from 'shared/ui'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { MedianAndP90Hint } from '../metrics/MedianAndP90.tsx'
import table from '../metrics/MetricTable.module.css'
import { ScrollableTable } from '../metrics/ScrollableTable.tsx'
import { useIsNarrow } from '../use-breakpoints.ts'
import { RankingCards } from './RankingCards.tsx'
import classes from './RankingTable.module.css'
import { RankingValue } from './RankingValue.tsx'
import { RANKING_COLUMNS, type RankingColumn } from './ranking-columns.ts'

export interface RankingTableProps {
  label: string
  agents: readonly RankingItem[]
  onTickets: (tickets: TicketsOfMetric) => void
  sorted?: { by: RankingOrder; onSort: (order: RankingOrder) => void }
}

export function RankingTable({ label, agents, onTickets, sorted }: RankingTableProps) {
  const isNarrow = useIsNarrow()
  if (isNarrow) return <RankingCards label={label} agents={agents} onTickets={onTickets} />
  return (
    <ScrollableTable label={`ตาราง${label}`}>
      <table className={`${table.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">แอดมิน</th>
            {RANKING_COLUMNS.map((column) => (
              <Heading key={column.order} column={column} sorted={sorted} />
            ))}
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <tr key={agent.agent_line_user_id}>
              <th scope="row">
                <span className={classes.agent}>
                  <Avatar name={agent.agent_name} src={agent.picture_url ?? null} seed="staff" size={24} />
                  {rankedLabel(agent)}
                </span>
              </th>
              {RANKING_COLUMNS.map((column) => (
                <td key={column.order} className={table.number}>
                  <RankingValue column={column} agent={agent} onTickets={onTickets} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <MedianAndP90Hint />
    </ScrollableTable>
  )
}

function Heading({ column, sorted }: { column: RankingColumn; sorted: RankingTableProps['sorted'] }) {
  const { label, order, spread } = column
  const isDuration = spread !== undefined
  const unit = isDuration ? (
    <span className={table.unit}>
      นาที:วินาที
      <span className={table.unit} aria-hidden="true">
        มัธยฐาน / P90
      </span>
    </span>
  ) : null
  if (sorted === undefined)
    return (
      <th scope="col" className={table.number}>
        {label}
        {unit}
      </th>
    )
  const isBy = sorted.by === order
  // The server sorts counts in descending order and durations in ascending order.
  const direction = isDuration ? 'ascending' : 'descending'
  return (
    <th scope="col" className={table.number} aria-sort={isBy ? direction : undefined}>
      <button
        type="button"
        className={classes.sort}
        data-active={isBy || undefined}
        onClick={() => sorted.onSort(order)}
      >
        <span>
          {isBy ? <IconArrowDown size={14} aria-hidden className={classes.arrow} /> : null}
          {label}
        </span>
        {unit}
      </button>
    </th>
  )
}
