import type { StoredContent } from 'shared/contract/messages/message-content.ts'

/** A message is late when it is older than the newest one of its conversation by more than this time in ms. */
const LATE_AFTER_MS = 60_000

export interface MessageTime {
  sortAt: Date
  lateMs: number | null
}

/** Sorts a late message by its arrival: staff would not look for it above messages that they have already read. */
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

export function withLateness(content: StoredContent | null, lateMs: number | null): StoredContent | null {
  if (lateMs === null) return content
  return { ...(content ?? { kind: 'text', emojis: [], mentions: [] }), late_ms: lateMs }
}
