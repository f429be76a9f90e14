import { useRealtimeStatus } from 'shared/realtime'
import { formatDuration, useNow } from 'shared/ui'
import classes from './LiveSign.module.css'

/** Data older than this while polling means that polling fails too. */
const OLD_AFTER_MS = 15_000

export interface LiveSignProps {
  /** When the list was last heard of, ms since 1970; 0 before. */
  updatedAt: number
  /** The last reading failed. */
  failed: boolean
}

/** Whether what is on the screen is alive: by the socket, by polling, or not at all; and then how old it is. */
export function LiveSign({ updatedAt, failed }: LiveSignProps) {
  const status = useRealtimeStatus()
  const age = Math.max(0, useNow() - updatedAt)
  const lost = status !== 'live' && updatedAt > 0 && (failed || age > OLD_AFTER_MS)
  const state = lost ? 'lost' : status === 'live' || status === 'connecting' ? 'live' : 'polling'
  return (
    <span className={classes.sign} data-state={state} role="status">
      <span className={classes.dot} aria-hidden="true" />
      {state === 'live' ? (
        <>
          Live<span className={classes.long}> Update</span>
        </>
      ) : state === 'polling' ? (
        <>
          Live<span className={classes.long}> Update · ทุก 5 วิ</span>
        </>
      ) : (
        <>
          ขาดการเชื่อมต่อ
          <span className={classes.long}> · ข้อมูลเมื่อ {formatDuration(Math.floor(age / 1_000))}ที่แล้ว</span>
        </>
      )}
    </span>
  )
}
