import type { StoredContent } from 'shared/contract/messages/message-content.ts'

/** Time in ms by which a message must be older than the newest of its conversation to count as late. */
const LATE_AFTER_MS = 60_000

/** Time by which a message is sorted, and its delay in ms; the delay is null when the message is not late. */
export interface MessageTime {
  sortAt: Date
  lateMs: number | null
}

/**
 * Returns LINE's time, so that the order of arrival does not matter. A message much older than the newest one gets its
 * arrival time instead, because staff would not look for it above messages that they have already read.
 */
export function messageTimeOf(message: {
  sentAt: Date
  receivedAt: Date
  newestAt: Date | null
}): MessageTime {
  const { sentAt, receivedAt, newestAt } = message
  const isInTime = newestAt === null || newestAt.getTime() - sentAt.getTime() <= LATE_AFTER_MS
  if (isInTime) return { sortAt: sentAt, lateMs: null }
  // A message that was received in time and only applied later is not late.
  const lateMs = receivedAt.getTime() - sentAt.getTime()
  return { sortAt: receivedAt, lateMs: lateMs > LATE_AFTER_MS ? lateMs : null }
}

/** Adds the delay to the content; unchanged when `lateMs` is null. */
export function dated(content: StoredContent | null, lateMs: number | null): StoredContent | null {
  if (lateMs === null) return content
  return { ...(content ?? { kind: 'text', emojis: [], mentions: [] }), late_ms: lateMs }
}
