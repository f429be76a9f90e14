import type { Outbox, OutboxMessage } from './outbox.ts'
import { isRetriedAutomatically } from './outbox-failures.ts'

/** Longer than the longest backoff, also in a hidden tab whose timers run once a minute. */
export const ABANDONED_AFTER_MS = 120_000

/** Unchanged since earlier calls means abandoned: each attempt, in any tab, creates a new message object. */
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
