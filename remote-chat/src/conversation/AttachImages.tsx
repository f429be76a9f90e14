import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconPhotoPlus from '@tabler/icons-react/dist/esm/icons/IconPhotoPlus.mjs'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { UPLOAD_TYPES } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { deferred, IconButton, showToast, useDeferred, useLazyDialog } from 'shared/ui'
import { isTextField } from 'shared/ui/keyboard-events.ts'
import classes from './AttachImages.module.css'
import { preloadDialogs } from './preload-dialogs.ts'

const confirmFilesDialog = deferred(
  async () => (await import(/* webpackChunkName: "attach" */ './ConfirmFilesDialog.tsx')).ConfirmFilesDialog,
)
const linkDialog = deferred(
  async () => (await import(/* webpackChunkName: "attach" */ './ImageLinkDialog.tsx')).ImageLinkDialog,
)
const loadImageCheck = () => import(/* webpackChunkName: "attach" */ '../outbox/acceptable-images.ts')

interface AttachImagesProps {
  ticket: Ticket
  field: RefObject<HTMLTextAreaElement | null>
}

export function AttachImages({ ticket, field }: AttachImagesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [confirming, setConfirming] = useState<readonly File[] | null>(null)
  const [isLinkOpen, setLinkOpen] = useState(false)
  const [isDragOver, setDragOver] = useState(false)
  const fail = () => {
    setConfirming(null)
    showToast({ tone: 'error', text: 'แนบรูปภาพไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
  }
  const ConfirmFilesDialog = useDeferred(confirmFilesDialog, confirming !== null, fail)
  const closeLinkDialog = () => setLinkOpen(false)
  const LinkDialog = useLazyDialog(linkDialog, isLinkOpen, closeLinkDialog)
  useEffect(preloadDialogs, [])

  async function attach(files: readonly File[]): Promise<void> {
    const check = await loadImageCheck().catch(fail)
    const images = check?.acceptableImages(files) ?? []
    if (images.length > 0) setConfirming(images)
  }

  const attachFrom = useEffectEvent((event: ClipboardEvent | DragEvent, from: DataTransfer | null) => {
    const files = [...(from?.files ?? [])]
    if (files.length === 0 || (event.type === 'paste' && from && hasText(from))) return
    event.preventDefault()
    void attach(files)
  })
  useEffect(() => {
    const element = field.current
    const dropArea = element?.closest('section') ?? null
    if (element === null || dropArea === null) return
    const onPaste = (event: ClipboardEvent) => {
      const { target } = event
      const isHere = target === document.body || (target instanceof Node && dropArea.contains(target))
      if (isHere && (target === element || !isTextField(target))) attachFrom(event, event.clipboardData)
    }
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && dropArea.contains(event.relatedTarget))) setDragOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setDragOver(false)
      attachFrom(event, event.dataTransfer)
    }
    const controller = new AbortController()
    document.addEventListener('paste', onPaste, { signal: controller.signal })
    dropArea.addEventListener('dragover', onOver, { signal: controller.signal })
    dropArea.addEventListener('dragleave', onLeave, { signal: controller.signal })
    dropArea.addEventListener('drop', onDrop, { signal: controller.signal })
    return () => controller.abort()
  }, [field])

  return (
    <>
      <IconButton label="แนบรูปภาพ" onClick={() => input.current?.click()}>
        <IconPhotoPlus size={20} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={UPLOAD_TYPES}
        aria-label="เลือกรูปภาพ"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // Clears the input, so that the same file can be chosen again.
          event.currentTarget.value = ''
          void attach(files)
        }}
      />
      <IconButton label="ส่งรูปภาพจากลิงก์" onClick={() => setLinkOpen(true)}>
        <IconLink size={20} aria-hidden />
      </IconButton>
      {isDragOver ? (
        <div className={classes.over} aria-hidden>
          วางรูปภาพที่นี่เพื่อส่ง
        </div>
      ) : null}
      {ConfirmFilesDialog && confirming ? (
        <ConfirmFilesDialog ticket={ticket} files={confirming} onClose={() => setConfirming(null)} />
      ) : null}
      {LinkDialog ? <LinkDialog ticket={ticket} onClose={closeLinkDialog} /> : null}
    </>
  )
}

/** True for text from an office program, which adds an image of it. Copied images have plain text or HTML, not both. */
const hasText = ({ types }: DataTransfer): boolean =>
  types.includes('text/plain') && types.includes('text/html')
