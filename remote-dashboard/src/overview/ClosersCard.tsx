import type { RankingItem } from 'shared/contract/dashboard/agent-ranking.call.ts'
import { RetryNote, Skeleton } from 'shared/ui'
import type { CasesOf } from '../address/dashboard-address.ts'
import { preloadCases } from '../cases/LateCases.tsx'
import { formatCount } from '../figures/format.ts'
import { topClosers } from '../figures/top-agents.ts'
import classes from './ClosersCard.module.css'
import { useCharts } from './late-charts.ts'
import overview from './Overview.module.css'

export interface ClosersCardProps {
  agents: readonly RankingItem[]
  onCases: (cases: CasesOf) => void
}

/**
 * Who has closed the most. The columns are a drawing; over each lies a button with its name and number, for the pointer, the keyboard and
 * screen readers alike. The ranking beside it is the table of the same numbers.
 */
export function ClosersCard({ agents, onCases }: ClosersCardProps) {
  const { drawings, hasFailed, retry } = useCharts()
  const closers = topClosers(agents)
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
              <drawings.Columns
                data={closers.map((agent) => ({ name: agent.agent_line_user_id, count: agent.closed_count }))}
              />
            )}
          </div>
          <ol className={classes.names}>
            {closers.map(({ agent_line_user_id: id, agent_name: name, closed_count: count }) => (
              <li key={id}>
                {drawings === null ? (
                  <strong className={classes.count} aria-hidden="true">
                    {formatCount(count)}
                  </strong>
                ) : null}
                <button
                  type="button"
                  className={classes.column}
                  aria-label={`${name} ปิด ${formatCount(count)} เคส ดูเคส`}
                  title={`${name} ปิด ${formatCount(count)} เคส`}
                  onPointerEnter={preloadCases}
                  onFocus={preloadCases}
                  onClick={() => onCases({ figure: 'closed', agent: id })}
                >
                  <span className={classes.name}>{name.split(' ')[0]}</span>
                </button>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}
