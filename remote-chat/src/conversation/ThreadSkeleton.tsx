import { Skeleton } from 'shared/ui'
import classes from './ThreadSkeleton.module.css'

export function ThreadSkeleton() {
  return (
    <div className={classes.skeleton}>
      <Skeleton width="62%" height={56} />
      <Skeleton width="44%" height={40} />
      <Skeleton width="58%" height={56} className={classes.skeletonOut} />
      <Skeleton width="36%" height={40} />
    </div>
  )
}
