import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasErrorCode } from 'shared/api'
import type { OwnSession } from 'shared/contract/auth/own-sessions.call.ts'
import { Button, ConfirmDialog, formatThaiDateTime, Skeleton, showToast } from 'shared/ui'
import { browserName } from './browser-name.ts'
import classes from './OwnSessions.module.css'
import { endSessions, ownSessionsQuery } from './own-sessions.queries.ts'

export function OwnSessions() {
  const { data: sessions, error, refetch } = useQuery(ownSessionsQuery)
  const [isConfirming, setConfirming] = useState(false)
  const end = useMutation({
    mutationFn: endSessions,
    onError: (failure) => {
      // `not_found` is no error: the session has already ended, and the refetched list does not contain it.
      if (!hasErrorCode(failure, 'not_found')) {
        showToast({ tone: 'error', text: `ออกจากระบบของอุปกรณ์นั้นไม่สำเร็จ: ${errorText(failure, 'load')}` })
      }
    },
    onSettled: () => {
      setConfirming(false)
      return refetch()
    },
  })
  // Hides the list of sessions when the server does not support it.
  if (hasErrorCode(error, 'not_found')) return null
  return (
    <section className={classes.sessions} aria-label="อุปกรณ์ที่เข้าสู่ระบบ" aria-busy={sessions === undefined}>
      <h3 className={classes.title}>อุปกรณ์ที่เข้าสู่ระบบ</h3>
      {error !== null && sessions === undefined ? (
        <p className={classes.failed} role="alert">
          โหลดรายการอุปกรณ์ไม่สำเร็จ
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            ลองใหม่
          </Button>
        </p>
      ) : (
        <ul className={classes.list}>
          {sessions?.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => end.mutate(session.id)}
            />
          )) ?? (
            <li className={classes.row}>
              <Skeleton width={220} height={44} />
            </li>
          )}
        </ul>
      )}
      {sessions !== undefined && sessions.length > 1 ? (
        <Button variant="outline" onClick={() => setConfirming(true)}>
          ออกจากระบบทุกอุปกรณ์อื่น
        </Button>
      ) : null}
      <ConfirmDialog
        open={isConfirming}
        title="ออกจากระบบทุกอุปกรณ์อื่น?"
        confirmLabel="ออกจากระบบ"
        busy={end.isPending}
        onConfirm={() => end.mutate(null)}
        onCancel={() => setConfirming(false)}
      >
        อุปกรณ์นี้ยังใช้งานต่อได้ อุปกรณ์อื่นต้องเข้าสู่ระบบใหม่
      </ConfirmDialog>
    </section>
  )
}

function SessionRow({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const name = browserName(session.user_agent)
  return (
    <li className={classes.row}>
      <div className={classes.details}>
        <strong className={classes.name}>{name}</strong>
        {session.current ? <span className={classes.current}>อุปกรณ์นี้</span> : null}
        <span className={classes.times}>
          <span>ใช้ล่าสุด {formatThaiDateTime(session.last_used_at)}</span>
          <span>เข้าสู่ระบบ {formatThaiDateTime(session.begun_at)}</span>
        </span>
      </div>
      {session.current ? null : (
        <Button
          className={classes.end}
          variant="outline"
          size="sm"
          disabled={busy}
          onClick={onEnd}
          aria-label={`ออกจากระบบ ${name}`}
        >
          ออกจากระบบ
        </Button>
      )}
    </li>
  )
}
