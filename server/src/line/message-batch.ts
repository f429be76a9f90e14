import type { Tx } from '../db/client.ts'
import { allOf } from '../db/prepared-statement.ts'
import { type Applied, type ApplyContext, applyMessages } from './customer-messages.ts'
import { applyingEvent } from './event-handlers.ts'
import {
  lockCustomerEvents,
  type PendingEvent,
  pendingEventsOf,
  prepareBatch,
  stampApplied,
} from './inbox.store.ts'
import { modeOf } from './incoming-event.ts'

/** Maximum events per customer in a batch. */
export const EVENTS_PER_CUSTOMER = 20
/** Maximum events per batch: staff who reply to one of its customers wait for the commit. */
const EVENTS_PER_BATCH = 200
/**
 * A ticket or customer locked for longer delays only that customer: the batch is rolled back, and its customers' events
 * are applied one by one.
 */
const WAIT_FOR_LOCKS_MS = 250

/**
 * State of a customer after a batch: nothing is pending, the next batch continues, or the next event is applied alone.
 */
export type NextStep = 'done' | 'batch' | 'alone'

/**
 * Applies pending messages of these customers of a channel in the caller's transaction and marks them as applied. Most
 * events are messages, and statements for many cost little more than for one. Other events, and events that failed
 * before, are left to be applied alone, with the events after them.
 */
export async function applyMessageBatch(
  tx: Tx,
  channelKey: string,
  userIds: readonly string[],
  context: ApplyContext,
): Promise<Applied & { next: Map<string, NextStep> }> {
  const [, , pending] = await allOf([
    prepareBatch(tx, WAIT_FOR_LOCKS_MS),
    lockCustomerEvents(tx, channelKey, userIds),
    pendingEventsOf(tx, channelKey, userIds, { each: EVENTS_PER_CUSTOMER, all: EVENTS_PER_BATCH }),
  ])
  const batch: PendingEvent[] = []
  const ifAllApplied = pending.length < EVENTS_PER_BATCH ? 'done' : 'batch'
  const next = new Map<string, NextStep>(userIds.map((userId) => [userId, ifAllApplied]))
  for (const [userId, events] of Map.groupBy(pending, (event) => event.user_id)) {
    const length = batchable(events)
    batch.push(...events.slice(0, length))
    if (length < events.length) next.set(userId, 'alone')
    else if (length === EVENTS_PER_CUSTOMER) next.set(userId, 'batch')
  }
  if (batch.length === 0) return { events: [], profilesOf: [], next }
  const events = batch.map((event) => applyingEvent(event, context.now))
  const ids = batch.map(({ id }) => id)
  const [applied] = await allOf([applyMessages(tx, channelKey, events, context), stampApplied(tx, ids)])
  return { ...applied, next }
}

/** Returns how many of a customer's oldest events fit into a batch: messages that are active and have not failed. */
function batchable(events: readonly PendingEvent[]): number {
  const end = events.findIndex(
    ({ type, failed, due, body }) => type !== 'message' || failed || !due || modeOf(body) === 'standby',
  )
  return end === -1 ? events.length : end
}
