import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useRef, useState } from 'react'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { ConfirmDialog, IconButton } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { attachImages } from '../outbox/attach-images.ts'
import { useViewer } from '../signed-in-user.ts'
import { isStillOpen, replyModeIn, sendImageLabel } from '../ticket/reply-mode.ts'
import classes from './AttachImages.module.css'

interface ConfirmFilesDialogProps {
  ticket: Ticket
  files: readonly File[]
  onClose: () => void
}

/** Stays open until the browser has stored the images, because they would be lost if the tab crashed before then. */
export function ConfirmFilesDialog({ ticket, files, onClose }: ConfirmFilesDialogProps) {
  const cache = useChatCache()
  const replyMode = replyModeIn(ticket, useViewer())
  const { accepts, otherAssignee } = replyMode
  const [left, setLeft] = useState(files)
  const list = useRef<HTMLUListElement>(null)

  const [isBusy, setBusy] = useState(false)
  /** Aborted when the dialog closes while images are being stored: the remaining images are not sent. */
  const [stop] = useState(() => new AbortController())

  async function send(): Promise<void> {
    setBusy(true)
    let unstoredFiles: readonly File[] = []
    try {
      if (isStillOpen(cache, ticket))
        unstoredFiles = await attachImages(cache, ticket.id, left, accepts, stop.signal)
    } finally {
      setBusy(false)
      if (unstoredFiles.length === 0) onClose()
      else setLeft(unstoredFiles)
    }
  }

  function removeFile(file: File): void {
    const others = left.filter((each) => each !== file)
    if (others.length === 0) onClose()
    else setLeft(others)
    // The focused remove button is about to unmount, so the dialog's default element takes the focus.
    list.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }

  return (
    <ConfirmDialog
      open
      title="ส่งรูปภาพ"
      confirmLabel={sendImageLabel(replyMode)}
      busy={isBusy}
      onConfirm={() => void send()}
      onCancel={() => {
        stop.abort()
        onClose()
      }}
    >
      ส่งรูปภาพ {left.length} รูปให้ <strong>{ticket.profile.display_name}</strong> ใช่หรือไม่
      {otherAssignee === null ? '' : ` เคสนี้ ${staffLabel(otherAssignee)} ดูแลอยู่`}
      <ul ref={list} className={classes.images}>
        {left.map((file) => (
          <li key={files.indexOf(file)}>
            <Preview file={file} />
            <IconButton
              label={`ไม่ส่งรูป ${file.name}`}
              variant="outline"
              className={classes.removeFile}
              disabled={isBusy}
              onClick={() => removeFile(file)}
            >
              <IconX size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return <img src={address} alt={file.name} />
}
