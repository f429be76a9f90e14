import type { Outbox, OutboxMessage } from './outbox.ts'
import { isRetriedAutomatically } from './outbox-failures.ts'

/** Time in ms until a retry is abandoned: longer than the longest backoff, even in a hidden tab with slow timers. */
export const ABANDONED_AFTER_MS = 120_000

/** Returns a function that detects abandoned retries: messages that no tab's attempts have replaced for too long. */
export function watchRetries(): (outbox: Outbox, now: number) => boolean {
  let waiting = new Map<string, { message: OutboxMessage; since: number }>()
  return (outbox, now) => {
    const known = waiting
    waiting = new Map()
    for (const message of outbox) {
      if (!isRetriedAutomatically(message, now)) continue
      const before = known.get(message.id)
      waiting.set(message.id, before?.message === message ? before : { message, since: now })
    }
    return [...waiting.values()].some(({ since }) => now - since > ABANDONED_AFTER_MS)
  }
}
