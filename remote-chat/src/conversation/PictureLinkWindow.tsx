import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Button, Dialog, TextField } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { sendPicture } from '../outbox/send-outbox.ts'
import { INVALID_LINK, isPictureLink, pictureLinkHint } from '../suggestions/picture-link.ts'
import { isAssignee, useViewer } from '../viewer.ts'
import classes from './PictureLinkWindow.module.css'

/** Sends a picture by its link. */
export function PictureLinkWindow({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const cache = chatCacheOf(useQueryClient())
  const viewer = useViewer()
  const [link, setLink] = useState('')
  const holder = ticket.assigned_to
  const isColleagues = holder !== null && viewer !== null && !isAssignee(viewer, ticket)
  const isLink = isPictureLink(link)

  function send(): void {
    onClose()
    if ((cache.tickets.get(ticket.id) ?? ticket).status !== 'OPEN') return
    sendPicture(cache, ticket.id, { imageUrl: link.trim(), suggestionIds: [] }, holder === null)
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
        {isColleagues ? (
          <p>
            เคสนี้ {holder.display_name} ดูแลอยู่ หากตอบแทน เคสจะยังเป็นของ {holder.display_name}
          </p>
        ) : null}
        <TextField
          type="url"
          label="ลิงก์รูปภาพ"
          placeholder="https://"
          data-autofocus
          description={pictureLinkHint(link)}
          value={link}
          error={link.trim() === '' || isLink ? undefined : INVALID_LINK}
          onChange={(event) => setLink(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isLink}>
          {holder === null ? 'ตอบและรับเคส' : isColleagues ? 'ตอบแทนครั้งนี้' : 'ส่งรูปภาพ'}
        </Button>
      </form>
    </Dialog>
  )
}
