import type { Outbox, OutboxMessage } from './outbox.ts'
import { goesByItself } from './outbox-failures.ts'

/**
 * Longer than the longest pause between two tries, also in a tab whose timers run once a minute because it is hidden: what has
 * not been tried for so long has been left by the tab that would have.
 */
export const LEFT_AFTER_MS = 120_000

/** Answers, as often as it is asked, whether a message that goes by itself has been left. A try changes the message, whichever tab makes it. */
export function watchRetries(): (outbox: Outbox, now: number) => boolean {
  let waiting = new Map<string, { message: OutboxMessage; since: number }>()
  return (outbox, now) => {
    const known = waiting
    waiting = new Map()
    for (const message of outbox) {
      if (!goesByItself(message, now)) continue
      const before = known.get(message.id)
      waiting.set(message.id, before?.message === message ? before : { message, since: now })
    }
    return [...waiting.values()].some(({ since }) => now - since > LEFT_AFTER_MS)
  }
}
