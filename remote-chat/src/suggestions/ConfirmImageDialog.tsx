import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { ConfirmDialog } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { sendImage } from '../outbox/send-messages.ts'
import { useViewer } from '../signed-in-user.ts'
import { isStillOpen, replyModeIn, sendImageLabel } from '../ticket/reply-mode.ts'
import { SuggestionImage } from './SuggestionImage.tsx'

/** Image to be sent. `suggestionIds` contains the suggestion's id if the image is from a suggestion. */
export interface ChosenImage {
  imageUrl: string
  suggestionIds: string[]
}

export interface ConfirmImageDialogProps {
  ticket: Ticket
  image: ChosenImage
  onClose: () => void
}

/** Asks for confirmation before an image is sent, because the reply field cannot contain images. */
export function ConfirmImageDialog({ ticket, image, onClose }: ConfirmImageDialogProps) {
  const cache = useChatCache()
  const replyMode = replyModeIn(ticket, useViewer())
  const { accepts, otherAssignee } = replyMode

  function send(): void {
    onClose()
    // The ticket may have been closed in the meantime.
    if (!isStillOpen(cache, ticket)) return
    sendImage(cache, ticket.id, image, accepts)
  }

  return (
    <ConfirmDialog
      open
      title="ส่งรูปภาพ"
      confirmLabel={sendImageLabel(replyMode)}
      onConfirm={send}
      onCancel={onClose}
    >
      <p>
        ส่งรูปภาพนี้ให้ <strong>{ticket.profile.display_name}</strong> ใช่หรือไม่
        {otherAssignee === null ? '' : ` เคสนี้ ${staffLabel(otherAssignee)} ดูแลอยู่`}
      </p>
      <SuggestionImage link={image.imageUrl} />
    </ConfirmDialog>
  )
}
