import { memo } from 'react'
import { DELIVERY_WAITS, deliveryErrorText, isUndelivered, isUnknownDelivery, isWithdrawn } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { dayKey, formatThaiDateTime, formatThaiShort, formatThaiTime, VisuallyHidden } from 'shared/ui'
import { waitSinceText } from '../ticket/wait-since-text.ts'
import classes from './MessageBubble.module.css'
import { ImageMessage } from './message-kinds/ImageMessage.tsx'
import { MessageContent } from './message-kinds/MessageContent.tsx'
import { QuotedMessage } from './message-kinds/QuotedMessage.tsx'
import { SeenBefore } from './message-kinds/SeenBefore.tsx'
import { sameMessages } from './thread-layout.ts'
import { UndeliveredActions } from './UndeliveredActions.tsx'
import { WaitingActions } from './WaitingActions.tsx'

export interface MessageBubbleProps {
  message: Message
  showsFoot: boolean
  author: string
  /** How the message was resent: unchanged or edited; null when it was not resent. */
  retried: 'same' | 'changed' | null
  /** True when a failed message can be resent: the ticket is open and the customer has not blocked the channel. */
  canSend: boolean
}

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, showsFoot, author, retried, canSend } = props
  const { content } = message
  const isPast = retried !== null || isWithdrawn(message.delivery_error)
  const failed = isUndelivered(message) && !isPast
  const isWaiting = message.delivery === 'queued' && Boolean(message.delivery_wait)
  return (
    <div
      className={classes.bubble}
      data-direction={message.direction}
      data-message={message.id}
      data-failed={failed || undefined}
      data-pending={isWaiting || undefined}
      data-past={isPast || undefined}
      data-bare={(content?.kind === 'sticker' && content.image_url !== null) || undefined}
      title={titleOf(message)}
    >
      <VisuallyHidden>{author}: </VisuallyHidden>
      {content?.late_ms ? <LateNotice message={message} /> : null}
      {content?.quoted ? <QuotedMessage quoted={content.quoted} /> : null}
      <MessageContent message={message} />
      <SeenBefore message={message} />
      {showsFoot || isWaiting ? <BubbleFooter message={message} retried={retried} failed={failed} /> : null}
      {failed ? <UndeliveredActions message={message} canSend={canSend} /> : null}
      {isWaiting ? <WaitingActions message={message} /> : null}
    </div>
  )
})

interface ImageSetBubbleProps {
  /** Images that were sent together as one set, at least two, in the order of the set. */
  messages: readonly Message[]
  showsFoot: boolean
  author: string
}

export const ImageSetBubble = memo(
  function ImageSetBubble({ messages, showsFoot, author }: ImageSetBubbleProps) {
    const last = messages.at(-1)
    return (
      <div className={classes.bubble} data-direction="IN">
        <VisuallyHidden>{author}: </VisuallyHidden>
        <ul className={classes.set} aria-label={`รูปภาพ ${messages.length} รูป`}>
          {messages.map((message) => (
            <li key={message.id} data-message={message.id} title={titleOf(message)}>
              <ImageMessage message={message} isInSet />
            </li>
          ))}
        </ul>
        {messages.map((message, index) => (
          <SeenBefore key={message.id} message={message} position={index + 1} />
        ))}
        {showsFoot && last ? <BubbleFooter message={last} retried={null} failed={false} /> : null}
      </div>
    )
  },
  (before, after) =>
    before.showsFoot === after.showsFoot &&
    before.author === after.author &&
    sameMessages(before.messages, after.messages),
)

const COST_LABELS = { reply: 'ฟรี', push: 'ใช้โควตา' } as const
const DELIVERY_METHOD_LABELS = { reply: 'ส่งแบบตอบกลับ (ฟรี)', push: 'ส่งแบบ push (ใช้โควตา)' } as const

function titleOf({ event_time, via, delivery }: Message): string {
  const at = formatThaiDateTime(event_time)
  return via === null || delivery !== 'sent' ? at : `${at} · ${DELIVERY_METHOD_LABELS[via]}`
}

/** Shows when a late message was sent, because it is placed by its time of arrival. */
function LateNotice({ message: { event_time, sort_at } }: { message: Message }) {
  const format = dayKey(event_time) === dayKey(sort_at) ? formatThaiTime : formatThaiShort
  return <p className={classes.lateNotice}>มาถึงช้า · ส่งเมื่อ {format(event_time)}</p>
}

interface FootProps extends Pick<MessageBubbleProps, 'message' | 'retried'> {
  failed: boolean
}

function BubbleFooter({ message, retried, failed }: FootProps) {
  const at = message.content?.late_ms ? message.sort_at : message.event_time
  return (
    <div className={classes.foot} data-failed={failed || undefined}>
      <time dateTime={at}>{formatThaiTime(at)}</time>
      {message.direction === 'IN' ? null : <Delivery message={message} retried={retried} />}
    </div>
  )
}

function Delivery({ message, retried }: Omit<FootProps, 'failed'>) {
  const { delivery, delivery_error, delivery_wait, via } = message
  if (retried !== null) return <span>{retried === 'changed' ? 'แก้ไขแล้วส่งใหม่' : 'ส่งใหม่แล้ว'}</span>
  if (isUndelivered(message)) {
    const reason = deliveryErrorText(delivery_error)
    if (isWithdrawn(delivery_error)) return <span>{reason}</span>
    // The message may have been delivered, so it is not shown as failed.
    if (isUnknownDelivery(delivery_error)) return <span>! {reason}</span>
    return (
      <span>
        ! {delivery === 'sent' ? 'ไม่ถึงลูกค้า' : 'ส่งไม่สำเร็จ'}: {reason}
      </span>
    )
  }
  if (delivery === 'queued') {
    if (!delivery_wait) return <span>กำลังส่ง...</span>
    return (
      <span>
        {DELIVERY_WAITS[delivery_wait.reason]} {waitSinceText(delivery_wait)} ระบบจะส่งให้เอง
      </span>
    )
  }
  return (
    <span>
      <span>✓ ส่งแล้ว</span>
      {via === null ? null : ` · ${COST_LABELS[via]}`}
    </span>
  )
}
