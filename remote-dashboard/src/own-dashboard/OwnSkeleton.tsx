import { Skeleton } from 'shared/ui'
import overview from '../overview/Overview.module.css'
import classes from './Own.module.css'

export function OwnSkeleton() {
  return (
    <div className={overview.metrics} role="status" aria-label="กำลังโหลด...">
      <ul className={overview.kpis} aria-hidden="true">
        {Array.from({ length: 5 }, (_, card) => (
          <li key={card} className={overview.card}>
            <Skeleton width="60%" />
            <Skeleton width="45%" height={26} className={overview.gap} />
            <Skeleton height={24} className={overview.gap} />
          </li>
        ))}
      </ul>
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
