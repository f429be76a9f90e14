import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import { Fragment, memo, type RefObject, useMemo } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { Button, dayKey, EmptyState, formatThaiDay, formatThaiTime, Skeleton, useNow } from 'shared/ui'
import { useOutbox } from '../outbox/unsent.store.ts'
import { isSamePerson, useViewer } from '../viewer.ts'
import { authorOf, LoadedMessages } from './loaded-messages.ts'
import { MessageBubble, PictureSetBubble } from './MessageBubble.tsx'
import classes from './MessageList.module.css'
import { OutboxBubble } from './OutboxBubble.tsx'
import { groupPictureSets, isAnswered, keyOf, layOutThread, type ThreadEvent } from './thread-layout.ts'
import { useThreadScroll } from './use-thread-scroll.ts'

export interface MessageListProps {
  ticketId: string
  /** Undefined while the first answer is on its way. */
  messages: readonly Message[] | undefined
  events: readonly ThreadEvent[]
  /** The first message that was unread when the conversation was opened. */
  unreadFrom: string | null
  /** The case is open. */
  canSend: boolean
  /** The customer has blocked the account: sending again what did not arrive would not help. */
  isBlocked: boolean
  hasOlder: boolean
  loadingOlder: boolean
  olderFailed: boolean
  onOlder: () => void
}

/** What was said, day by day, and below it what is on its way. Follows new messages as the product's scroll rules say. */
export function MessageList(props: MessageListProps) {
  const { ticketId, messages, hasOlder, loadingOlder, onOlder, canSend } = props
  const outbox = useOutbox(ticketId)
  const arrived = useMemo(() => new Set(messages?.map((each) => each.client_message_id)), [messages])
  const unsent = outbox.filter((message) => !arrived.has(message.id))
  const last = messages?.at(-1)
  const lastUnsent = unsent.at(-1)
  const scroll = useThreadScroll({
    isLoaded: messages !== undefined,
    firstKey: messages?.[0]?.id ?? null,
    lastKey: lastUnsent?.id ?? (last ? keyOf(last) : null),
    lastIsOwn: lastUnsent !== undefined || last?.direction === 'OUT',
    onTop: onOlder,
  })
  return (
    <div className={classes.frame}>
      <div
        ref={scroll.ref}
        className={classes.scroll}
        role="log"
        aria-label="ข้อความในแชท"
        aria-busy={messages === undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        {messages === undefined ? (
          <ThreadSkeleton />
        ) : messages.length === 0 && unsent.length === 0 ? (
          <EmptyState className={classes.empty} title="ยังไม่มีข้อความในเคสนี้" />
        ) : (
          <div ref={scroll.contentRef} className={classes.content}>
            {hasOlder ? (
              <div className={classes.older}>
                <Button size="sm" variant="subtle" loading={loadingOlder} onClick={onOlder}>
                  {props.olderFailed ? 'โหลดข้อความก่อนหน้าไม่สำเร็จ ลองใหม่' : 'ดูข้อความก่อนหน้า'}
                </Button>
              </div>
            ) : null}
            <Days
              messages={messages}
              events={props.events}
              unreadFrom={props.unreadFrom}
              canSend={canSend && !props.isBlocked}
              unreadRef={scroll.unreadRef}
            />
            {unsent.map((message) => (
              <OutboxBubble key={message.id} message={message} canSend={canSend} />
            ))}
          </div>
        )}
      </div>
      {scroll.hasMore ? (
        <div className={classes.moreBar}>
          <button type="button" className={classes.more} onClick={scroll.toBottom}>
            <IconArrowDown size={18} aria-hidden />
            ข้อความใหม่
          </button>
        </div>
      ) : null}
    </div>
  )
}

interface DaysProps extends Pick<MessageListProps, 'events' | 'unreadFrom' | 'canSend'> {
  messages: readonly Message[]
  unreadRef: RefObject<HTMLParagraphElement | null>
}

const Days = memo(function Days(props: DaysProps) {
  const { messages, events, unreadFrom, canSend, unreadRef } = props
  const viewer = useViewer()
  const days = useMemo(() => {
    const isOwn = ({ direction, sender }: Message) =>
      direction === 'OUT' && sender !== null && viewer !== null && isSamePerson(viewer, sender)
    const line = isAnswered(messages, unreadFrom, isOwn) ? null : unreadFrom
    return layOutThread(messages, events, dayKey, line)
  }, [messages, events, unreadFrom, viewer])
  // The repetition may be here before the server's word that the old one was sent again.
  const again = useMemo(() => new Map(messages.map((message) => [message.retry_of, message])), [messages])
  const loaded = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages])
  const sections = days.map((day) => (
    <section key={day.key} className={classes.day}>
      <DayLine at={day.at} />
      {day.entries.map((entry) => {
        if (entry.kind === 'unread')
          return (
            <p key={entry.key} ref={unreadRef} className={classes.unread}>
              ข้อความใหม่
            </p>
          )
        if (entry.kind === 'event')
          return (
            <p key={entry.key} className={classes.event}>
              {entry.text} · {formatThaiTime(entry.at)}
              {entry.reason ? <span className={classes.reason}>{entry.reason}</span> : null}
            </p>
          )
        const first = entry.messages[0]?.message
        const author = first === undefined ? '' : authorOf(first, viewer)
        return (
          <div key={entry.key} className={classes.run} data-direction={entry.direction}>
            {groupPictureSets(entry.messages).map((group, index) => {
              const [shown] = group
              if (shown === undefined) return null
              const { message, showsFoot } = shown
              return (
                <Fragment key={keyOf(message)}>
                  {index === 0 && entry.direction === 'OUT' ? (
                    <span className={classes.author} aria-hidden>
                      {author}
                    </span>
                  ) : null}
                  {group.length > 1 ? (
                    <PictureSetBubble
                      messages={group.map((each) => each.message)}
                      showsFoot={group.some((each) => each.showsFoot)}
                      author={author}
                    />
                  ) : (
                    <MessageBubble
                      message={message}
                      showsFoot={showsFoot}
                      author={author}
                      retried={retriedAs(message, again.get(message.id))}
                      canSend={canSend}
                    />
                  )}
                </Fragment>
              )
            })}
          </div>
        )
      })}
    </section>
  ))
  return <LoadedMessages value={loaded}>{sections}</LoadedMessages>
})

/** Knows today from yesterday past midnight too. */
function DayLine({ at }: { at: string }) {
  const now = useNow()
  return (
    <div className={classes.dayLine}>
      <h3>{formatThaiDay(at, now)}</h3>
    </div>
  )
}

function ThreadSkeleton() {
  return (
    <div className={classes.skeleton}>
      <Skeleton width="62%" height={56} />
      <Skeleton width="44%" height={40} />
      <Skeleton width="58%" height={56} className={classes.skeletonOut} />
      <Skeleton width="36%" height={40} />
    </div>
  )
}

/** How a message that did not arrive was sent again, as far as the other is known. */
function retriedAs(message: Message, again: Message | undefined): 'same' | 'changed' | null {
  if (again === undefined) return message.retried ? 'same' : null
  return again.text === message.text ? 'same' : 'changed'
}
