import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { errorText } from 'shared/api'
import { Button, formatThaiTime, useNow, VisuallyHidden } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { chooseFieldMode } from '../notes/note-mode.store.ts'
import { useOutbox } from '../outbox/outbox.store.ts'
import { nextOf, type OutboxMessage } from '../outbox/outbox.ts'
import { editMessage, withdrawMessage } from '../outbox/outbox-actions.ts'
import { failedStep, failureText, goesByItself, mayBeRetried } from '../outbox/outbox-failures.ts'
import { retryMessage } from '../outbox/send-outbox.ts'
import { useUploadShare } from '../outbox/upload-share.ts'
import { useOnline } from '../outbox/use-online.ts'
import { MessageContent } from './kinds/MessageContent.tsx'
import classes from './MessageBubble.module.css'
import { WaitingPicture } from './WaitingPicture.tsx'

const STATES = { waiting: 'รอส่งต่อจากข้อความก่อนหน้า', sending: 'กำลังส่ง...', failed: '' } as const

/** A message that the server does not have yet: on its way, waiting for its turn, or failed, with its reason and ways on. One that will go by itself is calm. */
export const OutboxBubble = memo(function OutboxBubble(props: { message: OutboxMessage; canSend: boolean }) {
  const { message, canSend } = props
  const cache = chatCacheOf(useQueryClient())
  const outbox = useOutbox(message.ticketId)
  const isOnline = useOnline()
  // After a while it no longer goes by itself.
  const byItself = goesByItself(message, useNow())
  const failed = message.state === 'failed' && !byItself
  // With none before it, it is as good as on its way.
  const state = nextOf(outbox, message.ticketId)?.id === message.id ? 'sending' : message.state
  const isUploading = useUploadShare(message.id) !== null
  return (
    <div className={classes.unsent}>
      <div
        className={classes.bubble}
        data-direction="OUT"
        data-message={message.id}
        data-pending={!failed || undefined}
        data-failed={failed || undefined}
      >
        <VisuallyHidden>คุณ: </VisuallyHidden>
        {message.picture ? (
          <WaitingPicture id={message.id} picture={message.picture} />
        ) : (
          <MessageContent message={asMessage(message)} />
        )}
        <div className={classes.foot} data-failed={failed || undefined} role={failed ? 'alert' : undefined}>
          <time dateTime={message.at}>{formatThaiTime(message.at)}</time>
          {failed ? (
            <span>
              ! <span>{errorText(null, failedStep(message))}</span>: {failureText(message)}
            </span>
          ) : (
            <span>{byItself ? 'รอส่งเมื่อเชื่อมต่อได้' : isUploading ? 'กำลังอัปโหลด...' : STATES[state]}</span>
          )}
        </div>
      </div>
      {state === 'sending' && !isUploading ? null : (
        <div className={classes.actions}>
          {mayBeRetried(message) && canSend && isOnline ? (
            <Button size="sm" variant="outline" onClick={() => retryMessage(cache, message)}>
              ลองใหม่
            </Button>
          ) : null}
          {message.imageUrl === null && !message.picture ? (
            <Button
              size="sm"
              variant="subtle"
              onClick={() => {
                // The words go to where answers are written: nobody should have to look for them behind a note.
                chooseFieldMode(message.ticketId, 'answer')
                void editMessage(cache, message)
              }}
            >
              {canSend ? 'แก้ไข' : 'นำออกมาคัดลอก'}
            </Button>
          ) : null}
          <Button size="sm" variant="subtle" onClick={() => withdrawMessage(cache, message)}>
            {isUploading ? 'ยกเลิก' : 'ลบ'}
          </Button>
        </div>
      )}
    </div>
  )
})

/** What a message of the outbox will be in the conversation. */
function asMessage({ text, imageUrl }: OutboxMessage) {
  return {
    message_type: imageUrl === null ? 'text' : 'image',
    text,
    image_url: imageUrl,
    media_url: null,
    content: null,
  } as const
}
