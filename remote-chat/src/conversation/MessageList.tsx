import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import { useMemo } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { Button, dayKey, EmptyState, formatThaiDay, formatThaiTime, Skeleton, useNow } from 'shared/ui'
import type { Attempt } from './draft.store.ts'
import { AttemptBubble, MessageBubble } from './MessageBubble.tsx'
import classes from './MessageList.module.css'
import { keyOf, layOutThread, type ThreadEvent } from './message-runs.ts'
import { useThreadScroll } from './use-thread-scroll.ts'

export interface MessageListProps {
  /** Undefined while the first answer is on its way. */
  messages: readonly Message[] | undefined
  events: readonly ThreadEvent[]
  /** The message that is being sent, or could not be. */
  attempt: Attempt | null
  hasOlder: boolean
  loadingOlder: boolean
  onOlder: () => void
  onRetry: () => void
}

/** What was said, day by day. Follows new messages as the product's scroll rules say. */
export function MessageList(props: MessageListProps) {
  const { messages, events, attempt, hasOlder, loadingOlder, onOlder, onRetry } = props
  const last = messages?.at(-1)
  const scroll = useThreadScroll({
    isLoaded: messages !== undefined,
    firstKey: messages?.[0]?.id ?? null,
    lastKey: attempt?.id ?? (last ? keyOf(last) : null),
    lastIsOwn: attempt !== null || last?.direction === 'OUT',
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
        ) : messages.length === 0 && attempt === null ? (
          <EmptyState className={classes.empty} title="ยังไม่มีข้อความในเคสนี้" />
        ) : (
          <div ref={scroll.contentRef} className={classes.content}>
            {hasOlder ? (
              <div className={classes.older}>
                <Button size="sm" variant="subtle" loading={loadingOlder} onClick={onOlder}>
                  ดูข้อความก่อนหน้า
                </Button>
              </div>
            ) : null}
            <Days messages={messages} events={events} />
            {attempt ? <AttemptBubble attempt={attempt} onRetry={onRetry} /> : null}
          </div>
        )}
      </div>
      {scroll.hasMore ? (
        <button type="button" className={classes.more} onClick={scroll.toBottom}>
          <IconArrowDown size={18} aria-hidden />
          ข้อความใหม่
        </button>
      ) : null}
    </div>
  )
}

function Days({ messages, events }: Pick<MessageListProps, 'events'> & { messages: readonly Message[] }) {
  const days = useMemo(() => layOutThread(messages, events, dayKey), [messages, events])
  return days.map((day) => (
    <section key={day.key} className={classes.day}>
      <DayLine at={day.at} />
      {day.entries.map((entry) =>
        entry.kind === 'event' ? (
          <p key={entry.key} className={classes.event}>
            {entry.text} · {formatThaiTime(entry.at)}
          </p>
        ) : (
          <div key={entry.key} className={classes.run} data-direction={entry.direction}>
            {entry.messages.map(({ message, showsFoot }) => (
              <MessageBubble key={keyOf(message)} message={message} showsFoot={showsFoot} />
            ))}
          </div>
        ),
      )}
    </section>
  ))
}

/** Knows today from yesterday past midnight too. */
function DayLine({ at }: { at: string }) {
  const now = useNow()
  return (
    <h3 className={classes.dayLine}>
      <span>{formatThaiDay(at, now)}</span>
    </h3>
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
