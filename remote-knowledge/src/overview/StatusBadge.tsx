import classes from './StatusBadge.module.css'
import { STATUS_WORDS, type Status } from './use-status.ts'

export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={classes.badge} data-status={status}>
      {STATUS_WORDS[status]}
    </span>
  )
}
