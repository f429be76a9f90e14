import { memo } from 'react'
import { errorText } from 'shared/api'
import { Button, formatThaiTime, useNow, VisuallyHidden } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { chooseFieldMode } from '../notes/note-mode.store.ts'
import { useOutbox } from '../outbox/outbox.store.ts'
import { nextOf, type OutboxMessage } from '../outbox/outbox.ts'
import { editMessage, withdrawMessage } from '../outbox/outbox-actions.ts'
import { failedStep, failureText, isRetriedAutomatically, mayBeRetried } from '../outbox/outbox-failures.ts'
import { retryMessage } from '../outbox/send-outbox.ts'
import { useUploadProgress } from '../outbox/upload-progress.ts'
import { useOnline } from '../outbox/use-online.ts'
import classes from './MessageBubble.module.css'
import { MessageContent } from './message-kinds/MessageContent.tsx'
import { PendingImage } from './PendingImage.tsx'

const STATES = { waiting: 'รอส่งต่อจากข้อความก่อนหน้า', sending: 'กำลังส่ง...', failed: '' } as const

/** Message bubble of the outbox; shows no error while the message is retried automatically. */
export const OutboxBubble = memo(function OutboxBubble(props: { message: OutboxMessage; canSend: boolean }) {
  const { message, canSend } = props
  const cache = useChatCache()
  const outbox = useOutbox(message.ticketId)
  const isOnline = useOnline()
  // The state depends on the time, because automatic retries stop after a while.
  const isRetried = isRetriedAutomatically(message, useNow())
  const failed = message.state === 'failed' && !isRetried
  // The next message to be sent is already shown as being sent.
  const state = nextOf(outbox, message.ticketId)?.id === message.id ? 'sending' : message.state
  const isUploading = useUploadProgress(message.id) !== null
  return (
    <div className={classes.pending}>
      <div
        className={classes.bubble}
        data-direction="OUT"
        data-message={message.id}
        data-pending={!failed || undefined}
        data-failed={failed || undefined}
      >
        <VisuallyHidden>คุณ: </VisuallyHidden>
        {message.image ? (
          <PendingImage id={message.id} image={message.image} />
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
            <span>{isRetried ? 'รอส่งเมื่อเชื่อมต่อได้' : isUploading ? 'กำลังอัปโหลด...' : STATES[state]}</span>
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
          {message.imageUrl === null && !message.image ? (
            <Button
              size="sm"
              variant="subtle"
              onClick={() => {
                chooseFieldMode(message.ticketId, 'reply')
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

function asMessage({ text, imageUrl }: OutboxMessage) {
  return {
    message_type: imageUrl === null ? 'text' : 'image',
    text,
    image_url: imageUrl,
    media_url: null,
    content: null,
  } as const
}
