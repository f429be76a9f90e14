import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconPhotoPlus from '@tabler/icons-react/dist/esm/icons/IconPhotoPlus.mjs'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { UPLOAD_TYPES } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { deferred, IconButton, showToast, useDeferred, useLazyDialog } from 'shared/ui'
import { takesText } from 'shared/ui/keys.ts'
import classes from './AttachImages.module.css'
import { fetchWindows } from './fetch-windows.ts'

const question = deferred(
  async () => (await import(/* webpackChunkName: "attach" */ './AttachQuestion.tsx')).AttachQuestion,
)
const linkWindow = deferred(
  async () => (await import(/* webpackChunkName: "attach" */ './ImageLinkWindow.tsx')).ImageLinkWindow,
)
const checking = () => import(/* webpackChunkName: "attach" */ '../outbox/acceptable-images.ts')

interface AttachImagesProps {
  ticket: Ticket
  field: RefObject<HTMLTextAreaElement | null>
}

/**
 * Image button of the reply field. Chosen, pasted or dropped images are confirmed in a dialog. An image link has its
 * own dialog.
 */
export function AttachImages({ ticket, field }: AttachImagesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<readonly File[] | null>(null)
  const [takesLink, setTakesLink] = useState(false)
  const [isOver, setOver] = useState(false)
  const fail = () => {
    setAsked(null)
    showToast({ tone: 'error', text: 'แนบรูปภาพไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
  }
  const Question = useDeferred(question, asked !== null, fail)
  const leaveLink = () => setTakesLink(false)
  const LinkWindow = useLazyDialog(linkWindow, takesLink, leaveLink)
  useEffect(fetchWindows, [])

  async function take(files: readonly File[]): Promise<void> {
    const check = await checking().catch(fail)
    const images = check?.acceptableImages(files) ?? []
    if (images.length > 0) setAsked(images)
  }

  const takeGiven = useEffectEvent((event: ClipboardEvent | DragEvent, from: DataTransfer | null) => {
    const files = [...(from?.files ?? [])]
    if (files.length === 0 || (event.type === 'paste' && from && isWords(from))) return
    // Otherwise the browser would open the dropped file.
    event.preventDefault()
    void take(files)
  })
  useEffect(() => {
    const element = field.current
    const place = element?.closest('section') ?? null
    if (element === null || place === null) return
    const onPaste = (event: ClipboardEvent) => {
      const { target } = event
      const isHere = target === document.body || (target instanceof Node && place.contains(target))
      if (isHere && (target === element || !takesText(target))) takeGiven(event, event.clipboardData)
    }
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && place.contains(event.relatedTarget))) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setOver(false)
      takeGiven(event, event.dataTransfer)
    }
    document.addEventListener('paste', onPaste)
    place.addEventListener('dragover', onOver)
    place.addEventListener('dragleave', onLeave)
    place.addEventListener('drop', onDrop)
    return () => {
      document.removeEventListener('paste', onPaste)
      place.removeEventListener('dragover', onOver)
      place.removeEventListener('dragleave', onLeave)
      place.removeEventListener('drop', onDrop)
    }
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
          // Lets the same file be chosen again.
          event.currentTarget.value = ''
          void take(files)
        }}
      />
      <IconButton label="ส่งรูปภาพจากลิงก์" onClick={() => setTakesLink(true)}>
        <IconLink size={20} aria-hidden />
      </IconButton>
      {isOver ? (
        <div className={classes.over} aria-hidden>
          วางรูปภาพที่นี่เพื่อส่ง
        </div>
      ) : null}
      {Question && asked ? <Question ticket={ticket} files={asked} onClose={() => setAsked(null)} /> : null}
      {LinkWindow ? <LinkWindow ticket={ticket} onClose={leaveLink} /> : null}
    </>
  )
}

/**
 * Office programs copy text together with an image of it. A copied image from a web page or a file lacks one of the two
 * types.
 */
const isWords = ({ types }: DataTransfer): boolean =>
  types.includes('text/plain') && types.includes('text/html')
