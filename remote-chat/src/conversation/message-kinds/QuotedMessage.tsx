import { useContext } from 'react'
import type { MessageContent } from 'shared/contract/messages/message-content.ts'
import { useViewer } from '../../signed-in-user.ts'
import { lineOfMessage } from '../../ticket/ticket-texts.ts'
import { authorOf, LoadedMessages, ScrollToMessage } from '../conversation-contexts.ts'
import classes from './message.module.css'

interface QuotedMessageProps {
  quoted: NonNullable<MessageContent['quoted']>
}

export function QuotedMessage({ quoted: { message_id, text } }: QuotedMessageProps) {
  const viewer = useViewer()
  const goTo = useContext(ScrollToMessage)
  const message = useContext(LoadedMessages).get(message_id ?? '')
  if (message === undefined)
    return (
      <div className={classes.quote}>
        <span className={classes.quoted}>{text ?? 'ตอบกลับข้อความก่อนหน้า'}</span>
      </div>
    )
  return (
    <button type="button" className={classes.quote} title="ไปที่ข้อความนี้" onClick={() => goTo(message.id)}>
      <span className={classes.quoted}>
        <span className={classes.quotedAuthor}>{authorOf(message, viewer)}</span> {lineOfMessage(message)}
      </span>
    </button>
  )
}
