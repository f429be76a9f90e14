import type { Message } from 'shared/contract/messages/message.ts'

/** Returns the first of the last `unread` customer messages, by arrival; undefined when one of these is not loaded. */
export function firstUnread(messages: readonly Message[], unread: number): string | null | undefined {
  if (unread <= 0) return null
  const inbound = messages.filter((message) => message.direction === 'IN')
  const from = inbound.toSorted((a, b) => a.seq - b.seq).at(-unread)
  return from && inbound.find((message) => message.seq >= from.seq)?.id
}
