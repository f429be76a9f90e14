import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs'
import { formatBytes, VisuallyHidden } from 'shared/ui'
import { cutFileName, fileTypeOf, plainFileName } from './file-name.ts'
import { mediaStateText } from './media-state-text.ts'
import classes from './rich-messages.module.css'
import { type ContentOf, fullAddress, type ShownMessage } from './shown-message.ts'
import { useFreshMediaUrl } from './use-fresh-media-url.ts'

interface FileMessageProps {
  message: ShownMessage
  content: ContentOf<'file'>
}

export function FileMessage({ message, content }: FileMessageProps) {
  const { media } = content
  const name = plainFileName(content.file_name)
  const onClick = useFreshMediaUrl(message, downloadAddress)
  const bytes = media?.bytes ?? content.bytes
  const href = downloadAddress(message)
  const { head, tail } = cutFileName(name)
  const about = [fileTypeOf(name), bytes === null ? '' : formatBytes(bytes)].filter((each) => each !== '')
  const state = href === null ? mediaStateText('file', media) : about.join(' · ')
  const inside = (
    <>
      <IconFile className={classes.icon} size={24} aria-hidden />
      <span className={classes.words}>
        {/* Whole name for screen readers, which would read the two visible parts as two words. */}
        <VisuallyHidden>{name}</VisuallyHidden>
        <span className={classes.fileName} title={name} aria-hidden>
          <span>{head}</span>
          <span>{tail}</span>
        </span>
        <span className={classes.about} title={href === null ? state : undefined}>
          {state}
        </span>
      </span>
    </>
  )
  if (href === null) return <div className={classes.card}>{inside}</div>
  return (
    <a className={classes.card} href={href} download rel="noopener" onClick={onClick}>
      {inside}
      <IconDownload className={classes.icon} size={20} aria-label="ดาวน์โหลด" />
    </a>
  )
}

/** Returns the file's URL with `download`, for which the server serves every file type, under a safe name. */
function downloadAddress({ content }: ShownMessage): string | null {
  const media = content?.kind === 'file' ? content.media : null
  const address = media?.state === 'ready' ? fullAddress(media.url) : null
  if (address === null) return null
  const url = new URL(address)
  url.searchParams.set('download', '')
  return url.href
}
