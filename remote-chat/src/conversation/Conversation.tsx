import { useIsFetching } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, errorText, isApiError, messagesKey } from 'shared/api'
import { Slot } from 'shared/extensions'
import { Button, deferred, ErrorState, useDeferred } from 'shared/ui'
import { PATHS } from '../address/chat-paths.ts'
import { useTargetMessage } from '../address/use-target-message.ts'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import classes from './Conversation.module.css'
import { ConversationHeader, ConversationHeaderSkeleton } from './ConversationHeader.tsx'
import { ReplyArea } from './ReplyArea.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import { useFirstUnreadId } from './use-first-unread-id.ts'
import { useLoadUntilTarget } from './use-load-until-target.ts'
import { useReadMark } from './use-read-mark.ts'
import { useRetryLater } from './use-retry-later.ts'
import { useThread } from './use-thread.ts'
import type { useTicket } from './use-ticket.ts'

export interface ConversationProps {
  ticketId: string
  found: ReturnType<typeof useTicket>
  actions: TicketActions
  onClose: () => void
  onOpenTicket: (ticketId: string) => void
  isModal: boolean
  focusOnOpen: boolean
}

const messageList = deferred(
  async () => (await import(/* webpackChunkName: "thread" */ './MessageList.tsx')).MessageList,
)

export function Conversation(props: ConversationProps) {
  const { ticketId, found, actions, onClose, onOpenTicket, isModal, focusOnOpen } = props
  const { ticket } = found
  const view = useThread(ticketId, isModal ? 'modal' : 'chat')
  const unreadFrom = useFirstUnreadId(ticket, view)
  const { isReached, lead } = useLoadUntilTarget(ticketId, view, useTargetMessage())
  const [isShown, setShown] = useState(false)
  // Shows no messages, and marks none as read, until the opening position is known.
  const messages = unreadFrom === undefined || !(isReached || isShown) ? undefined : view.thread?.messages
  if (messages !== undefined && !isShown) setShown(true)
  const [isListRequested, setListRequested] = useState(true)
  const Messages = useDeferred(messageList, isListRequested, () => setListRequested(false))
  useRetryLater(!isListRequested, () => setListRequested(true))
  useReadMark(ticketId, messages !== undefined && Messages !== null ? messages : null)

  const failed = found.error ?? (view.thread === undefined ? view.error : null)
  const retry = () => {
    if (found.error) found.retry()
    view.retry()
  }

  return (
    // Inside a section element, the header is not a second banner landmark of the page.
    <section className={classes.conversation}>
      {ticket ? (
        <ConversationHeader ticket={ticket} actions={actions} onClose={onClose} />
      ) : (
        <ConversationHeaderSkeleton onClose={onClose} isLoading={failed === null} />
      )}
      <div className={classes.panel}>
        <Slot name="conversation-panel" context={{ ticketId }} />
      </div>
      {failed ? (
        <ConversationError ticketId={ticketId} error={failed} onRetry={retry} />
      ) : Messages === null ? (
        <LoadingMessageList hasFailed={!isListRequested} onRetry={() => setListRequested(true)} />
      ) : (
        <Messages
          ticketId={ticketId}
          ticket={ticket}
          view={view}
          messages={messages}
          unreadFrom={unreadFrom ?? null}
          target={lead}
        />
      )}
      {ticket ? <ReplyArea ticket={ticket} focusOnOpen={focusOnOpen} onOpenTicket={onOpenTicket} /> : null}
    </section>
  )
}

function LoadingMessageList({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  return hasFailed ? (
    <ErrorState className={classes.fill} title="โหลดแชทไม่สำเร็จ" onRetry={onRetry} />
  ) : (
    <div className={classes.fill} aria-busy>
      <ThreadSkeleton />
    </div>
  )
}

interface ConversationErrorProps {
  ticketId: string
  error: unknown
  onRetry: () => void
}

function ConversationError({ ticketId, error, onRetry }: ConversationErrorProps) {
  const navigate = useNavigate()
  const retrying = useIsFetching({ queryKey: messagesKey(ticketId) }) > 0
  // An id that the server rejects as invalid (400) is treated like the id of a missing ticket.
  const isNowhere = isApiError(error) && (error.status === 400 || error.status === 404)
  const isFinal = isNowhere || (isApiError(error) && error.status === 403)
  const finalText = errorText(isNowhere ? new ApiError('ticket_not_found', 404) : error)
  return (
    <ErrorState
      className={classes.fill}
      title={isFinal ? finalText : 'โหลดแชทไม่สำเร็จ'}
      onRetry={isFinal ? undefined : onRetry}
      retrying={retrying}
      action={
        isFinal ? (
          <Button variant="tint" onClick={() => navigate(PATHS.queue)}>
            ไปที่คิวแชท
          </Button>
        ) : undefined
      }
    >
      {isFinal ? undefined : errorText(error)}
    </ErrorState>
  )
}
