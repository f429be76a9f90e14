import { useState } from 'react'
import { deferred, useDeferred } from 'shared/ui'
import type { CasesOf } from '../address/dashboard-address.ts'
import type { Overview } from '../figures/dashboard.queries.ts'
import { KPIS, type Kpi } from '../figures/figure-words.ts'
import { KpiCard } from './KpiCard.tsx'
import classes from './Overview.module.css'

const sparkLine = deferred(
  async () => (await import(/* webpackChunkName: "charts" */ './charts.tsx')).SparkLine,
)

export interface KpiRowProps {
  overview: Pick<Overview, 'totals' | 'totals_before' | 'days'>
  /** Default: those of the team. */
  kpis?: readonly Kpi[]
  onCases: (cases: CasesOf) => void
}

/** The five figures. */
export function KpiRow({ overview, kpis = KPIS, onCases }: KpiRowProps) {
  const { totals, totals_before: before, days } = overview
  const [isWanted, setWanted] = useState(true)
  const SparkLine = useDeferred(sparkLine, isWanted, () => setWanted(false))
  return (
    <ul className={classes.kpis} aria-label="ตัวเลขหลัก">
      {kpis.map((kpi) => (
        <li key={kpi.name}>
          <KpiCard
            kpi={kpi}
            value={totals[kpi.name]}
            before={before[kpi.name]}
            unanswered={kpi.name === 'closed_count' ? totals.unanswered_count : 0}
            spark={
              SparkLine !== null && days.length > 1 ? (
                <SparkLine data={days.map((day) => day[kpi.name])} />
              ) : null
            }
            onCases={onCases}
          />
        </li>
      ))}
    </ul>
  )
}
