import type { Message } from 'shared/contract/messages/message.ts'

/** Id of the first of the `unread` customer messages that arrived last; undefined when not all of these are loaded. */
export function firstUnread(messages: readonly Message[], unread: number): string | null | undefined {
  if (unread <= 0) return null
  const inbound = messages.filter((message) => message.direction === 'IN')
  const from = inbound.toSorted((a, b) => a.seq - b.seq).at(-unread)
  return from && inbound.find((message) => message.seq >= from.seq)?.id
}
