import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import { mediaReasonText } from 'shared/contract/messages/media-reasons.ts'
import { formatBytes } from 'shared/ui'
import { cutFileName, fileTypeOf } from './file-name.ts'
import classes from './rich-kinds.module.css'
import { type ContentOf, fullAddress } from './shown-message.ts'

/** A file with its name, type and size, to be downloaded. */
export function FileMessage({ content }: { content: ContentOf<'file'> }) {
  const { media, file_name } = content
  const bytes = media?.bytes ?? content.bytes
  const href = media?.state === 'ready' ? fullAddress(media.url) : null
  const { head, tail } = cutFileName(file_name)
  const about = [fileTypeOf(file_name), bytes === null ? '' : formatBytes(bytes)].filter(
    (each) => each !== '',
  )
  const state =
    href !== null
      ? about.join(' · ')
      : media?.state === 'pending'
        ? 'กำลังรับไฟล์จาก LINE...'
        : mediaReasonText(media?.reason ?? null)
  const inside = (
    <>
      <IconFile className={classes.icon} size={24} aria-hidden />
      <span className={classes.words}>
        <span className={classes.fileName} title={file_name}>
          <span>{head}</span>
          <span>{tail}</span>
        </span>
        <span className={classes.about}>{state}</span>
      </span>
    </>
  )
  if (href === null) return <div className={classes.card}>{inside}</div>
  return (
    <a className={classes.card} href={href} download={file_name} rel="noopener">
      {inside}
      <IconDownload className={classes.icon} size={20} aria-label="ดาวน์โหลด" />
    </a>
  )
}
