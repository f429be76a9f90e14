/** Applies events to the outbox. A separate module, because the first render of the page needs only the store. */
import { claimAbandoned, updateOutbox } from './outbox.store.ts'
import { applyEvent, type EventDetails, type OutboxEvent, type OutboxMessage } from './outbox.ts'
import { isFresh } from './outbox-failures.ts'
import { hasTicketLocks } from './ticket-lock.ts'

export function dispatchOutbox(event: OutboxEvent, ids: readonly string[], details?: EventDetails): void {
  updateOutbox((outbox) => applyEvent(outbox, event, ids, details))
}

/** Claims abandoned messages; old ones wait for the user. Without locks all wait: another tab may be sending them. */
export function adoptAbandoned(ticketId: string, now: number): void {
  const mine = claimAbandoned(ticketId)
  const isResumed = (message: OutboxMessage) => hasTicketLocks() && isFresh(message, now)
  const resumed = mine.filter(isResumed).map(({ id }) => id)
  const stopped = mine.flatMap((message) => (isResumed(message) ? [] : message.id))
  updateOutbox((outbox) =>
    applyEvent(applyEvent(outbox, 'resume', resumed), 'stop', stopped, { failure: 'interrupted' }),
  )
}
