import { formatClock, formatDuration, useNow, VisuallyHidden, waitLevel } from 'shared/ui'
import classes from './Wallboard.module.css'

const LEVEL_TEXTS = { calm: 'รอ', warning: 'รอนาน', critical: 'รอนานมาก' } as const

export interface WallboardWaitProps {
  since: string | null
  /** Writes the duration in words instead of as a clock, where no heading names the units. */
  isInText?: boolean
}

export function WallboardWait({ since, isInText = false }: WallboardWaitProps) {
  const secs = useWaited(since)
  if (secs === null) return <span className={classes.clock}>–</span>
  const level = waitLevel(secs)
  return (
    <span className={classes.clock} data-level={level}>
      <span aria-hidden="true">{(isInText ? formatDuration : formatClock)(secs)}</span>
      <VisuallyHidden>{`${LEVEL_TEXTS[level]} ${formatDuration(secs)}`}</VisuallyHidden>
    </span>
  )
}

export function WaitUnit({ since }: Pick<WallboardWaitProps, 'since'>) {
  const hasHours = Number(useWaited(since)) >= 3_600
  return <span className={classes.unit}>{hasHours && 'ชั่วโมง:'}นาที:วินาที</span>
}

function useWaited(since: string | null): number | null {
  const now = useNow()
  return since === null ? null : Math.max(0, Math.floor((now - Date.parse(since)) / 1_000))
}
