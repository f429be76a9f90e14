import { Skeleton } from 'shared/ui'
import classes from './Overview.module.css'

export function OverviewSkeleton() {
  return (
    <div className={classes.metrics} role="status" aria-label="กำลังโหลด...">
      <KpiRowSkeleton />
      <div className={classes.agents} aria-hidden="true">
        {[0, 1, 2].map((card) => (
          <div key={card} className={classes.card}>
            <Skeleton width="50%" />
            {Array.from({ length: 5 }, (_, row) => (
              <Skeleton key={row} height={24} className={classes.rowGap} />
            ))}
          </div>
        ))}
      </div>
      <div className={classes.ranking} aria-hidden="true">
        {[0, 1].map((card) => (
          <div key={card} className={classes.card}>
            <Skeleton width="40%" />
            <Skeleton height={348} className={classes.gap} />
          </div>
        ))}
      </div>
    </div>
  )
}

export function KpiRowSkeleton() {
  return (
    <ul className={classes.kpis} aria-hidden="true">
      {Array.from({ length: 5 }, (_, card) => (
        <li key={card} className={classes.card}>
          <Skeleton width="60%" />
          <Skeleton width="45%" height={26} className={classes.gap} />
          <Skeleton height={24} className={classes.gap} />
        </li>
      ))}
    </ul>
  )
}
