import { useMemo } from 'react'
import { firstSeqOf, type Thread } from '../cache/message-merge.ts'
import { eventsOfLines } from './line-words.ts'
import { MessageList, type MessageListProps } from './MessageList.tsx'
import type { ThreadEvent } from './thread-layout.ts'
import { ticketEvents } from './ticket-events.ts'

interface ConversationMessagesProps extends Omit<MessageListProps, 'events' | 'hasOlder'> {
  thread: Thread | undefined
}

const NO_EVENTS: ThreadEvent[] = []

/** The messages of a case among what has happened to it. */
export function ConversationMessages({ thread, ticket = null, ...rest }: ConversationMessagesProps) {
  const lines = thread?.lines ?? null
  // Lines are known from further back than messages are loaded.
  const firstSeq = thread?.hasOlder ? firstSeqOf(thread.messages) : 0
  const events = useMemo(() => {
    if (lines !== null) return eventsOfLines(lines.filter(({ after_seq }) => after_seq >= firstSeq))
    return ticket ? ticketEvents(ticket) : NO_EVENTS
  }, [lines, firstSeq, ticket])
  return <MessageList {...rest} ticket={ticket} events={events} hasOlder={thread?.hasOlder ?? false} />
}
