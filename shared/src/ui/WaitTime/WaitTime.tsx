import { WAIT_CRITICAL_SECS, WAIT_WARNING_SECS } from '../../contract/constants.ts'
import { formatClock, formatDuration } from '../thai/thai-time.ts'
import { useNow } from '../use-now.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import classes from './WaitTime.module.css'

export type WaitLevel = 'calm' | 'warning' | 'critical'

/** How bad a wait is: over 600 s critical, over 300 s a warning. */
export function waitLevel(seconds: number): WaitLevel {
  if (seconds > WAIT_CRITICAL_SECS) return 'critical'
  return seconds > WAIT_WARNING_SECS ? 'warning' : 'calm'
}

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
      <VisuallyHidden>{`${LEVEL_TEXT[level]} ${formatDuration(seconds)}`}</VisuallyHidden>
    </span>
  )
}

/** The bar at a row's edge, so that colour does not stand alone; the row is `position: relative`. A critical wait has the broader bar. */
export function WaitBar({ since }: { since: string | null }) {
  const seconds = useWait(since)
  const level = seconds === null ? 'calm' : waitLevel(seconds)
  return level === 'calm' ? null : <span className={classes.bar} data-level={level} aria-hidden="true" />
}
