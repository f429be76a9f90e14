import { useQueryClient } from '@tanstack/react-query'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { ConfirmDialog } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { sendPicture } from '../outbox/send-off.ts'
import { answeringIn, isStillOpen, sendPictureLabel } from '../ticket/answering.ts'
import { useViewer } from '../viewer.ts'
import { SuggestionPicture } from './SuggestionPicture.tsx'

export interface PictureQuestionProps {
  ticket: Ticket
  suggestion: Suggestion
  onClose: () => void
}

/** A picture has no place in the field: it is shown, and sent once that is confirmed. Says whose case it is, as the field does. */
export function PictureQuestion({ ticket, suggestion, onClose }: PictureQuestionProps) {
  const cache = chatCacheOf(useQueryClient())
  const { id, image_url } = suggestion
  const answering = answeringIn(ticket, useViewer())
  const { accepts, colleague } = answering

  function send(): void {
    onClose()
    // Closed meanwhile: then there is nothing to send it to.
    if (image_url === null || !isStillOpen(cache, ticket)) return
    sendPicture(cache, ticket.id, { imageUrl: image_url, suggestionIds: [id] }, accepts)
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
        {colleague === null ? '' : ` เคสนี้ ${colleague.display_name} ดูแลอยู่`}
      </p>
      {image_url === null ? null : <SuggestionPicture link={image_url} />}
    </ConfirmDialog>
  )
}
