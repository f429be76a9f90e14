import { withJitter } from '../jitter.ts'
import type { ServerContext } from '../server-context.ts'
import { customersWithoutProfile } from './customer.store.ts'
import type { ProfileFetcher } from './customer-profile.ts'
import { type CustomerKey, customersWithDueEvents } from './inbox.store.ts'
import type { InboxWorker } from './inbox-worker.ts'

const EVERY_MS = 1_000
/** Minimum age in ms of swept events: younger ones are still being applied by the webhook that delivered them. */
const MIN_EVENT_AGE_MS = 2_000
const CUSTOMERS_PER_SWEEP = 200
const PROFILES_EVERY_SWEEPS = 5
const PROFILES_PER_SWEEP = 20

/** Applies events that a webhook stored but did not apply, and failed events that are due again. */
export async function sweepEvents(
  context: ServerContext,
  worker: InboxWorker,
  leaveAloneMs = MIN_EVENT_AGE_MS,
  after: CustomerKey | null = null,
): Promise<CustomerKey | null> {
  const limit = CUSTOMERS_PER_SWEEP
  const { keys, next } = await customersWithDueEvents(context.db, { leaveAloneMs, limit, after })
  await worker.applyAll(keys)
  return next
}

export function startSweeper(
  context: ServerContext,
  worker: InboxWorker,
  profiles: ProfileFetcher,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let sweeps = 0
  let after: CustomerKey | null = null
  let current: Promise<void> = Promise.resolve()

  async function sweep(): Promise<void> {
    try {
      after = await sweepEvents(context, worker, MIN_EVENT_AGE_MS, after)
      if (sweeps % PROFILES_EVERY_SWEEPS === 0) {
        for (const id of await customersWithoutProfile(context.db, context.now(), PROFILES_PER_SWEEP))
          profiles.requestRefresh(id)
      }
      sweeps += 1
    } catch (error) {
      context.availability.warn(error, 'the sweep of LINE events failed; retrying')
    }
    if (!stopped) timer = setTimeout(again, withJitter(EVERY_MS))
  }
  function again(): void {
    current = sweep()
  }
  again()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
