import { dayKey } from 'shared/ui'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import type { Overview } from '../metrics/dashboard.queries.ts'
import { KPIS, type Kpi } from '../metrics/metric-texts.ts'
import { KpiCard } from './KpiCard.tsx'
import { useCharts } from './lazy-charts.ts'
import classes from './Overview.module.css'

export interface KpiRowProps {
  overview: Pick<Overview, 'totals' | 'totals_before' | 'days' | 'at'>
  kpis?: readonly Kpi[]
  onTickets: (tickets: TicketsOfMetric) => void
}

export function KpiRow({ overview, kpis = KPIS, onTickets }: KpiRowProps) {
  const { totals, totals_before: before, at } = overview
  const { drawings } = useCharts()
  // Today is incomplete and would end each sparkline with a drop.
  const days = overview.days.filter(({ day }) => day !== dayKey(at))
  return (
    <ul className={classes.kpis} aria-label="ตัวเลขหลัก">
      {kpis.map((kpi) => (
        <li key={kpi.name}>
          <KpiCard
            kpi={kpi}
            value={totals[kpi.name]}
            before={before[kpi.name]}
            metrics={totals}
            unanswered={kpi.name === 'closed_count' ? totals.unanswered_count : 0}
            spark={
              drawings !== null && days.length > 1 ? (
                <drawings.SparkLine data={days.map((day) => day[kpi.name])} />
              ) : null
            }
            onTickets={onTickets}
          />
        </li>
      ))}
    </ul>
  )
}
