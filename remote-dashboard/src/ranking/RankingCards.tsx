import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { rankedLabel } from 'shared/contract/staff/staff-label.ts'
import { Avatar, VisuallyHidden } from 'shared/ui'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { MedianAndP90Hint } from '../metrics/MedianAndP90.tsx'
import classes from './RankingCards.module.css'
import { RankingValue } from './RankingValue.tsx'
import { RANKING_COLUMNS } from './ranking-columns.ts'

export interface RankingCardsProps {
  label: string
  agents: readonly RankingItem[]
  onTickets: (tickets: TicketsOfMetric) => void
}

export function RankingCards({ label, agents, onTickets }: RankingCardsProps) {
  return (
    <>
      <p className={classes.hint}>เวลาเฉลี่ยเป็น นาที:วินาที ใต้ค่าเฉลี่ยคือ มัธยฐาน / P90</p>
      <p className={`${classes.metrics} ${classes.headings}`} aria-hidden="true">
        {RANKING_COLUMNS.map(({ order, short }) => (
          <span key={order}>{short}</span>
        ))}
      </p>
      <ol className={classes.cards} aria-label={label}>
        {agents.map((agent, index) => (
          <li key={agent.agent_line_user_id} className={classes.card}>
            <p className={classes.agent}>
              <span className={classes.rank}>{index + 1}</span>
              <Avatar name={agent.agent_name} src={agent.picture_url ?? null} seed="staff" size={24} />
              {rankedLabel(agent)}
            </p>
            <dl className={classes.metrics}>
              {RANKING_COLUMNS.map((column) => (
                <div key={column.order}>
                  <dt>
                    <VisuallyHidden>{column.label}</VisuallyHidden>
                  </dt>
                  <dd>
                    <RankingValue column={column} agent={agent} onTickets={onTickets} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      <MedianAndP90Hint />
    </>
  )
}
