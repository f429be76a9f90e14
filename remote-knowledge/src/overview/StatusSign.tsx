import classes from './StatusSign.module.css'
import { STATUS_WORDS, type Status } from './use-status.ts'

export function StatusSign({ status }: { status: Status }) {
  return (
    <span className={classes.sign} data-status={status}>
      {STATUS_WORDS[status]}
    </span>
  )
}
