import { useState } from 'react'
import { useRealtimeStatus } from 'shared/realtime'
import { formatDuration, useNow } from 'shared/ui'
import classes from './ConnectionStatus.module.css'
import { useHasFailedQueries } from './use-has-failed-queries.ts'

/** Maximum age of data while polling, in ms; older data means that polling fails too. */
const STALE_AFTER_MS = 15_000

export interface ConnectionStatusProps {
  /** Time of the last list update by the server's clock, ms since 1970; 0 before the first update. */
  updatedAt: number
  isFailing: boolean
}

type LiveState = 'live' | 'stale' | 'reconnecting' | 'polling' | 'no-database' | 'lost'

const WORDS: Record<LiveState, string> = {
  live: 'Live Update',
  stale: 'ข้อมูลไม่อัปเดต',
  reconnecting: 'กำลังเชื่อมต่อใหม่...',
  polling: 'Live Update',
  'no-database': 'ฐานข้อมูลไม่พร้อม',
  lost: 'ขาดการเชื่อมต่อ',
}

/**
 * While the socket is connected, one failed fetch changes the status to `stale`. Without a socket, the status is
 * `reconnecting` until the list was fetched again, then `polling`.
 */
export function ConnectionStatus({ updatedAt, isFailing }: ConnectionStatusProps) {
  const status = useRealtimeStatus()
  const hasFailedQueries = useHasFailedQueries()
  const age = Math.max(0, useNow() - updatedAt)
  const isConnected = status === 'live' || status === 'no-database' || status === 'connecting'
  const [lostAt, setLostAt] = useState<{ updatedAt: number } | null>(null)
  if (isConnected && lostAt !== null) setLostAt(null)
  if (!isConnected && lostAt === null) setLostAt({ updatedAt })

  const isLost = isFailing || (updatedAt > 0 && age > STALE_AFTER_MS)
  const isReadSince = lostAt !== null && updatedAt > lostAt.updatedAt
  const connected: LiveState = hasFailedQueries ? 'stale' : 'live'
  const disconnected: LiveState = isLost ? 'lost' : isReadSince ? 'polling' : 'reconnecting'
  const state = status === 'no-database' ? 'no-database' : isConnected ? connected : disconnected
  return (
    <span className={classes.badge} data-state={state}>
      <span className={classes.dot} aria-hidden="true" />
      <span role="status">{WORDS[state]}</span>
      {state === 'polling' ? <span className={classes.more}> · ทุก 5 วิ</span> : null}
      {(state === 'lost' || state === 'stale' || state === 'no-database') && updatedAt > 0 ? (
        <span className={classes.more} aria-hidden="true">
          {' '}
          · <span className={classes.words}>ข้อมูลเมื่อ </span>
          {formatDuration(Math.floor(age / 1_000))}ที่แล้ว
        </span>
      ) : null}
    </span>
  )
}
