import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import type { CasesOf } from '../address/dashboard-address.ts'
import { preloadCases } from '../cases/LateCases.tsx'
import { formatCell, formatCount } from '../figures/format.ts'
import classes from './RankingTable.module.css'
import type { RankingColumn } from './ranking-columns.ts'

export interface RankingValueProps {
  column: RankingColumn
  agent: RankingItem
  onCases: (cases: CasesOf) => void
}

/** One number of a person, which opens the cases behind it; nothing has none. */
export function RankingValue({ column, agent, onCases }: RankingValueProps) {
  const { label, figure, isDuration, of } = column
  const value = of(agent)
  const shown = isDuration ? formatCell(value) : formatCount(value ?? 0)
  if (value === null || (value === 0 && !isDuration)) return <span className={classes.nothing}>{shown}</span>
  return (
    <button
      type="button"
      className={classes.value}
      aria-label={`${label} ${shown} ดูเคสของ ${agent.agent_name}`}
      onPointerEnter={preloadCases}
      onFocus={preloadCases}
      onClick={() => onCases({ figure, agent: agent.agent_line_user_id })}
    >
      {shown}
    </button>
  )
}
