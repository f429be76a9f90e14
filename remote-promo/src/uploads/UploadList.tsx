import { Button } from 'shared/ui'
import classes from './UploadList.module.css'
import { UploadRow } from './UploadRow.tsx'
import { isUnderWay, type Upload, type UploadQueue } from './upload-queue.ts'

/** The files that are on their way, and those that did not get there. */
export function UploadList({ queue, uploads }: { queue: UploadQueue; uploads: readonly Upload[] }) {
  const going = uploads.filter(isUnderWay).length
  const failed = uploads.filter(({ progress }) => progress.state === 'failed' && progress.canRetry).length
  return (
    <section className={classes.card} aria-label="กำลังอัปโหลด">
      <header className={classes.head}>
        <h2 className={classes.title} role="status">
          {going > 0 ? `กำลังอัปโหลด เหลือ ${going} รูป` : 'ไฟล์ที่อัปโหลดไม่สำเร็จ'}
        </h2>
        {failed > 1 ? (
          <Button size="sm" variant="outline" onClick={() => queue.retryAll()}>
            ลองใหม่ทั้งหมด
          </Button>
        ) : null}
        {going > 0 ? (
          <Button size="sm" variant="subtle" onClick={() => queue.cancelAll()}>
            ยกเลิกทั้งหมด
          </Button>
        ) : null}
      </header>
      <ul className={classes.rows}>
        {uploads.map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            onRetry={() => queue.retry(upload.id)}
            onRemove={() => queue.remove(upload.id)}
          />
        ))}
      </ul>
    </section>
  )
}
