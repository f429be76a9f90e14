import { useQueryClient } from '@tanstack/react-query'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { ConfirmDialog } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { sendPicture } from '../outbox/send-off.ts'
import { answeringIn, isStillOpen, sendPictureLabel } from '../ticket/answering.ts'
import { useViewer } from '../viewer.ts'
import { SuggestionPicture } from './SuggestionPicture.tsx'

/** `suggestionIds` contains the suggestion, if the image is one. */
export interface ChosenPicture {
  imageUrl: string
  suggestionIds: string[]
}

export interface PictureQuestionProps {
  ticket: Ticket
  picture: ChosenPicture
  onClose: () => void
}

/**
 * Confirms an image before it is sent, because the field cannot contain images. Names the assignee like the field does.
 */
export function PictureQuestion({ ticket, picture, onClose }: PictureQuestionProps) {
  const cache = chatCacheOf(useQueryClient())
  const answering = answeringIn(ticket, useViewer())
  const { accepts, colleague } = answering

  function send(): void {
    onClose()
    // The ticket was closed in the meantime.
    if (!isStillOpen(cache, ticket)) return
    sendPicture(cache, ticket.id, picture, accepts)
  }

  return (
    <ConfirmDialog
      open
      title="ส่งรูปภาพ"
      confirmLabel={sendPictureLabel(answering)}
      onConfirm={send}
      onCancel={onClose}
    >
      <p>
        ส่งรูปภาพนี้ให้ <strong>{ticket.profile.display_name}</strong> ใช่หรือไม่
        {colleague === null ? '' : ` เคสนี้ ${staffLabel(colleague)} ดูแลอยู่`}
      </p>
      <SuggestionPicture link={picture.imageUrl} />
    </ConfirmDialog>
  )
}
