import { formatClock, formatDuration } from '../thai/thai-duration.ts'
import { useNow } from '../use-now.ts'
import classes from './WaitTime.module.css'
import { waitLevel } from './wait-level.ts'

export interface WaitTimeProps {
  /** When the wait began (ISO 8601); null when nobody waits. */
  since: string | null
  className?: string
}

function useWait(since: string | null): number | null {
  const now = useNow()
  const start = since === null ? Number.NaN : Date.parse(since)
  return Number.isNaN(start) ? null : Math.max(0, Math.floor((now - start) / 1_000))
}

const LEVEL_TEXT = { calm: 'รอ', warning: 'รอนาน', critical: 'รอนานมาก' } as const

/** A running clock, `mm:ss` and from an hour on `h:mm:ss`, of fixed width, coloured by how long the wait is. */
export function WaitTime({ since, className = '' }: WaitTimeProps) {
  const seconds = useWait(since)
  if (seconds === null) return <span className={`${classes.none} ${className}`}>–</span>
  const level = waitLevel(seconds)
  return (
    <span className={`${classes.time} ${className}`} data-level={level}>
      <span aria-hidden="true">{formatClock(seconds)}</span>
      <span className={classes.spoken}>{`${LEVEL_TEXT[level]} ${formatDuration(seconds)}`}</span>
    </span>
  )
}

/** The bar at a row's edge, so that colour does not stand alone; the row is `position: relative`. A critical wait has the broader bar. */
export function WaitBar({ since }: { since: string | null }) {
  const seconds = useWait(since)
  const level = seconds === null ? 'calm' : waitLevel(seconds)
  return level === 'calm' ? null : <span className={classes.bar} data-level={level} aria-hidden="true" />
}
