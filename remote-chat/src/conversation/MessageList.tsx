import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { dayKey, EmptyState } from 'shared/ui'
import type { TargetMessage } from '../address/use-target-message.ts'
import { useOutbox } from '../outbox/outbox.store.ts'
import { isSameStaffMember, useViewer } from '../signed-in-user.ts'
import fill from '../ticket/fill-height.module.css'
import { Customer, LoadedMessages, Repetitions, ScrollToMessage, ViewImage } from './conversation-contexts.ts'
import { DeferredImageViewer } from './images/DeferredImageViewer.tsx'
import classes from './MessageList.module.css'
import { renderDays } from './render-days.tsx'
import { ThreadRow } from './ThreadRow.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import { hasReply, keyOf, layOutThread, type ThreadEvent } from './thread-layout.ts'
import { rowsOf } from './thread-rows.ts'
import { eventsOfThread } from './timeline-event-texts.ts'
import { useEarlierContent, useEarlierTickets } from './use-earlier-tickets.ts'
import { usePullToLoadEarlier } from './use-pull-to-load-earlier.ts'
import type { ThreadView } from './use-thread.ts'
import { useThreadScroll } from './use-thread-scroll.ts'

export interface MessageListProps {
  ticketId: string
  ticket: Ticket | null
  /** Messages of the conversation; undefined during the first fetch. */
  messages: readonly Message[] | undefined
  view: ThreadView
  unreadFrom: string | null
  target: TargetMessage | null
}

const NONE: readonly Message[] = []
const NO_EVENTS: ThreadEvent[] = []

/** Renders only rows near the view, so the browser's text search finds only those. */
export function MessageList(props: MessageListProps) {
  const { ticketId, ticket, messages = NONE, view } = props
  const { thread, loadOlder } = view
  const canSend = ticket?.status === 'OPEN'
  // Resending to a customer who has blocked the channel would fail again.
  const canSendAgain = canSend && ticket.profile.friendship !== 'blocked'
  const hasOlder = thread?.hasOlder ?? false
  const isLoaded = props.messages !== undefined
  const outbox = useOutbox(ticketId)
  const pending = useMemo(() => {
    const arrived = new Set(messages.map((each) => each.client_message_id))
    return outbox.filter((message) => !arrived.has(message.id))
  }, [messages, outbox])
  const events = useMemo(
    () => (thread === undefined ? NO_EVENTS : eventsOfThread(thread, ticket)),
    [thread, ticket],
  )
  const days = useDays(messages, events, props.unreadFrom)
  const earlier = useEarlierTickets(ticket, isLoaded && !hasOlder && messages.length > 0)
  const earlierContent = useEarlierContent(ticket, earlier)
  const rows = useMemo(
    () => rowsOf(isLoaded ? days : [], pending, isLoaded && hasOlder, earlierContent),
    [isLoaded, days, pending, hasOlder, earlierContent],
  )
  const all = useMemo(
    () => [...earlier.tickets.flatMap(({ thread }) => thread.messages), ...messages],
    [earlier.tickets, messages],
  )
  const loaded = useMemo(() => new Map(all.map((message) => [message.id, message])), [all])
  // The replacement message may arrive before the `retried` flag of the original message.
  const again = useMemo(() => new Map(messages.map((message) => [message.retry_of, message])), [messages])
  const last = messages.at(-1)
  const lastPending = pending.at(-1)
  const viewer = useViewer()
  const lastNote = noteAtEnd(events, messages)
  const isOwnNote = ({ staff }: TimelineEvent) => isSameStaffMember(viewer, staff)
  const onTopReached = (isSought: boolean) => {
    if (hasOlder) loadOlder()
    else if (isSought) earlier.more()
  }
  const pull = usePullToLoadEarlier(() => onTopReached(true))
  const scroll = useThreadScroll({
    isLoaded,
    lastKey: lastPending?.id ?? lastNote?.id ?? (last ? keyOf(last) : null),
    lastIsOwn: lastPending !== undefined || (lastNote ? isOwnNote(lastNote) : last?.direction === 'OUT'),
    rows,
    onTop: onTopReached,
  })
  const { rendered, height, goTo } = scroll
  const goToTarget = useEffectEvent(({ seq, note }: TargetMessage) => {
    const message = messages.find((each) => each.seq === seq)
    // A deleted note has no row, so the target is the message before the note.
    const id = rows.indexOf.has(note ?? '') ? note : message?.id
    if (id) goTo(id)
  })
  useEffect(() => {
    if (isLoaded && props.target !== null) goToTarget(props.target)
  }, [isLoaded, props.target])
  const [viewedImageId, viewImage] = useState<string | null>(null)
  const renderRow = (index: number) => {
    const row = rows.rows[index]
    return row === undefined ? null : (
      <ThreadRow
        key={row.key}
        row={row}
        index={index}
        measure={scroll.measure}
        unreadRef={scroll.unreadRef}
        canSend={canSend}
        canSendAgain={canSendAgain}
        loadingOlder={view.loadingOlder || earlier.isLoading}
        olderFailed={view.olderFailed || earlier.hasFailed}
        onOlder={hasOlder ? loadOlder : earlier.more}
      />
    )
  }
  return (
    <div className={fill.fill}>
      <div
        ref={scroll.ref}
        className={classes.scroll}
        role="log"
        aria-label="ข้อความในแชท"
        aria-busy={!isLoaded}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
        tabIndex={0}
        onScroll={scroll.onScroll}
        {...pull}
        onFocus={({ target }) => scroll.pinRow('focus', target)}
        onPlay={({ target }) => scroll.pinRow('sound', target)}
      >
        {!isLoaded ? (
          <ThreadSkeleton />
        ) : messages.length === 0 && pending.length === 0 ? (
          <EmptyState className={classes.empty} title="ยังไม่มีข้อความในเคสนี้" />
        ) : (
          <LoadedMessages value={loaded}>
            <Repetitions value={again}>
              <ScrollToMessage value={goTo}>
                <ViewImage value={viewImage}>
                  <Customer value={ticket?.profile ?? null}>
                    <div ref={scroll.contentRef} className={classes.content}>
                      {renderDays(rendered, rows.dayOf, height, renderRow)}
                    </div>
                  </Customer>
                </ViewImage>
              </ScrollToMessage>
            </Repetitions>
          </LoadedMessages>
        )}
      </div>
      <DeferredImageViewer messages={all} viewed={viewedImageId} onView={viewImage} />
      {/* Only this button announces new messages: they are not read aloud while the user is further up. */}
      <div role="status">
        {scroll.hasMore ? (
          <div className={classes.moreBar}>
            <button type="button" className={classes.more} onClick={scroll.toBottom}>
              <IconArrowDown size={18} aria-hidden />
              {ticket?.status === 'CLOSED' ? 'ล่าสุด' : 'ข้อความใหม่'}
            </button>
          </div>
        ) : null}
      </div>
    </div>
  )
}

function useDays(messages: readonly Message[], events: readonly ThreadEvent[], unreadFrom: string | null) {
  const viewer = useViewer()
  return useMemo(() => {
    const isOwn = ({ direction, sender }: Message) => direction === 'OUT' && isSameStaffMember(viewer, sender)
    const line = hasReply(messages, unreadFrom, isOwn) ? null : unreadFrom
    return layOutThread(messages, events, dayKey, line)
  }, [messages, events, unreadFrom, viewer])
}

function noteAtEnd(events: readonly ThreadEvent[], messages: readonly Message[]): TimelineEvent | undefined {
  const note = events.findLast((event) => event.note !== undefined)?.note
  return note !== undefined && messages.every(({ seq }) => seq <= note.after_seq) ? note : undefined
}
