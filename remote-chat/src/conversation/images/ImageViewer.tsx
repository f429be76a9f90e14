import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconRotateClockwise from '@tabler/icons-react/dist/esm/icons/IconRotateClockwise.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import IconZoomIn from '@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs'
import IconZoomOut from '@tabler/icons-react/dist/esm/icons/IconZoomOut.mjs'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import type { Message } from 'shared/contract/messages/message.ts'
import { Dialog, formatThaiDateTime, IconButton, Spinner } from 'shared/ui'
import { useViewer } from '../../signed-in-user.ts'
import { authorOf } from '../conversation-contexts.ts'
import { hrefOf, mediaOf } from '../message-kinds/image-address.ts'
import { SeenLink } from '../message-kinds/SeenBefore.tsx'
import type { ShownMessage } from '../message-kinds/shown-message.ts'
import { useFreshMediaUrl } from '../message-kinds/use-fresh-media-url.ts'
import { useStableMediaUrl } from '../message-kinds/use-stable-media-url.ts'
import classes from './ImageViewer.module.css'

export interface ImageViewerProps {
  images: readonly Message[]
  viewed: string
  onView: (messageId: string | null) => void
}

const MAX_SCALE = 8
const STEP = 0.6
/** Inline style, because the library's style sheet is not in a CSS layer and would override our layers. */
const FULL_SIZE_STYLE = { width: '100%', height: '100%' }

export function ImageViewer({ images, viewed, onView }: ImageViewerProps) {
  const viewer = useViewer()
  const zoom = useRef<ReactZoomPanPinchRef>(null)
  const [rotation, setRotation] = useState({ of: viewed, quarters: 0 })
  const quarterTurns = rotation.of === viewed ? rotation.quarters : 0
  const at = images.findIndex(({ id }) => id === viewed)
  const image = images[at]
  // Remembers the image's position, so that its neighbors are known even after the image is unsent.
  const [position, setPosition] = useState(at)
  if (at >= 0 && at !== position) setPosition(at)
  const [before, after] =
    at >= 0 ? [images[at - 1], images[at + 1]] : [images[position - 1], images[position]]
  const seen = image && mediaOf(image)?.seen_before
  const close = () => onView(null)

  function step(by: -1 | 1): void {
    const next = by < 0 ? before : after
    if (next) onView(next.id)
  }
  function rotate(): void {
    void zoom.current?.resetTransform(0)
    setRotation({ of: viewed, quarters: quarterTurns + 1 })
  }
  const zoomBy = (isIn: boolean) => void (isIn ? zoom.current?.zoomIn(STEP) : zoom.current?.zoomOut(STEP))

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const keyAction =
      event.key === 'ArrowRight'
        ? () => step(1)
        : event.key === 'ArrowLeft'
          ? () => step(-1)
          : event.key === '+' || event.key === '='
            ? () => zoomBy(true)
            : event.key === '-'
              ? () => zoomBy(false)
              : event.key === '0'
                ? () => void zoom.current?.resetTransform()
                : null
    if (keyAction === null) return
    event.preventDefault()
    event.stopPropagation()
    keyAction()
  }

  return (
    <Dialog open title="ดูรูปภาพ" placement="cover" bare onClose={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the window, each has a button beside it */}
      <div className={classes.viewer} onKeyDown={onKeyDown}>
        <div className={classes.bar}>
          <IconButton label="ย่อ (-)" onClick={() => zoomBy(false)}>
            <IconZoomOut size={20} stroke={1.7} aria-hidden />
          </IconButton>
          <IconButton label="ขยาย (+)" onClick={() => zoomBy(true)}>
            <IconZoomIn size={20} stroke={1.7} aria-hidden />
          </IconButton>
          <IconButton label="หมุน 90 องศา" onClick={rotate}>
            <IconRotateClockwise size={20} stroke={1.7} aria-hidden />
          </IconButton>
          {image === undefined ? null : <Links key={image.id} image={image} />}
          <IconButton label="ปิด" onClick={close} data-autofocus>
            <IconX size={20} stroke={1.7} aria-hidden />
          </IconButton>
        </div>
        <div className={classes.stage}>
          {image === undefined ? (
            <p className={classes.absent} role="status">
              รูปนี้ไม่อยู่แล้ว
            </p>
          ) : (
            <TransformWrapper
              key={image.id}
              ref={zoom}
              minScale={1}
              maxScale={MAX_SCALE}
              centerOnInit
              centerZoomedOut
              doubleClick={{ mode: 'toggle', step: 1.2 }}
            >
              <TransformComponent wrapperStyle={FULL_SIZE_STYLE} contentStyle={FULL_SIZE_STYLE}>
                <ZoomedImage image={image} quarters={quarterTurns} />
              </TransformComponent>
            </TransformWrapper>
          )}
        </div>
        <div className={classes.steps}>
          <IconButton label="รูปก่อนหน้า" disabled={!before} onClick={() => step(-1)}>
            <IconChevronLeft size={22} stroke={1.7} aria-hidden />
          </IconButton>
          <p className={classes.position} aria-live="polite">
            {image === undefined
              ? null
              : `รูปที่ ${at + 1} จาก ${images.length} · ${authorOf(image, viewer)} · ${formatThaiDateTime(image.event_time).replace(' น.', '\u00a0น.')}`}
            {seen ? <SeenLink seen={seen} className={classes.seen} onOpen={close} /> : null}
          </p>
          <IconButton label="รูปถัดไป" disabled={!after} onClick={() => step(1)}>
            <IconChevronRight size={22} stroke={1.7} aria-hidden />
          </IconButton>
        </div>
      </div>
    </Dialog>
  )
}

function ZoomedImage({ image, quarters: quarterTurns }: { image: Message; quarters: number }) {
  const { address, attempt, isFetching, failed, onLoad, onError } = useStableMediaUrl(image, hrefOf)
  const [isThere, setThere] = useState(false)
  if (failed || address === null) return <p className={classes.absent}>เปิดรูปภาพไม่สำเร็จ กรุณาลองใหม่อีกครั้ง</p>
  return (
    <div className={classes.fill} aria-busy={!isThere || isFetching}>
      {isThere ? null : (
        <div className={classes.wait}>
          <Spinner />
        </div>
      )}
      <img
        key={attempt}
        className={classes.image}
        data-across={quarterTurns % 2 === 1 || undefined}
        style={{ rotate: `${quarterTurns * 90}deg` }}
        src={address}
        alt="รูปภาพ"
        draggable={false}
        referrerPolicy="no-referrer"
        onLoad={() => {
          setThere(true)
          onLoad()
        }}
        onError={onError}
      />
    </div>
  )
}

function Links({ image }: { image: Message }) {
  const [open, save] = [useFreshMediaUrl(image, hrefOf), useFreshMediaUrl(image, downloadOf)]
  const rel = 'noopener noreferrer nofollow'
  return (
    <>
      <a
        className={classes.link}
        href={downloadOf(image) ?? undefined}
        download
        rel={rel}
        onClick={save}
        title="ดาวน์โหลด"
        aria-label="ดาวน์โหลด"
      >
        <IconDownload size={20} stroke={1.7} aria-hidden />
      </a>
      <a
        className={classes.link}
        href={hrefOf(image) ?? undefined}
        target="_blank"
        rel={rel}
        onClick={open}
        title="เปิดต้นฉบับ"
        aria-label="เปิดต้นฉบับ"
      >
        <IconExternalLink size={20} stroke={1.7} aria-hidden />
      </a>
    </>
  )
}

function downloadOf(message: ShownMessage): string | null {
  const href = hrefOf(message)
  if (href === null) return null
  const url = new URL(href)
  url.searchParams.set('download', '')
  return url.href
}
