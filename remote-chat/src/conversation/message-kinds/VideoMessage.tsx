import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs'
import { useState } from 'react'
import { formatClock } from 'shared/ui'
import { mediaStateText } from './media-state-text.ts'
import kinds from './message.module.css'
import classes from './rich-messages.module.css'
import { type ContentOf, fullAddress, type ShownMessage } from './shown-message.ts'
import { useStableMediaUrl } from './use-stable-media-url.ts'

interface VideoMessageProps {
  message: ShownMessage
  content: ContentOf<'video'>
}

/** Only the preview image is loaded before the video is played. */
export function VideoMessage({ message, content }: VideoMessageProps) {
  const { media, duration_ms } = content
  const [isOpen, setOpen] = useState(false)
  const { address, attempt, failed, onLoad, onError } = useStableMediaUrl(message, videoAddress)
  if (media?.state !== 'ready' || address === null || failed)
    return (
      <div className={kinds.absent}>
        <IconVideo size={24} aria-hidden />
        {mediaStateText('video', media)}
      </div>
    )
  const length = duration_ms === null ? null : formatClock(Math.round(duration_ms / 1_000))
  return (
    <>
      <video
        key={attempt}
        className={classes.video}
        src={address}
        poster={fullAddress(media.preview_url) ?? undefined}
        aria-label="วิดีโอ"
        controls
        playsInline
        preload="none"
        onLoadedMetadata={onLoad}
        onError={onError}
        onPlay={() => setOpen(true)}
      />
      {/* The length is shown before playback, because the browser's controls show it only once the video plays. */}
      {length === null || isOpen ? null : <span className={classes.length}>{length}</span>}
    </>
  )
}

function videoAddress({ content }: ShownMessage): string | null {
  return content?.kind === 'video' ? fullAddress(content.media?.url) : null
}
