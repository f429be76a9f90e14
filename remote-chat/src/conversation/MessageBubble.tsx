import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { deliveryErrorText, errorText } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import {
  Button,
  dayKey,
  formatThaiDateTime,
  formatThaiShort,
  formatThaiTime,
  showToast,
  useNow,
} from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { nextOf, type OutboxMessage } from '../outbox/outbox.ts'
import { failureText, goesByItself } from '../outbox/outbox-failures.ts'
import {
  canSendAgain,
  editAgain,
  editMessage,
  retryMessage,
  sendAgain,
  withdrawMessage,
} from '../outbox/send-outbox.ts'
import { useIsFieldEmpty, useOutbox } from '../outbox/unsent.store.ts'
import { MessageContent } from './kinds/MessageContent.tsx'
import { PictureMessage } from './kinds/PictureMessage.tsx'
import { QuotedMessage } from './kinds/QuotedMessage.tsx'
import classes from './MessageBubble.module.css'
import { isUndelivered, sameMessages } from './thread-layout.ts'

export interface MessageBubbleProps {
  message: Message
  showsFoot: boolean
  /** Who says it: the customer, a colleague by name, or the person who looks. */
  author: string
  /** It did not arrive, and another was sent in its place, with the same words or changed ones; null where none was. */
  retried: 'same' | 'changed' | null
  /** What failed may be sent again: the case is open, and the customer has not blocked the account. */
  canSend: boolean
}

/** One message as it was said. Drawn again only when something of it has changed. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, showsFoot, author, retried, canSend } = props
  const { content } = message
  const failed = isUndelivered(message) && retried === null
  return (
    <div
      className={classes.bubble}
      data-direction={message.direction}
      data-message={message.id}
      data-failed={failed || undefined}
      data-retried={retried !== null || undefined}
      data-bare={(content?.kind === 'sticker' && content.image_url !== null) || undefined}
      title={titleOf(message)}
    >
      <span className={classes.spoken}>{author}: </span>
      {content?.late_ms ? <Late message={message} /> : null}
      {content?.quoted ? <QuotedMessage quoted={content.quoted} /> : null}
      <MessageContent message={message} />
      {showsFoot ? <Foot message={message} retried={retried} /> : null}
      {failed && canSend && canSendAgain(message) ? <SendAgain message={message} /> : null}
    </div>
  )
})

interface PictureSetBubbleProps {
  /** At least two, as they stand in their set. */
  messages: readonly Message[]
  showsFoot: boolean
  author: string
}

/** Pictures that were sent together stand side by side. */
export const PictureSetBubble = memo(
  function PictureSetBubble({ messages, showsFoot, author }: PictureSetBubbleProps) {
    const last = messages.at(-1)
    return (
      <div className={classes.bubble} data-direction="IN">
        <span className={classes.spoken}>{author}: </span>
        <ul className={classes.set} aria-label={`รูปภาพ ${messages.length} รูป`}>
          {messages.map((message) => (
            <li key={message.id} data-message={message.id} title={titleOf(message)}>
              <PictureMessage message={message} isInSet />
            </li>
          ))}
        </ul>
        {showsFoot && last ? <Foot message={last} retried={null} /> : null}
      </div>
    )
  },
  (before, after) =>
    before.showsFoot === after.showsFoot &&
    before.author === after.author &&
    sameMessages(before.messages, after.messages),
)

const VIA = { reply: 'ส่งแบบตอบกลับ (ฟรี)', push: 'ส่งแบบ push (ใช้โควตา)' } as const

/** When it was said and, of ours, how it went. */
function titleOf({ event_time, via, delivery }: Message): string {
  const at = formatThaiDateTime(event_time)
  return via === null || delivery !== 'sent' ? at : `${at} · ${VIA[via]}`
}

/** It stands where it came. */
function Late({ message: { event_time, sort_at } }: { message: Message }) {
  const format = dayKey(event_time) === dayKey(sort_at) ? formatThaiTime : formatThaiShort
  return <p className={classes.late}>มาถึงช้า · ส่งเมื่อ {format(event_time)}</p>
}

/** When it was said and, of ours, how far it has come. */
function Foot({ message, retried }: Pick<MessageBubbleProps, 'message' | 'retried'>) {
  const { delivery, direction, via } = message
  const at = message.content?.late_ms ? message.sort_at : message.event_time
  const failed = isUndelivered(message)
  return (
    <div className={classes.foot} data-failed={(failed && retried === null) || undefined}>
      <time dateTime={at}>{formatThaiTime(at)}</time>
      {direction === 'IN' ? null : retried !== null ? (
        <span>{retried === 'changed' ? 'แก้ไขแล้วส่งใหม่' : 'ส่งใหม่แล้ว'}</span>
      ) : failed ? (
        <span>
          ! {delivery === 'sent' ? 'ไม่ถึงลูกค้า' : 'ส่งไม่สำเร็จ'}: {deliveryErrorText(message.delivery_error)}
        </span>
      ) : delivery === 'queued' ? (
        <span>กำลังส่ง...</span>
      ) : (
        <span title={via === null ? undefined : VIA[via]}>
          <span>✓ ส่งแล้ว</span>
          {via === null ? null : <span className={classes.spoken}> {VIA[via]}</span>}
        </span>
      )}
    </div>
  )
}

const FIELD_IN_USE = 'มีข้อความอยู่ในช่องพิมพ์ กรุณาส่งหรือลบก่อน'

/** What did not reach the customer is sent again as a new message in its place, a text as it is or changed; not while one is on its way. */
function SendAgain({ message }: { message: Message }) {
  const cache = chatCacheOf(useQueryClient())
  const isFieldEmpty = useIsFieldEmpty(message.ticket_id)
  const isUnderWay = useOutbox(message.ticket_id).some(({ retryOf }) => retryOf === message.id)
  if (isUnderWay) return null
  return (
    <div className={classes.actions}>
      <Button size="sm" variant="outline" onClick={() => sendAgain(cache, message)}>
        ส่งอีกครั้ง
      </Button>
      {message.message_type === 'text' ? (
        <Button
          size="sm"
          variant="subtle"
          // Not `disabled`, which would keep the reason from those who touch or listen.
          aria-disabled={!isFieldEmpty}
          data-disabled={!isFieldEmpty || undefined}
          title={isFieldEmpty ? undefined : FIELD_IN_USE}
          onClick={() =>
            isFieldEmpty ? editAgain(message) : showToast({ tone: 'info', text: FIELD_IN_USE })
          }
        >
          แก้ไข
        </Button>
      ) : null}
    </div>
  )
}

const STATES = { waiting: 'รอส่งต่อจากข้อความก่อนหน้า', sending: 'กำลังส่ง...', failed: '' } as const

/** A message that the server does not have yet: on its way, waiting for its turn, or failed, with its reason and ways on. One that will go by itself is calm. */
export const OutboxBubble = memo(function OutboxBubble(props: { message: OutboxMessage; canSend: boolean }) {
  const { message, canSend } = props
  const cache = chatCacheOf(useQueryClient())
  const outbox = useOutbox(message.ticketId)
  // After a while it no longer goes by itself.
  const byItself = goesByItself(message, useNow())
  const failed = message.state === 'failed' && !byItself
  // With none before it, it is as good as on its way.
  const state = nextOf(outbox, message.ticketId)?.id === message.id ? 'sending' : message.state
  return (
    <div className={classes.unsent}>
      <div
        className={classes.bubble}
        data-direction="OUT"
        data-message={message.id}
        data-pending={!failed || undefined}
        data-failed={failed || undefined}
      >
        <span className={classes.spoken}>คุณ: </span>
        <MessageContent message={asMessage(message)} />
        <div className={classes.foot} data-failed={failed || undefined} role={failed ? 'alert' : undefined}>
          <time dateTime={message.at}>{formatThaiTime(message.at)}</time>
          {failed ? (
            <span>
              ! <span>{errorText(null, 'send')}</span>: {failureText(message)}
            </span>
          ) : (
            <span>{byItself ? 'รอส่งเมื่อเชื่อมต่อได้' : STATES[state]}</span>
          )}
        </div>
      </div>
      {state === 'sending' ? null : (
        <div className={classes.actions}>
          {message.state === 'failed' && canSend ? (
            <Button size="sm" variant="outline" onClick={() => retryMessage(cache, message)}>
              ลองใหม่
            </Button>
          ) : null}
          {message.imageUrl === null ? (
            <Button size="sm" variant="subtle" onClick={() => void editMessage(cache, message)}>
              แก้ไข
            </Button>
          ) : null}
          <Button size="sm" variant="subtle" onClick={() => withdrawMessage(cache, message)}>
            ลบ
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
