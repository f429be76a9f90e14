import { memo, type RefObject, useContext } from 'react'
import { isUndelivered } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { Avatar, Button, formatThaiDay, formatThaiTime, useNow } from 'shared/ui'
import { useViewer } from '../viewer.ts'
import { CaseHeading, EarlierCaseButton } from './CaseHeading.tsx'
import { authorOf, Customer, Repetitions } from './loaded-messages.ts'
import { MessageBubble, PictureSetBubble } from './MessageBubble.tsx'
import classes from './MessageList.module.css'
import { NoteBubble } from './NoteBubble.tsx'
import { OutboxBubble } from './OutboxBubble.tsx'
import type { ThreadMessage } from './thread-layout.ts'
import type { ThreadRow as Row } from './thread-rows.ts'

export interface ThreadRowProps {
  row: Row
  index: number
  measure: (row: HTMLElement | null) => void
  unreadRef: RefObject<HTMLParagraphElement | null>
  /** The case is open. */
  canSend: boolean
  /** What failed may be sent again: the case is open, and the customer has not blocked the account. */
  canSendAgain: boolean
  loadingOlder: boolean
  olderFailed: boolean
  onOlder: () => void
}

/** One row of a conversation; a day's is the strip that sticks while its messages are in view. */
export function ThreadRow(props: ThreadRowProps) {
  const { row, index, measure } = props
  const place = { ref: measure, 'data-index': index }
  switch (row.kind) {
    case 'older':
      return (
        <div {...place} className={classes.older}>
          <Button size="sm" variant="subtle" loading={props.loadingOlder} onClick={props.onOlder}>
            {props.olderFailed ? 'โหลดข้อความก่อนหน้าไม่สำเร็จ ลองใหม่' : 'ดูข้อความก่อนหน้า'}
          </Button>
        </div>
      )
    case 'earlier':
      return (
        <div {...place} className={classes.row}>
          <EarlierCaseButton ticket={row.ticket} state={props} />
        </div>
      )
    case 'case':
      return (
        <div {...place} className={classes.row}>
          <CaseHeading ticket={row.ticket} isPast={row.isPast} />
        </div>
      )
    case 'day':
      return (
        <div {...place} className={classes.dayLine}>
          <DayName at={row.at} />
        </div>
      )
    case 'unread':
      return (
        <div {...place} className={classes.row}>
          <p ref={props.unreadRef} className={classes.unread}>
            ข้อความใหม่
          </p>
        </div>
      )
    case 'event': {
      const { text, at, reason, note } = row.event
      if (note)
        return (
          <div {...place} className={classes.row}>
            <NoteBubble note={note} isPast={row.isPast} />
          </div>
        )
      return (
        <div {...place} className={classes.row}>
          <p className={classes.event}>
            {text} · {formatThaiTime(at)}
            {reason ? <span className={classes.reason}>{reason}</span> : null}
          </p>
        </div>
      )
    }
    case 'messages':
      return (
        <div
          {...place}
          className={classes.row}
          data-direction={row.messages[0]?.message.direction}
          data-continues={!row.isFirstOfRun || undefined}
        >
          <Said
            messages={row.messages}
            isFirstOfRun={row.isFirstOfRun}
            canSend={props.canSendAgain && !row.isPast}
          />
        </div>
      )
    case 'unsent':
      return (
        <div {...place} className={classes.row}>
          <OutboxBubble message={row.message} canSend={props.canSend} />
        </div>
      )
  }
}

interface SaidProps {
  messages: readonly ThreadMessage[]
  isFirstOfRun: boolean
  canSend: boolean
}

const Said = memo(function Said({ messages, isFirstOfRun, canSend }: SaidProps) {
  const viewer = useViewer()
  const again = useContext(Repetitions)
  const [first] = messages
  if (first === undefined) return null
  const author = authorOf(first.message, viewer)
  return (
    <>
      {isFirstOfRun ? <Speaker message={first.message} author={author} /> : null}
      {messages.length > 1 ? (
        <PictureSetBubble
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

/** Who has said a run: the customer by their picture, a colleague by picture and name. */
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

/** Knows today from yesterday past midnight too. */
function DayName({ at }: { at: string }) {
  const now = useNow()
  return <h3>{formatThaiDay(at, now)}</h3>
}

/** How a message that did not arrive was sent again, as far as the other is known. */
function retriedAs(message: Message, again: Message | undefined): 'same' | 'changed' | null {
  // It has arrived after all.
  if (!isUndelivered(message)) return null
  if (again === undefined) return message.retried ? 'same' : null
  return again.text === message.text ? 'same' : 'changed'
}
