import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { rankedLabel, staffFirstName } from 'shared/contract/staff/staff-label.ts'
import { RetryNote, Skeleton } from 'shared/ui'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { preloadTicketsProps } from '../metric-tickets/LazyTickets.tsx'
import { formatCount } from '../metrics/format-metric.ts'
import { topClosers } from '../metrics/top-agents.ts'
import { useCharts } from './lazy-charts.ts'
import overview from './Overview.module.css'
import classes from './TopClosersCard.module.css'

export interface TopClosersCardProps {
  agents: readonly RankingItem[]
  onTickets: (tickets: TicketsOfMetric) => void
}

function closersOf(agents: readonly RankingItem[]) {
  const closers = topClosers(agents).map((agent) => ({
    id: agent.agent_line_user_id,
    label: rankedLabel(agent),
    first: staffFirstName({ display_name: agent.agent_name, id_tail: agent.id_tail }),
    count: agent.closed_count,
  }))
  return closers.map((closer) => ({
    ...closer,
    short: closers.filter(({ first }) => first === closer.first).length > 1 ? closer.label : closer.first,
  }))
}

/** The bars are decorative: each has a transparent button for pointer, keyboard and screen readers. */
export function TopClosersCard({ agents, onTickets }: TopClosersCardProps) {
  const { drawings, hasFailed, retry } = useCharts()
  const closers = closersOf(agents)
  return (
    <section className={overview.card} aria-labelledby="top-closers">
      <header className={overview.head}>
        <h2 id="top-closers" className={overview.title}>
          ปิดเคสมากที่สุด
        </h2>
      </header>
      {closers.length === 0 ? (
        <p className={overview.hint}>ยังไม่มีเคสที่ปิดในช่วงนี้</p>
      ) : (
        <div className={classes.chart}>
          {hasFailed ? (
            <div className={classes.failed}>
              <RetryNote isRetrying={false} onRetry={retry}>
                แสดงกราฟไม่สำเร็จ
              </RetryNote>
            </div>
          ) : null}
          <div className={`${classes.drawing} ${overview.chart}`} inert>
            {drawings === null ? (
              hasFailed ? null : (
                <Skeleton height="100%" />
              )
            ) : (
              <drawings.Columns data={closers.map(({ id, count }) => ({ name: id, count }))} />
            )}
          </div>
          <ol className={classes.names}>
            {closers.map(({ id, label, short, count }) => (
              <li key={id}>
                {drawings === null ? (
                  <strong className={classes.count} aria-hidden="true">
                    {formatCount(count)}
                  </strong>
                ) : null}
                <button
                  type="button"
                  className={classes.column}
                  aria-label={`${label} ปิด ${formatCount(count)} เคส ดูเคส`}
                  title={`${label} ปิด ${formatCount(count)} เคส`}
                  {...preloadTicketsProps}
                  onClick={() => onTickets({ metric: 'closed', agent: id })}
                >
                  <span className={classes.name}>{short}</span>
                </button>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}
