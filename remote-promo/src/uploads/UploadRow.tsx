import '@mantine/core/styles/Progress.layer.css'
import { Progress } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { UPLOAD_MAX_BYTES } from 'shared/contract/constants.ts'
import { Button, formatBytes, IconButton, VisuallyHidden } from 'shared/ui'
import classes from './UploadList.module.css'
import { isUnderWay, type Upload, type UploadQueue } from './upload-queue.ts'

interface UploadRowProps {
  queue: UploadQueue
  upload: Upload
  index: number
}

export function UploadRow({ queue, upload, index }: UploadRowProps) {
  const { id, name, size, progress } = upload
  return (
    <li className={classes.row} data-index={index} data-upload={id} tabIndex={-1}>
      <span className={classes.name}>
        <bdi className={classes.file} title={name}>
          {name}
        </bdi>{' '}
        <span className={classes.size}>{sizeOf(size)}</span>
      </span>
      <ProgressOf upload={upload} />
      {progress.state === 'failed' && progress.canRetry && !progress.isOffline ? (
        <Button size="sm" variant="outline" className={classes.retry ?? ''} onClick={() => queue.retry(id)}>
          ลองใหม่
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      ) : null}
      {progress.state === 'done' ? null : (
        <IconButton
          className={classes.remove ?? ''}
          label={isUnderWay(upload) ? `ยกเลิกการอัปโหลด ${name}` : `เอา ${name} ออก`}
          onClick={() => queue.remove(id)}
        >
          <IconX size={20} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

export const OFFLINE_TEXT = 'ไม่มีอินเทอร์เน็ต จะส่งต่อให้เองเมื่อเชื่อมต่อได้'
const MAX_SIZE_TEXT = formatBytes(UPLOAD_MAX_BYTES)

/** Formats a file size. A size slightly above the limit is not displayed as the limit. */
function sizeOf(size: number): string {
  const words = formatBytes(size)
  return size > UPLOAD_MAX_BYTES && words === MAX_SIZE_TEXT ? `มากกว่า ${MAX_SIZE_TEXT}` : words
}

function ProgressOf({ upload: { name, progress } }: { upload: Upload }) {
  switch (progress.state) {
    case 'waiting':
      return <span className={classes.words}>รอคิว</span>
    case 'done':
      return (
        <span className={classes.done}>
          <IconCheck size={18} aria-hidden /> อัปโหลดแล้ว
        </span>
      )
    case 'refused':
      return (
        <span className={classes.wrong} role="alert">
          <TextWithFileName words={progress.reason} name={name} />
        </span>
      )
    case 'failed':
      return (
        // `UploadList` announces all lost connections together, so these rows have no alert.
        <span className={classes.wrong} role={progress.isOffline ? undefined : 'alert'}>
          <TextWithFileName words={progress.reason} name={name} />
          {progress.hint === null ? null : ` (${progress.hint})`}
          {progress.isOffline ? ` (${OFFLINE_TEXT})` : null}
        </span>
      )
    case 'going':
      return progress.isPaused ? (
        <span className={classes.words}>รอระบบ จะส่งต่อให้เอง</span>
      ) : (
        <UploadProgressText name={name} share={progress.share} />
      )
  }
}

/** Text that contains a file name, whose text direction may differ. */
function TextWithFileName({ words, name }: { words: string; name: string }) {
  const at = words.indexOf(name)
  return (
    <>
      {words.slice(0, at)}
      <bdi>{name}</bdi>
      {words.slice(at + name.length)}
    </>
  )
}

function UploadProgressText({ name, share }: { name: string; share: number }) {
  // At most 99 %, because the server still processes the image when all bytes are sent.
  const percent = Math.min(99, Math.round(share * 100))
  return (
    <span className={classes.going}>
      <Progress
        className={classes.bar ?? ''}
        classNames={{ section: classes.part ?? '' }}
        value={percent}
        aria-label={`อัปโหลด ${name}`}
        size="sm"
        transitionDuration={120}
      />
      <span className={classes.percent}>{percent}%</span>
    </span>
  )
}
