import '@mantine/core/styles/Progress.layer.css'
import { Progress } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { Button, formatBytes, IconButton, VisuallyHidden } from 'shared/ui'
import classes from './UploadList.module.css'
import { isUnderWay, type Upload } from './upload-queue.ts'

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onRemove: () => void
}

/** One file: how far it is, or why it is not. */
export function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { name, size, progress } = upload
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        <span className={classes.file} title={name}>
          {name}
        </span>{' '}
        <span className={classes.size}>{formatBytes(size)}</span>
      </span>
      <ProgressOf upload={upload} />
      {progress.state === 'failed' && progress.canRetry ? (
        <Button size="sm" variant="outline" onClick={onRetry}>
          ลองใหม่
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      ) : null}
      <IconButton
        label={isUnderWay(upload) ? `ยกเลิกการอัปโหลด ${name}` : `เอา ${name} ออก`}
        onClick={onRemove}
      >
        <IconX size={20} aria-hidden />
      </IconButton>
    </li>
  )
}

function ProgressOf({ upload: { name, progress } }: { upload: Upload }) {
  if (progress.state === 'waiting') return <span className={classes.words}>รอคิว</span>
  if (progress.state !== 'going')
    return (
      <span className={classes.wrong} role="alert">
        {progress.reason}
        {progress.state === 'failed' && progress.hint !== null ? ` (${progress.hint})` : null}
      </span>
    )
  if (progress.isPaused) return <span className={classes.words}>ระบบกำลังยุ่ง จะส่งต่อให้เอง</span>
  // All has gone, and the server looks at the picture.
  const percent = Math.min(99, Math.round(progress.share * 100))
  return (
    <span className={classes.going}>
      <Progress
        className={classes.bar ?? ''}
        value={percent}
        aria-label={`อัปโหลด ${name}`}
        size="sm"
        transitionDuration={120}
      />
      <span className={classes.percent}>{percent}%</span>
    </span>
  )
}
