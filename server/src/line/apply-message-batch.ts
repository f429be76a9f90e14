import type { Tx } from '../db/client.ts'
import { allOf } from '../db/prepared-statement.ts'
import { type Applied, type ApplyContext, applyMessages } from './apply-customer-messages.ts'
import { applyingEvent } from './event-handlers.ts'
import {
  lockCustomerEvents,
  type PendingEvent,
  pendingEventsOf,
  prepareBatch,
  stampApplied,
} from './inbox.store.ts'
import { modeOf } from './parse-webhook.ts'

export const EVENTS_PER_CUSTOMER = 20
/** Maximum number of events per batch: staff replies to the batch's customers wait until the batch is committed. */
const EVENTS_PER_BATCH = 200
/** Lock timeout in ms of a batch, after which it is rolled back and its events are applied one by one. */
const WAIT_FOR_LOCKS_MS = 250

/** Next step for a customer after a batch: none, another batch, or the next event applied alone. */
export type NextStep = 'done' | 'batch' | 'alone'

/** Applies messages together. Stops before a customer's first event that must be applied alone. */
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

function batchable(events: readonly PendingEvent[]): number {
  const end = events.findIndex(
    ({ type, failed, due, body }) => type !== 'message' || failed || !due || modeOf(body) === 'standby',
  )
  return end === -1 ? events.length : end
}
