import { useRef } from 'react'
import { Button, VisuallyHidden } from 'shared/ui'
import { useKeptFocus } from '../links/use-kept-focus.ts'
import classes from './UploadList.module.css'
import { UploadRow } from './UploadRow.tsx'
import { isUnderWay, type Upload, type UploadQueue } from './upload-queue.ts'

interface UploadListProps {
  queue: UploadQueue
  uploads: readonly Upload[]
  /** Takes the focus when the last row goes. */
  otherwise: () => HTMLElement | null
}

/** The files that are on their way, and those that did not get there. Nothing moves while a pointer or the focus is over it. */
export function UploadList({ queue, uploads, otherwise }: UploadListProps) {
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useKeptFocus(list, otherwise)
  const going = uploads.filter(isUnderWay).length
  // What waits for the network goes on by itself.
  const failed = uploads.filter(
    ({ progress }) => progress.state === 'failed' && progress.canRetry && !progress.isOffline,
  ).length
  return (
    <section
      className={classes.card}
      aria-label="กำลังอัปโหลด"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && queue.hold(true)}
      onPointerLeave={() => queue.hold(false)}
      onFocus={() => queue.hold(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || queue.hold(false)
      }
    >
      <header className={classes.head}>
        <h2 className={classes.title}>{titleOf(uploads, going)}</h2>
        <span role="status">
          <VisuallyHidden>{going > 0 ? 'กำลังอัปโหลด' : 'อัปโหลดจบแล้ว'}</VisuallyHidden>
        </span>
        {failed > 1 ? (
          <Button size="sm" variant="outline" onClick={() => queue.retryAll()}>
            ลองใหม่ทั้งหมด
          </Button>
        ) : null}
        {going > 0 ? (
          <Button
            size="sm"
            variant="subtle"
            onClick={() => {
              keepFocus(0)
              queue.cancelAll()
            }}
          >
            ยกเลิกทั้งหมด
          </Button>
        ) : null}
      </header>
      <ul ref={list} className={classes.rows}>
        {uploads.map((upload, index) => (
          <UploadRow key={upload.id} queue={queue} upload={upload} index={index} onGone={keepFocus} />
        ))}
      </ul>
    </section>
  )
}

function titleOf(uploads: readonly Upload[], going: number): string {
  if (going > 0) return `กำลังอัปโหลด เหลือ ${going} รูป`
  return uploads.every(({ progress }) => progress.state === 'done') ? 'อัปโหลดเสร็จแล้ว' : 'ไฟล์ที่อัปโหลดไม่สำเร็จ'
}
