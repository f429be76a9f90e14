import type { Message } from 'shared/contract/messages/message.ts'

/** The last `unread` customer messages by arrival are unread. Undefined when one of them is not loaded. */
export function firstUnread(messages: readonly Message[], unread: number): string | null | undefined {
  if (unread <= 0) return null
  const inbound = messages.filter((message) => message.direction === 'IN')
  const from = inbound.toSorted((a, b) => a.seq - b.seq).at(-unread)
  return from && inbound.find((message) => message.seq >= from.seq)?.id
}
