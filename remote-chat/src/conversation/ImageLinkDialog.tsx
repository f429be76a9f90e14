import { useState } from 'react'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, Dialog, TextField } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { sendImage } from '../outbox/send-messages.ts'
import { useViewer } from '../signed-in-user.ts'
import { imageLinkHint, imageLinkProblem } from '../suggestions/image-link.ts'
import classes from '../ticket/dialog-form.module.css'
import { isStillOpen, replyModeIn, sendImageLabel } from '../ticket/reply-mode.ts'

export function ImageLinkDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const cache = useChatCache()
  const [link, setLink] = useState('')
  const replyMode = replyModeIn(ticket, useViewer())
  const { accepts, otherAssignee } = replyMode
  const problem = imageLinkProblem(link)
  const isLink = problem === null

  function send(): void {
    onClose()
    if (isStillOpen(cache, ticket))
      sendImage(cache, ticket.id, { imageUrl: link.trim(), suggestionIds: [] }, accepts)
  }

  return (
    <Dialog open title="ส่งรูปภาพจากลิงก์" onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isLink) send()
        }}
      >
        {otherAssignee === null ? null : (
          <p>
            เคสนี้ {staffLabel(otherAssignee)} ดูแลอยู่ หากตอบแทน เคสจะยังเป็นของ {staffLabel(otherAssignee)}
          </p>
        )}
        <TextField
          type="url"
          label="ลิงก์รูปภาพ"
          placeholder="https://"
          data-autofocus
          description={imageLinkHint(link)}
          value={link}
          error={link.trim() === '' ? undefined : (problem ?? undefined)}
          onChange={(event) => setLink(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isLink}>
          {sendImageLabel(replyMode)}
        </Button>
      </form>
    </Dialog>
  )
}
