import classes from './StatusBadge.module.css'
import { STATUS_TEXTS, type Status } from './use-status.ts'

export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={classes.badge} data-status={status}>
      {STATUS_TEXTS[status]}
    </span>
  )
}
