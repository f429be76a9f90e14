import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import {
  type CSSProperties,
  type MouseEvent,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Media } from 'shared/contract/messages/message-content.ts'
import { lineOfMessage } from '../../ticket/ticket-texts.ts'
import { ViewImage } from '../conversation-contexts.ts'
import { ForeignMedia } from './ForeignMedia.tsx'
import { hrefOf, isViewable, mediaOf } from './image-address.ts'
import { boxStyle, type ImageBox, imageBox, isSameBox } from './image-dimensions.ts'
import { mediaStateText } from './media-state-text.ts'
import classes from './message.module.css'
import { fullAddress, isOurs, type ShownMessage } from './shown-message.ts'
import { TextMessage } from './TextMessage.tsx'
import { useFreshMediaUrl } from './use-fresh-media-url.ts'
import { useStableMediaUrl } from './use-stable-media-url.ts'

interface ImageMessageProps {
  message: ShownMessage
  isInSet?: boolean
}

export function ImageMessage({ message, isInSet = false }: ImageMessageProps) {
  const media = mediaOf(message)
  const frame = useRef<HTMLElement | null>(null)
  const box = useStableBox(media, frame)
  const style = isInSet ? undefined : boxStyle(box)
  if (media !== null && media.state !== 'ready') return <NoImage frame={frame} media={media} style={style} />
  const href = hrefOf(message)
  if (href === null) return <TextMessage text={lineOfMessage({ ...message, text: null })} />
  if (!isOurs(href)) return <ForeignMedia kind="image" href={href} />
  return (
    <Thumbnail frame={frame} message={message} href={href} style={style} isWhole={box.isWhole && !isInSet} />
  )
}

type Frame = RefObject<HTMLElement | null>

/** Keeps the initial size while the image arrives; changes it only out of view, or at the end of the conversation. */
function useStableBox(media: Media | null, frame: Frame): ImageBox {
  const { width, height, state } = media ?? {}
  const [box, setBox] = useState(() => imageBox(width, height, state === 'gone'))
  useLayoutEffect(() => {
    if (!width || !height) return
    const next = imageBox(width, height)
    setBox((now) => (isSameBox(now, next) || !canResizeFrame(frame.current) ? now : next))
  }, [width, height, frame])
  return box
}

function canResizeFrame(frame: HTMLElement | null): boolean {
  const log = frame?.closest('[role=log]')
  if (!frame || !log) return false
  const [view, box] = [log.getBoundingClientRect(), frame.getBoundingClientRect()]
  const isSeen = box.bottom > view.top && box.top < view.bottom
  return !isSeen || log.scrollHeight - log.scrollTop - log.clientHeight <= 1
}

interface ThumbnailProps {
  frame: Frame
  message: ShownMessage
  href: string
  style: CSSProperties | undefined
  /** True when the whole image is shown unscaled; false when the image fills the box. */
  isWhole: boolean
}

function Thumbnail({ frame, message, href, style, isWhole }: ThumbnailProps) {
  const { address, attempt, isFetching, failed, onLoad, onError } = useStableMediaUrl(message, thumbnailOf)
  const openFreshUrl = useFreshMediaUrl(message, hrefOf)
  const view = useContext(ViewImage)
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (!isPlain || view === null || !isViewable(message)) return openFreshUrl(event)
    event.preventDefault()
    view(message.id)
  }
  return (
    <a
      ref={frame as RefObject<HTMLAnchorElement>}
      className={classes.image}
      style={style}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      data-whole={isWhole || undefined}
      onClick={onClick}
    >
      {failed || address === null ? (
        <span className={classes.absent}>
          <IconPhotoOff size={24} aria-hidden />
          <span>{mediaStateText('image', mediaOf(message))}</span>
          <span className={classes.action}>เปิดไฟล์</span>
        </span>
      ) : (
        <img
          key={attempt}
          // Hides the browser's broken-image icon while a new URL is being fetched.
          data-broken={isFetching || undefined}
          src={address}
          alt="รูปภาพ"
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={onLoad}
          onError={onError}
        />
      )}
    </a>
  )
}

interface NoImageProps {
  frame: Frame
  media: Media
  style: CSSProperties | undefined
}

function NoImage({ frame, media, style }: NoImageProps) {
  const Icon = media.state === 'gone' ? IconPhotoOff : IconPhoto
  return (
    <div ref={frame as RefObject<HTMLDivElement>} className={classes.image} style={style}>
      <span className={classes.absent}>
        <Icon size={24} aria-hidden />
        {mediaStateText('image', media)}
      </span>
    </div>
  )
}

function thumbnailOf(message: ShownMessage): string | null {
  return fullAddress(mediaOf(message)?.preview_url) ?? hrefOf(message)
}
