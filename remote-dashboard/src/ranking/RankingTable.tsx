import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import type { RankingOrder } from 'shared/contract/constants.ts'
import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import type { ListedFigure } from 'shared/contract/dashboard/list-figure-cases.call.ts'
import { Avatar } from 'shared/ui'
import type { CasesOf } from '../address/dashboard-address.ts'
import { preloadCases } from '../cases/LateCases.tsx'
import table from '../figures/FigureTable.module.css'
import { formatCell, formatCount } from '../figures/format.ts'
import { WideTable } from '../figures/WideTable.tsx'
import classes from './RankingTable.module.css'

interface RankingColumn {
  label: string
  order: RankingOrder
  /** The cases behind it. */
  figure: ListedFigure
  isDuration: boolean
  of: (item: RankingItem) => number | null
}

const COLUMNS: readonly RankingColumn[] = [
  { label: 'ดูแล', order: 'handled', figure: 'held', isDuration: false, of: (item) => item.handled_count },
  { label: 'ปิด', order: 'closed', figure: 'closed', isDuration: false, of: (item) => item.closed_count },
  {
    label: 'รับเคสเฉลี่ย',
    order: 'pickup',
    figure: 'handled',
    isDuration: true,
    of: (item) => item.avg_pickup_secs,
  },
  {
    label: 'ตอบครั้งแรก',
    order: 'first',
    figure: 'first_response',
    isDuration: true,
    of: (item) => item.avg_first_response_secs,
  },
  {
    label: 'ปิดเคสเฉลี่ย',
    order: 'resolution',
    figure: 'closed',
    isDuration: true,
    of: (item) => item.avg_resolution_secs,
  },
]

export interface RankingTableProps {
  label: string
  agents: readonly RankingItem[]
  onCases: (cases: CasesOf) => void
  /** How it is sorted, and by which headings it can be; absent: its headings are words alone. */
  sorted?: { by: RankingOrder; onSort: (order: RankingOrder) => void }
}

/** People and their figures; each number opens the cases behind it. */
export function RankingTable({ label, agents, onCases, sorted }: RankingTableProps) {
  return (
    <WideTable label={label}>
      <table className={`${table.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">แอดมิน</th>
            {COLUMNS.map((column) => (
              <Heading key={column.order} column={column} sorted={sorted} />
            ))}
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <tr key={agent.agent_line_user_id}>
              <th scope="row">
                <span className={classes.agent}>
                  <Avatar name={agent.agent_name} seed="staff" size={24} />
                  {agent.agent_name}
                </span>
              </th>
              {COLUMNS.map(({ order, label: heading, figure, isDuration, of }) => {
                const value = of(agent)
                const shown = isDuration ? formatCell(value) : formatCount(value ?? 0)
                return (
                  <td key={order} className={table.number}>
                    {value === null || (value === 0 && !isDuration) ? (
                      <span className={classes.nothing}>{shown}</span>
                    ) : (
                      <button
                        type="button"
                        className={classes.value}
                        aria-label={`${heading} ${shown} ดูเคสของ ${agent.agent_name}`}
                        onPointerEnter={preloadCases}
                        onFocus={preloadCases}
                        onClick={() => onCases({ figure, agent: agent.agent_line_user_id })}
                      >
                        {shown}
                      </button>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

function Heading({ column, sorted }: { column: RankingColumn; sorted: RankingTableProps['sorted'] }) {
  const { label, order, isDuration } = column
  const unit = isDuration ? <span className={table.unit}>นาที:วินาที</span> : null
  if (sorted === undefined)
    return (
      <th scope="col" className={table.number}>
        {label}
        {unit}
      </th>
    )
  const isBy = sorted.by === order
  // Of counts the most stand first, of durations the shortest.
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
