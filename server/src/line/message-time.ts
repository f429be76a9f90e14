import type { StoredContent } from 'shared/contract/messages/message-content.ts'

/** Time in ms by which a message must be older than the newest of its conversation to count as late. */
const LATE_AFTER_MS = 60_000

export interface MessageTime {
  sortAt: Date
  lateMs: number | null
}

/** A late message gets its arrival time: staff would not look for it above messages that they have already read. */
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

export function dated(content: StoredContent | null, lateMs: number | null): StoredContent | null {
  if (lateMs === null) return content
  return { ...(content ?? { kind: 'text', emojis: [], mentions: [] }), late_ms: lateMs }
}
