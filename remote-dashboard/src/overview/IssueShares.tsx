import { Progress } from '@mantine/core'
import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import { ListRow } from 'shared/ui/ListRow/ListRow.tsx'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { SaveCsvButton } from '../csv/SaveCsvButton.tsx'
import { preloadTicketsProps } from '../metric-tickets/LazyTickets.tsx'
import type { Dashboard } from '../metrics/dashboard.queries.ts'
import { formatCount, percentages } from '../metrics/format-metric.ts'
import type { MetricFilter } from '../metrics/metric-filter.ts'
import classes from './IssueShares.module.css'
import overview from './Overview.module.css'

/** Colors in a fixed order, so that a color does not change with the ranking. */
const COLORS = ['green', 'new', 'warn-bar', 'crit', 'text-3'] as const
const TYPES: readonly string[] = Object.values(ISSUE_TYPES)

function colorOf(category: string, index: number): string {
  const own = TYPES.indexOf(category)
  return `var(--desk-${COLORS[own < 0 ? index % COLORS.length : own]})`
}

export interface IssueSharesProps {
  shares: Dashboard['issue_breakdown']
  filter: MetricFilter
  onTickets: (tickets: TicketsOfMetric) => void
}

export function IssueShares({ shares, filter, onTickets }: IssueSharesProps) {
  const percents = percentages(shares.map(({ count }) => count))
  const most = Math.max(1, ...shares.map(({ count }) => count))
  return (
    <section className={overview.card} aria-labelledby="issue-shares">
      <header className={overview.head}>
        <div className={overview.titles}>
          <h2 id="issue-shares" className={overview.title}>
            สัดส่วนประเภทปัญหา
          </h2>
          <p className={overview.hint}>ของเคสที่ดูแล</p>
        </div>
        <SaveCsvButton
          of="ประเภทปัญหา"
          disabled={shares.length === 0}
          file={async () => (await import('../csv/overview-csv.ts')).categoriesCsv(shares, filter)}
        />
      </header>
      {shares.length === 0 ? <p className={overview.hint}>ยังไม่มีเคสที่ดูแลในช่วงนี้</p> : null}
      <ul className={classes.list}>
        {shares.map(({ category, count }, index) => (
          <li key={category}>
            <ListRow
              component="button"
              type="button"
              className={classes.row}
              {...preloadTicketsProps}
              onClick={() => onTickets({ metric: 'handled', category })}
            >
              <span className={classes.words}>
                <span className={classes.name}>{category}</span>
                <strong className={classes.count}>{formatCount(count)}</strong>
                <span className={classes.percent}>{percents[index]}%</span>
              </span>
              <Progress.Root aria-hidden="true">
                <Progress.Section
                  withAria={false}
                  value={(count / most) * 100}
                  color={colorOf(category, index)}
                />
              </Progress.Root>
            </ListRow>
          </li>
        ))}
      </ul>
    </section>
  )
}
