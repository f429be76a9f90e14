import { type Projector, startProjector } from '../projector.ts'
import type { ServerContext } from '../server-context.ts'
import { customersWithoutProfile } from './customer.store.ts'
import type { ProfileFetcher } from './customer-profile.ts'
import { type CustomerKey, customersWithDueEvents } from './inbox.store.ts'
import type { InboxWorker } from './inbox-worker.ts'

const EVERY_MS = 1_000
/** Minimum age of events that are swept: younger ones are being applied by the webhook that delivered them. */
const LEAVE_ALONE_MS = 2_000
const CUSTOMERS_PER_SWEEP = 200
const PROFILES_EVERY_SWEEPS = 5
const PROFILES_PER_SWEEP = 20

/**
 * Applies events that a webhook stored but did not apply: the process crashed, the database was unavailable, or the
 * event failed and is due again. Returns the customer after whom the next sweep continues; null to start again with the
 * first customer.
 */
export async function sweepEvents(
  context: ServerContext,
  worker: InboxWorker,
  leaveAloneMs = LEAVE_ALONE_MS,
  after: CustomerKey | null = null,
): Promise<CustomerKey | null> {
  const limit = CUSTOMERS_PER_SWEEP
  const { keys, next } = await customersWithDueEvents(context.db, { leaveAloneMs, limit, after })
  await worker.applyAll(keys)
  return next
}

/** Sweeps events every second, and missing profiles every five seconds. */
export function startSweeper(
  context: ServerContext,
  worker: InboxWorker,
  profiles: ProfileFetcher,
): Projector {
  let sweeps = 0
  let after: CustomerKey | null = null
  return startProjector({
    // Returns no count, so that the next sweep follows only after the interval.
    async projectBatch() {
      after = await sweepEvents(context, worker, LEAVE_ALONE_MS, after)
      if (sweeps % PROFILES_EVERY_SWEEPS === 0) {
        for (const id of await customersWithoutProfile(context.db, context.now(), PROFILES_PER_SWEEP))
          profiles.requestRefresh(id)
      }
      sweeps += 1
      return undefined
    },
    batchSize: CUSTOMERS_PER_SWEEP,
    pollMs: EVERY_MS,
    onError: (error) => context.availability.warn(error, 'the sweep of LINE events failed; retrying'),
  })
}
