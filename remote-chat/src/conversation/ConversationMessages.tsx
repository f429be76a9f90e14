import { useMemo } from 'react'
import type { Thread } from '../cache/message-merge.ts'
import { eventsOfThread } from './event-texts.ts'
import { MessageList, type MessageListProps } from './MessageList.tsx'
import type { ThreadEvent } from './thread-layout.ts'

interface ConversationMessagesProps extends Omit<MessageListProps, 'events' | 'hasOlder'> {
  thread: Thread | undefined
}

const NO_EVENTS: ThreadEvent[] = []

export function ConversationMessages({ thread, ticket = null, ...rest }: ConversationMessagesProps) {
  const events = useMemo(
    () => (thread === undefined ? NO_EVENTS : eventsOfThread(thread, ticket)),
    [thread, ticket],
  )
  return <MessageList {...rest} ticket={ticket} events={events} hasOlder={thread?.hasOlder ?? false} />
}
