import type { StoredContent } from 'shared/contract/messages/message-content.ts'

/** A message that is older than this than the newest of its conversation has come late. */
const LATE_AFTER_MS = 60_000

/** Where a message stands among the others (`sort_at`), and how late it came; null: in time. */
export interface PlaceInTime {
  sortAt: Date
  lateMs: number | null
}

/**
 * A message stands where LINE's clock says, so that the order in which events arrive does not matter; one that comes long after others
 * stands where it came, for nobody would look for it above what they have read.
 */
export function placeInTime(message: { sentAt: Date; receivedAt: Date; newestAt: Date | null }): PlaceInTime {
  const { sentAt, receivedAt, newestAt } = message
  const isInTime = newestAt === null || newestAt.getTime() - sentAt.getTime() <= LATE_AFTER_MS
  if (isInTime) return { sortAt: sentAt, lateMs: null }
  // Brought in time, it was only applied late.
  const lateMs = receivedAt.getTime() - sentAt.getTime()
  return { sortAt: receivedAt, lateMs: lateMs > LATE_AFTER_MS ? lateMs : null }
}

/** The content of a message that came so late; null: in time. */
export function dated(content: StoredContent | null, lateMs: number | null): StoredContent | null {
  if (lateMs === null) return content
  return { ...(content ?? { kind: 'text', emojis: [], mentions: [] }), late_ms: lateMs }
}
