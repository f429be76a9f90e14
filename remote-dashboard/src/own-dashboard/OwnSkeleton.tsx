import { Skeleton } from 'shared/ui'
import overview from '../overview/Overview.module.css'
import { KpiRowSkeleton } from '../overview/OverviewSkeleton.tsx'
import classes from './Own.module.css'

export function OwnSkeleton() {
  return (
    <div className={overview.metrics} role="status" aria-label="กำลังโหลด...">
      <KpiRowSkeleton />
      <div className={classes.below}>
        {[5, 1].map((rows) => (
          <div key={rows} className={overview.card}>
            <Skeleton width="40%" />
            {Array.from({ length: rows }, (_, row) => (
              <Skeleton key={row} height={40} className={overview.gap} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
