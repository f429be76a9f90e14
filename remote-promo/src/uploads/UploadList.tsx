import { Fragment, useEffect, useEffectEvent, useRef } from 'react'
import { Button, VisuallyHidden } from 'shared/ui'
import { Panel, PanelRow } from 'shared/ui/Panel/Panel.tsx'
import { focusRow } from '../links/focus-row.ts'
import classes from './UploadList.module.css'
import { OFFLINE_TEXT, UploadRow } from './UploadRow.tsx'
import { hasFailed, isUnderWay, type Upload, type UploadProgress, type UploadQueue } from './upload-queue.ts'
import { usePointerActivity } from './use-pointer-activity.ts'

interface UploadListProps {
  queue: UploadQueue
  uploads: readonly Upload[]
  otherwise: () => HTMLElement | null
}

/** List of uploads. A focused file keeps the focus when it moves; the next row gets it when the file is removed. */
export function UploadList({ queue, uploads, otherwise }: UploadListProps) {
  const list = useRef<HTMLElement>(null)
  const activityHandlers = usePointerActivity((isActive) => queue.setFrozen(isActive))
  const focused = useRef<{ id: string | undefined; index: number } | null>(null)
  const restoreFocus = useEffectEvent(() => {
    if (focused.current === null) return
    const { id, index } = focused.current
    setTimeout(() => {
      if (document.activeElement !== document.body) return
      // Focuses the row instead of its button, because a second press of the key that retried would cancel the file.
      const own = id === undefined ? 'h2' : `li[data-upload="${id}"]:has(button)`
      list.current?.querySelector<HTMLElement>(own)?.focus({ preventScroll: true })
    })
    focusRow(list, index, otherwise)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: as rows go, and with the last
  useEffect(() => () => restoreFocus(), [uploads])
  const runningCount = uploads.filter(isUnderWay).length
  const failedCount = uploads.filter(hasFailed).length
  const canRetry = uploads.filter(
    ({ progress }) => progress.state === 'failed' && progress.canRetry && !progress.isOffline,
  )
  const offline = uploads.filter(({ progress }) => isOffline(progress))
  const titles = titlesOf(uploads, runningCount, failedCount, offline.length)
  const title = titles.join(' · ')
  const [aside, others] = [
    uploads.filter(({ isAside }) => isAside),
    uploads.filter(({ isAside }) => !isAside),
  ]
  const shown = [...others, ...aside]
  const row = (upload: Upload) => (
    <UploadRow key={upload.id} queue={queue} upload={upload} index={shown.indexOf(upload)} />
  )
  const isParted = aside.length > 0 && others.length > 0
  return (
    <Panel
      ref={list}
      className={classes.card}
      aria-label="กำลังอัปโหลด"
      {...activityHandlers}
      onFocus={({ target }) => {
        const { upload, index = 0 } = target.closest('li')?.dataset ?? {}
        focused.current = { id: upload, index: Number(index) }
      }}
      onBlur={({ target }) => {
        if (target.isConnected) focused.current = null
      }}
    >
      <PanelRow component="header" className={classes.head}>
        <h2 className={classes.title} tabIndex={-1}>
          {titles.map((words, index) => (
            <Fragment key={words}>
              {index > 0 ? ' · ' : null}
              <span className={classes.whole}>{words}</span>
            </Fragment>
          ))}
        </h2>
        <span role="status">
          <VisuallyHidden>{runningCount > 0 ? 'กำลังอัปโหลด' : title}</VisuallyHidden>
        </span>
        {offline.length > 0 ? (
          <span role="alert">
            <VisuallyHidden>
              อัปโหลดไม่สำเร็จ: {namesOf(offline)} ({OFFLINE_TEXT})
            </VisuallyHidden>
          </span>
        ) : null}
        {canRetry.length > 1 ? (
          <Button size="sm" variant="outline" onClick={() => queue.retryAll()}>
            ลองใหม่ทั้งหมด
          </Button>
        ) : null}
        {runningCount > 0 || failedCount > 1 ? (
          <Button size="sm" variant="subtle" onClick={() => queue.cancelUploads()}>
            {runningCount > 0 ? 'ยกเลิกทั้งหมด' : 'เอาออกทั้งหมด'}
          </Button>
        ) : null}
      </PanelRow>
      {others.length > 0 ? <ul className={classes.rows}>{others.map(row)}</ul> : null}
      {isParted ? (
        <PanelRow component="header" className={`${classes.head} ${classes.aside}`}>
          <h3 className={classes.title}>{failedCount > 0 ? `ไม่สำเร็จ ${failedCount} ไฟล์` : 'กำลังลองใหม่'}</h3>
        </PanelRow>
      ) : null}
      {aside.length > 0 ? <ul className={classes.rows}>{aside.map(row)}</ul> : null}
    </Panel>
  )
}

const NAMES = 5

function namesOf(uploads: readonly Upload[]): string {
  const names = uploads.slice(0, NAMES).map(({ name }) => name)
  const more = uploads.length - names.length
  return names.join(', ') + (more > 0 ? ` และอีก ${more} ไฟล์` : '')
}

function titlesOf(
  uploads: readonly Upload[],
  runningCount: number,
  failedCount: number,
  offline: number,
): string[] {
  const wrong = failedCount > 0 ? [`ไม่สำเร็จ ${failedCount} ไฟล์`] : []
  if (runningCount > 0) return [`กำลังอัปโหลด เหลือ ${runningCount} รูป`, ...wrong]
  const done = uploads.filter(({ progress }) => progress.state === 'done').length
  if (done === uploads.length) return ['อัปโหลดเสร็จแล้ว']
  return [
    ...(done > 0 ? [`เสร็จแล้ว ${done} รูป`] : []),
    ...(offline > 0 ? [`รออินเทอร์เน็ต ${offline} รูป`] : []),
    ...wrong,
  ]
}

/** Returns true for an upload that resumes automatically when the connection returns. */
const isOffline = (progress: UploadProgress) => progress.state === 'failed' && progress.isOffline
