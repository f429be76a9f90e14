import type { Message } from 'shared/contract/messages/message.ts'

/**
 * The first, as they stand, of the unread ones: the last `unread` messages of the customer by arrival. Null when there is none,
 * undefined when one of them is not loaded.
 */
export function firstUnread(messages: readonly Message[], unread: number): string | null | undefined {
  if (unread <= 0) return null
  const inbound = messages.filter((message) => message.direction === 'IN')
  const from = inbound.toSorted((a, b) => a.seq - b.seq).at(-unread)
  return from && inbound.find((message) => message.seq >= from.seq)?.id
}
