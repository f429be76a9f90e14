import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { rankedLabel } from 'shared/contract/staff/staff-label.ts'
import type { CasesOf } from '../address/dashboard-address.ts'
import { FigureCell } from '../cases/FigureCell.tsx'
import type { RankingColumn } from './ranking-columns.ts'

export interface RankingValueProps {
  column: RankingColumn
  agent: RankingItem
  onCases: (cases: CasesOf) => void
}

/** One number of a person. */
export function RankingValue({ column, agent, onCases }: RankingValueProps) {
  const { label, figure, isDuration, of } = column
  return (
    <FigureCell
      value={of(agent)}
      isDuration={isDuration}
      label={(shown) => `${label} ${shown} ดูเคสของ ${rankedLabel(agent)}`}
      cases={{ figure, agent: agent.agent_line_user_id }}
      onCases={onCases}
    />
  )
}
