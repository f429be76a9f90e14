import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { errorText } from 'shared/api'
import { ErrorState } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { lastSeqOf } from '../cache/message-merge.ts'
import type { TicketActions } from '../ticket/ticket-actions.tsx'
import { Composer } from './Composer.tsx'
import classes from './Conversation.module.css'
import { ConversationHeader, ConversationHeaderSkeleton } from './ConversationHeader.tsx'
import { acknowledge } from './draft.store.ts'
import { MessageList } from './MessageList.tsx'
import { sendDraft } from './send-draft.ts'
import { ticketEvents } from './ticket-events.ts'
import { useDraft } from './use-draft.ts'
import { useReadMark } from './use-read-mark.ts'
import { useThread } from './use-thread.ts'
import { useTicket } from './use-ticket.ts'

export interface ConversationProps {
  ticketId: string
  actions: TicketActions
  onClose: () => void
  docked: boolean
}

/** One conversation: who it is with, what was said, and the field to answer in. */
export function Conversation({ ticketId, actions, onClose, docked }: ConversationProps) {
  const cache = chatCacheOf(useQueryClient())
  const { ticket, error: ticketError, retry: retryTicket } = useTicket(ticketId)
  const view = useThread(ticketId)
  const draft = useDraft(ticketId)
  const messages = view.thread?.messages
  useReadMark(ticketId, lastSeqOf(messages ?? []), messages !== undefined)

  // A reading may bring what was sent before the answer to the sending does, or without it ever having come.
  const attemptId = draft.attempt?.id
  const arrived = attemptId !== undefined && messages?.some((each) => each.client_message_id === attemptId)
  useEffect(() => {
    if (arrived && attemptId !== undefined) acknowledge(ticketId, attemptId)
  }, [arrived, attemptId, ticketId])

  // Once the words in the field are others than those that failed, they are what will be sent, and the old ones are gone.
  const rewritten = draft.attempt?.state === 'failed' && draft.attempt.text !== draft.text

  const events = useMemo(() => (ticket ? ticketEvents(ticket) : []), [ticket])
  const failed = ticketError ?? (messages === undefined ? view.error : null)
  const send = () => void sendDraft(cache, ticketId)

  return (
    <div className={classes.conversation}>
      {ticket ? (
        <ConversationHeader ticket={ticket} actions={actions} onClose={onClose} />
      ) : (
        <ConversationHeaderSkeleton onClose={onClose} />
      )}
      {failed ? (
        <ErrorState
          className={classes.fill}
          title={errorText(failed, 'load')}
          onRetry={() => {
            if (ticketError) retryTicket()
            view.retry()
          }}
          retrying={view.retrying}
        />
      ) : (
        <MessageList
          messages={messages}
          events={events}
          attempt={arrived || rewritten ? null : draft.attempt}
          hasOlder={view.thread?.hasOlder ?? false}
          loadingOlder={view.loadingOlder}
          onOlder={view.loadOlder}
          onRetry={send}
        />
      )}
      {ticket ? (
        <Composer ticket={ticket} draft={draft} actions={actions} onSend={send} takesFocus={docked} />
      ) : null}
    </div>
  )
}
