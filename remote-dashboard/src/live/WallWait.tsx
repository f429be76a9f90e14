import { formatClock, formatDuration, useNow, VisuallyHidden, waitLevel } from 'shared/ui'
import classes from './LiveWall.module.css'

const LEVEL_WORDS = { calm: 'รอ', warning: 'รอนาน', critical: 'รอนานมาก' } as const

export interface WallWaitProps {
  /** Null: nobody waits. */
  since: string | null
  /** By how much the clock of this device is ahead of the server's, in ms: that of a monitor may be wrong. */
  aheadMs: number
  /** In words, where no heading says of what its numbers are. Default: as a clock. */
  isInWords?: boolean
}

/** A running clock of the server's time, coloured by how long the wait is. */
export function WallWait({ since, aheadMs, isInWords = false }: WallWaitProps) {
  const secs = useWaited(since, aheadMs)
  if (secs === null) return <span className={classes.clock}>–</span>
  const level = waitLevel(secs)
  return (
    <span className={classes.clock} data-level={level}>
      <span aria-hidden="true">{(isInWords ? formatDuration : formatClock)(secs)}</span>
      <VisuallyHidden>{`${LEVEL_WORDS[level]} ${formatDuration(secs)}`}</VisuallyHidden>
    </span>
  )
}

/** What the numbers of such clocks are, by the longest of them. */
export function WaitUnit({ since, aheadMs }: Pick<WallWaitProps, 'since' | 'aheadMs'>) {
  const hasHours = Number(useWaited(since, aheadMs)) >= 3_600
  return <span className={classes.unit}>{hasHours && 'ชั่วโมง:'}นาที:วินาที</span>
}

function useWaited(since: string | null, aheadMs: number): number | null {
  const now = useNow()
  return since === null ? null : Math.max(0, Math.floor((now - aheadMs - Date.parse(since)) / 1_000))
}
