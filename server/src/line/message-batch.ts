import type { Tx } from '../db/client.ts'
import { allOf } from '../db/prepared.ts'
import { type Applied, type ApplyContext, applyMessages } from './customer-messages.ts'
import { applyingEvent } from './event-effects.ts'
import {
  lockCustomerEvents,
  type PendingEvent,
  pendingEventsOf,
  prepareBatch,
  stampApplied,
} from './inbox.store.ts'
import { modeOf } from './incoming-event.ts'

/** Of one customer in one batch. */
export const EVENTS_EACH = 20
/** Of a batch: staff who answer a customer of it wait until it is committed. */
const EVENTS_TOGETHER = 200
/** Whoever holds a ticket or a customer for longer holds up that customer alone: the batch gives way, and its customers go one by one. */
const WAIT_FOR_LOCKS_MS = 250

/** How it stands with a customer after a batch: nothing waits any more, the next batch may go on, or the next event goes alone. */
export type Next = 'done' | 'batch' | 'alone'

/**
 * Applies messages that wait of these customers of an account, all in the caller's transaction and with their stamps. Most of what comes
 * are messages, and statements for many at once cost little more than for one. Other events, and those that have failed before,
 * are left to be applied alone, with what came after them.
 */
export async function applyMessageBatch(
  tx: Tx,
  channelKey: string,
  userIds: readonly string[],
  context: ApplyContext,
): Promise<Applied & { next: Map<string, Next> }> {
  const [, , pending] = await allOf([
    prepareBatch(tx, WAIT_FOR_LOCKS_MS),
    lockCustomerEvents(tx, channelKey, userIds),
    pendingEventsOf(tx, channelKey, userIds, { each: EVENTS_EACH, all: EVENTS_TOGETHER }),
  ])
  const batch: PendingEvent[] = []
  const ifAllApplied = pending.length < EVENTS_TOGETHER ? 'done' : 'batch'
  const next = new Map<string, Next>(userIds.map((userId) => [userId, ifAllApplied]))
  for (const [userId, events] of Map.groupBy(pending, (event) => event.user_id)) {
    const length = batchable(events)
    batch.push(...events.slice(0, length))
    if (length < events.length) next.set(userId, 'alone')
    else if (length === EVENTS_EACH) next.set(userId, 'batch')
  }
  if (batch.length === 0) return { facts: [], profilesOf: [], next }
  const events = batch.map((event) => applyingEvent(event, context.now))
  const ids = batch.map(({ id }) => id)
  const [applied] = await allOf([applyMessages(tx, channelKey, events, context), stampApplied(tx, ids)])
  return { ...applied, next }
}

/** How many of a customer's oldest events go in a batch: messages that have not failed. What came as standby goes alone. */
function batchable(events: readonly PendingEvent[]): number {
  const end = events.findIndex(
    ({ type, failed, due, body }) => type !== 'message' || failed || !due || modeOf(body) === 'standby',
  )
  return end === -1 ? events.length : end
}
