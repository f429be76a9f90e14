import { WAIT_CRITICAL_SECS, WAIT_WARNING_SECS } from '../../contract/constants.ts'
import { formatClock, formatDuration } from '../thai/thai-time.ts'
import { useNow } from '../use-now.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import classes from './WaitTime.module.css'

export type WaitLevel = 'calm' | 'warning' | 'critical'

export function waitLevel(seconds: number): WaitLevel {
  if (seconds > WAIT_CRITICAL_SECS) return 'critical'
  return seconds > WAIT_WARNING_SECS ? 'warning' : 'calm'
}

export interface WaitTimeProps {
  since: string | null
  className?: string
}

function useWait(since: string | null): number | null {
  const now = useNow()
  const start = since === null ? Number.NaN : Date.parse(since)
  return Number.isNaN(start) ? null : Math.max(0, Math.floor((now - start) / 1_000))
}

const LEVEL_TEXT = { calm: 'รอ', warning: 'รอนาน', critical: 'รอนานมาก' } as const

/** A waiting time of fixed width: `mm:ss` below one hour, then `h:mm:ss`. */
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

/** A bar, so that not only the color shows the urgency. The row must have `position: relative`. */
export function WaitBar({ since }: { since: string | null }) {
  const seconds = useWait(since)
  const level = seconds === null ? 'calm' : waitLevel(seconds)
  return level === 'calm' ? null : <span className={classes.bar} data-level={level} aria-hidden="true" />
}
