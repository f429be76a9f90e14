import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { ConfirmDialog } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { attachPictures } from '../outbox/attach-pictures.ts'
import { answeringIn, isStillOpen, sendLabel } from '../ticket/answering.ts'
import { useViewer } from '../viewer.ts'
import classes from './AttachPictures.module.css'

interface AttachQuestionProps {
  ticket: Ticket
  files: readonly File[]
  onClose: () => void
}

/** Shows pictures before they go to the customer. */
export function AttachQuestion({ ticket, files, onClose }: AttachQuestionProps) {
  const cache = chatCacheOf(useQueryClient())
  const answering = answeringIn(ticket, useViewer())
  const { accepts, colleague } = answering

  function send(): void {
    onClose()
    if (isStillOpen(cache, ticket)) void attachPictures(cache, ticket.id, files, accepts)
  }

  return (
    <ConfirmDialog
      open
      title="ส่งรูปภาพ"
      confirmLabel={sendLabel(answering, 'ส่งรูปภาพ')}
      onConfirm={send}
      onCancel={onClose}
    >
      ส่งรูปภาพ {files.length} รูปให้ <strong>{ticket.profile.display_name}</strong> ใช่หรือไม่
      {colleague === null ? '' : ` เคสนี้ ${colleague.display_name} ดูแลอยู่`}
      <span className={classes.pictures}>
        {files.map((file, index) => (
          <Preview key={index} file={file} />
        ))}
      </span>
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
