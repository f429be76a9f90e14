import { memo, type ReactNode, type RefObject, useContext } from 'react'
import { isUndelivered } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { Avatar, Button, formatThaiDay, formatThaiTime, useNow } from 'shared/ui'
import { useViewer } from '../signed-in-user.ts'
import { authorOf, Customer, Repetitions } from './conversation-contexts.ts'
import { ImageSetBubble, MessageBubble } from './MessageBubble.tsx'
import classes from './MessageList.module.css'
import { NoteBubble } from './NoteBubble.tsx'
import { OutboxBubble } from './OutboxBubble.tsx'
import { EarlierTicketButton, TicketHeading } from './TicketHeading.tsx'
import type { ThreadMessage } from './thread-layout.ts'
import type { ThreadRow as Row } from './thread-rows.ts'

export interface ThreadRowProps {
  row: Row
  index: number
  measure: (row: HTMLElement | null) => void
  unreadRef: RefObject<HTMLParagraphElement | null>
  canSend: boolean
  canSendAgain: boolean
  loadingOlder: boolean
  olderFailed: boolean
  onOlder: () => void
}

export function ThreadRow(props: ThreadRowProps) {
  const { row, index, measure } = props
  const rowProps = { ref: measure, 'data-index': index }
  const inRow = (content: ReactNode) => (
    <div {...rowProps} className={classes.row}>
      {content}
    </div>
  )
  switch (row.kind) {
    case 'older':
      return (
        <div {...rowProps} className={classes.older}>
          <Button size="sm" variant="subtle" loading={props.loadingOlder} onClick={props.onOlder}>
            {props.olderFailed ? 'โหลดข้อความก่อนหน้าไม่สำเร็จ ลองใหม่' : 'ดูข้อความก่อนหน้า'}
          </Button>
        </div>
      )
    case 'earlier':
      return inRow(<EarlierTicketButton ticket={row.ticket} state={props} />)
    case 'case':
      return inRow(<TicketHeading ticket={row.ticket} isPast={row.isPast} />)
    case 'day':
      return (
        <div {...rowProps} className={classes.dayLine}>
          <DayName at={row.at} />
        </div>
      )
    case 'unread':
      return inRow(
        <p ref={props.unreadRef} className={classes.unread}>
          ข้อความใหม่
        </p>,
      )
    case 'event': {
      const { text, at, reason, note } = row.event
      if (note) return inRow(<NoteBubble note={note} isPast={row.isPast} />)
      return inRow(
        <p className={classes.event}>
          {text} · {formatThaiTime(at)}
          {reason ? <span className={classes.reason}>{reason}</span> : null}
        </p>,
      )
    }
    case 'messages':
      return (
        <div
          {...rowProps}
          className={classes.row}
          data-direction={row.messages[0]?.message.direction}
          data-continues={!row.isFirstOfRun || undefined}
        >
          <MessageRun
            messages={row.messages}
            isFirstOfRun={row.isFirstOfRun}
            canSend={props.canSendAgain && !row.isPast}
          />
        </div>
      )
    case 'unsent':
      return inRow(<OutboxBubble message={row.message} canSend={props.canSend} />)
  }
}

interface MessageRunProps {
  messages: readonly ThreadMessage[]
  isFirstOfRun: boolean
  canSend: boolean
}

const MessageRun = memo(function MessageRun({ messages, isFirstOfRun, canSend }: MessageRunProps) {
  const viewer = useViewer()
  const again = useContext(Repetitions)
  const [first] = messages
  if (first === undefined) return null
  const author = authorOf(first.message, viewer)
  return (
    <>
      {isFirstOfRun ? <Speaker message={first.message} author={author} /> : null}
      {messages.length > 1 ? (
        <ImageSetBubble
          messages={messages.map((each) => each.message)}
          showsFoot={messages.some((each) => each.showsFoot)}
          author={author}
        />
      ) : (
        <MessageBubble
          message={first.message}
          showsFoot={first.showsFoot}
          author={author}
          retried={retriedAs(first.message, again.get(first.message.id))}
          canSend={canSend}
        />
      )}
    </>
  )
})

function Speaker({ message: { direction, sender }, author }: { message: Message; author: string }) {
  const customer = useContext(Customer)
  if (direction === 'IN')
    return (
      <Avatar
        name={customer?.display_name ?? ''}
        src={customer?.picture_url}
        size={28}
        className={classes.face}
      />
    )
  return (
    <span className={classes.author} aria-hidden>
      {sender !== null && author === staffLabel(sender) ? (
        <Avatar name={author} src={sender.avatar_url} size={24} seed="staff" />
      ) : null}
      <span>{author}</span>
    </span>
  )
}

/** Uses the current time, so that "today" becomes "yesterday" at midnight. */
function DayName({ at }: { at: string }) {
  const now = useNow()
  return <h3>{formatThaiDay(at, now)}</h3>
}

/** Returns whether an undelivered message was resent unchanged or edited, as far as its replacement is loaded. */
function retriedAs(message: Message, again: Message | undefined): 'same' | 'changed' | null {
  // The original message was delivered after all, so the replacement is not mentioned.
  if (!isUndelivered(message)) return null
  if (again === undefined) return message.retried ? 'same' : null
  return again.text === message.text ? 'same' : 'changed'
}
